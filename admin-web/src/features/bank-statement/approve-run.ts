import { sendUntilKnown } from '@kismet/app-kit/ask-until-known.ts'
import type { Sent } from '@kismet/app-kit/ask-until-known.ts'
import { asCallError, isOutcomeUnknown } from '@kismet/app-kit/call-error.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import type { approveBankMatches, Output, pairMatches } from '@kismet/contracts'
import { useSyncExternalStore } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppSelector } from '../../core/store.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import { bankApi } from './bank-api.ts'
import type { BankMatch } from './bank-api.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>
type Answer = Output<typeof approveBankMatches>
export type PairResult = Answer['results'][number]

/** What became of a request that was not approved. */
export interface Left {
  readonly email: string
  readonly why: string
}

/** An approval of many, on its way or over. Amounts in paise. */
export interface Run {
  /** Of the session that began it. */
  readonly epoch: number
  readonly statementId: string
  readonly fileName: string
  readonly total: number
  readonly totalPaise: number
  /** Asked so far, whatever came of them. */
  readonly done: number
  readonly approved: number
  readonly approvedPaise: number
  readonly first: number
  readonly left: readonly Left[]
  /** E-mails of the requests of which nobody knows whether they were approved. */
  readonly unclear: readonly string[]
  /** Those that are on their way were not answered, and are asked again. */
  readonly isChecking: boolean
  /** Why it ended before all were asked. */
  readonly why: string | null
  readonly isStopping: boolean
  readonly isOver: boolean
}

/** One run at a time, whatever page or statement is looked at meanwhile. */
let current: Run | null = null
/** The run that was begun last, going on or over; null once it is closed. */
export const runNow = (): Run | null => current
const isGoing = (run: Run | null): boolean => run !== null && !run.isOver
const listeners = new Set<() => void>()
function tell(run: Run | null): void {
  current = run
  for (const listener of listeners) listener()
}
function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The run that goes on, of whichever statement, or the one of this statement that is over; null when there is none of this session. */
export function useRun(statementId: string): Run | null {
  const run = useSyncExternalStore(listen, runNow)
  const epoch = useAppSelector((state) => epochOf({ getState: () => state }).epoch)
  if (run?.epoch !== epoch) return null
  return isGoing(run) || run.statementId === statementId ? run : null
}

/** Ends the run after the pairs that are on their way. */
export const stopRun = (): void => tell(current && { ...current, isStopping: true })
export const closeRun = (): void => tell(null)

const pairsAtOnce = 10
const triesOfCall = 12

/** Approves pairs; the same is sent again until there is an answer (`onUnclear`: there was none so far), because the server decides each once. */
export function approvePairs(
  rows: readonly BankMatch[],
  match: (typeof pairMatches)[number],
  onUnclear?: () => void,
): Thunk<Sent<Answer>> {
  return (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const pairs = rows.flatMap(({ rowId, request }) => (request ? { rowId, requestId: request._id } : []))
    const send = async (): Promise<Sent<Answer>> => {
      // Nothing is sent in the name of another.
      if (epochOf({ getState }).epoch !== epoch) return { error: sessionIsOver }
      const order = bankApi.endpoints.approveBankMatches.initiate({ match, pairs }, { track: false })
      const { data, error } = await dispatch(order)
      return data ? { data } : { error: asCallError(error) }
    }
    return sendUntilKnown({ send, times: triesOfCall, ...(onUnclear && { onUnclear }) })
  }
}

/** Whether nobody can say what became of a pair, which is no refusal; a pair that the answer leaves out is one. */
export const isUnclear = (result: PairResult | undefined): boolean =>
  result === undefined || result.outcome === 'unknown'
export const isApproved = (result: PairResult | undefined): boolean =>
  result?.outcome === 'approved' || result?.outcome === 'unbooked'
export const isFirst = (result: PairResult | undefined): boolean => result?.outcome === 'first'

/** Said of a request of which nobody knows whether it was approved. */
export const unclearText = 'The outcome is unknown. Check the request.'
/** Why a request was not approved, in words. */
export const whyNot = (result: PairResult | undefined): string => result?.message ?? 'The approval was refused.'

export const emailOf = ({ request }: BankMatch): string => request?.user.email ?? ''

function afterAnswer(run: Run, rows: readonly BankMatch[], results: readonly PairResult[]): Run {
  const pairs = rows.map((row) => ({
    email: emailOf(row),
    amount: row.amount,
    result: results.find(({ requestId }) => requestId === row.request?._id),
  }))
  const approved = pairs.filter(({ result }) => isApproved(result))
  const left = pairs
    .filter(({ result }) => !isApproved(result) && !isFirst(result) && !isUnclear(result))
    .map(({ email, result }) => ({ email, why: whyNot(result) }))
  return {
    ...run,
    done: run.done + rows.length,
    approved: run.approved + approved.length,
    approvedPaise: run.approvedPaise + approved.reduce((sum, { amount }) => sum + amount, 0),
    first: run.first + pairs.filter(({ result }) => isFirst(result)).length,
    left: [...run.left, ...left],
    unclear: [...run.unclear, ...pairs.filter(({ result }) => isUnclear(result)).map(({ email }) => email)],
    isChecking: false,
  }
}

/** The run after pairs that could not be asked: without an answer they may be approved all the same. */
function afterFailure(run: Run, rows: readonly BankMatch[], error: CallError): Run {
  const lost = isOutcomeUnknown(error) ? rows.map(emailOf) : []
  const why = `Stopped: ${errorDetail(error) ?? 'the server could not be reached.'} You can safely continue later.`
  return { ...run, unclear: [...run.unclear, ...lost], why, isChecking: false, isOver: true }
}

/** Approves exact matches of a statement, some at a time, oldest request first. It goes on while other pages of the app are looked at, and ends with the session. While one goes on no other begins. */
export function approveAll(
  { id, fileName }: { id: string; fileName: string },
  rows: readonly BankMatch[],
): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const own = (): Run | null => (current?.epoch === epoch ? current : null)
    if (isGoing(own())) return
    const askedAt = ({ request }: BankMatch): string => request?.createdAt ?? ''
    const inOrder = rows.toSorted((one, other) => (askedAt(one) < askedAt(other) ? -1 : 1))
    const totalPaise = rows.reduce((sum, { amount }) => sum + amount, 0)
    const nothing = { done: 0, approved: 0, approvedPaise: 0, first: 0, left: [], unclear: [], why: null }
    const begun = { ...nothing, isChecking: false, isStopping: false, isOver: false }
    tell({ epoch, statementId: id, fileName, total: rows.length, totalPaise, ...begun })
    const onUnclear = (): void => {
      const run = own()
      if (run !== null) tell({ ...run, isChecking: true })
    }
    for (let at = 0; at < inOrder.length && own()?.isStopping === false; at += pairsAtOnce) {
      const part = inOrder.slice(at, at + pairsAtOnce)
      const sent = await dispatch(approvePairs(part, 'exact', onUnclear))
      const run = own()
      // The session is another one.
      if (run === null) return
      if ('error' in sent) {
        tell(afterFailure(run, part, sent.error))
        return
      }
      tell(afterAnswer(run, part, sent.data.results))
    }
    const run = own()
    if (run !== null) tell({ ...run, isOver: true })
  }
}
