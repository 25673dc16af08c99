import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import { executeOrder } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import type { Output, pairMatches } from '@kismet/contracts'
import { approveBankMatches } from '@kismet/contracts'
import { warnBeforeUnloadDuring } from '@kismet/ui/feedback/warn-before-unload.ts'
import { sharedValue } from '@kismet/ui/shared-value.ts'
import { errorDetail } from '../../core/error-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppSelector } from '../../core/store.ts'
import { changing } from '../../entities/session/from-contract.ts'
import { epochOf } from '../../entities/session/session-slice.ts'
import type { BankMatch } from './bank-api.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>
export type PairResult = Output<typeof approveBankMatches>['results'][number]
type Failed = Exclude<OrderOutcome<unknown>, { is: 'done' }>

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
  /** Pairs that were sent, with any outcome. */
  readonly done: number
  readonly approved: number
  readonly approvedPaise: number
  readonly first: number
  readonly left: readonly Left[]
  /** E-mails of the requests with an unknown outcome. */
  readonly unknown: readonly string[]
  /** The current pairs got no answer and are retried. */
  readonly isChecking: boolean
  /** Why the run ended early, or null. */
  readonly why: string | null
  readonly isStopping: boolean
  readonly isOver: boolean
}

/** One run at a time. It goes on while the admin opens other pages or statements. */
const current = sharedValue<Run | null>(null)
/** The last run, running or over; null after it is closed. */
export const runNow = current.now
const setRun = current.set
const isGoing = (run: Run | null): boolean => run !== null && !run.isOver

/** The current run of any statement, or the ended run of this statement; null without a run in this session. */
export function useRun(statementId: string): Run | null {
  const run = current.use()
  const epoch = useAppSelector((state) => epochOf({ getState: () => state }).epoch)
  if (run?.epoch !== epoch) return null
  return isGoing(run) || run.statementId === statementId ? run : null
}

/** Ends the run after the current pairs. */
export function stopRun(): void {
  const run = runNow()
  setRun(run && { ...run, isStopping: true })
}
export const closeRun = (): void => setRun(null)

const pairsAtOnce = 10
/** How often pairs are sent again before their outcome counts as unknown. */
export const triesOfCall = 12
const approve = changing(approveBankMatches, ['Deposits', 'PendingCount', 'Hints', 'Entries'])

/** Approves pairs in one call, which can be repeated because the server decides each pair once. */
export const approvePairs =
  (rows: readonly BankMatch[], match: (typeof pairMatches)[number]) =>
  (callApi: CallApi): ReturnType<typeof approve> =>
    approve(
      {
        match,
        pairs: rows.flatMap(({ rowId, request }) => (request ? { rowId, requestId: request._id } : [])),
      },
      callApi,
    )

/** Whether the outcome of a pair is unknown. A pair that is missing in the answer is also unknown. */
export const isUnknown = (result: PairResult | undefined): boolean =>
  result === undefined || result.outcome === 'unknown'
export const isApproved = (result: PairResult | undefined): boolean =>
  result?.outcome === 'approved' || result?.outcome === 'unbooked'
export const isFirst = (result: PairResult | undefined): boolean => result?.outcome === 'first'

/** The text of a request with an unknown outcome. */
export const unknownText = 'The outcome is unknown. Check the request.'
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
    .filter(({ result }) => !isApproved(result) && !isFirst(result) && !isUnknown(result))
    .map(({ email, result }) => ({ email, why: whyNot(result) }))
  return {
    ...run,
    done: run.done + rows.length,
    approved: run.approved + approved.length,
    approvedPaise: run.approvedPaise + approved.reduce((sum, { amount }) => sum + amount, 0),
    first: run.first + pairs.filter(({ result }) => isFirst(result)).length,
    left: [...run.left, ...left],
    unknown: [...run.unknown, ...pairs.filter(({ result }) => isUnknown(result)).map(({ email }) => email)],
    isChecking: false,
  }
}

/** The run after failed pairs. Pairs without an answer have an unknown outcome. */
function afterFailure(run: Run, rows: readonly BankMatch[], { is, error }: Failed): Run {
  const lost = is === 'lost' ? rows.map(emailOf) : []
  const why = `Stopped: ${errorDetail(error) ?? 'the server could not be reached.'} You can safely continue later.`
  return { ...run, unknown: [...run.unknown, ...lost], why, isChecking: false, isOver: true }
}

/** Approves the groups of a run until it is over, stopped, or no longer the `own` run of this session. */
function approveGroups(rows: readonly BankMatch[], own: () => Run | null): Thunk<void> {
  return async (dispatch, getState) => {
    const { signal } = new AbortController()
    const askedAt = ({ request }: BankMatch): string => request?.createdAt ?? ''
    const inOrder = rows.toSorted((one, other) => (askedAt(one) < askedAt(other) ? -1 : 1))
    const onUnknown = (): void => {
      const run = own()
      if (run !== null) setRun({ ...run, isChecking: true })
    }
    for (let at = 0; at < inOrder.length && own()?.isStopping === false; at += pairsAtOnce) {
      const part = inOrder.slice(at, at + pairsAtOnce)
      const send = (): ReturnType<typeof approve> => approvePairs(part, 'exact')({ dispatch, getState, signal })
      const ended = await executeOrder(() => own() !== null, { send, times: triesOfCall, onUnanswered: onUnknown })
      const run = own()
      // The session is another one.
      if (run === null || ended === null) return
      if (ended.is !== 'done') {
        setRun(afterFailure(run, part, ended))
        return
      }
      setRun(afterAnswer(run, part, ended.data.results))
    }
    const run = own()
    if (run !== null) setRun({ ...run, isOver: true })
  }
}

/**
 * Approves exact matches of a statement in groups, oldest request first. The run goes on while the admin opens other
 * pages, and ends with the session. A second run cannot start meanwhile. The browser asks before it ends a run.
 */
export function approveAll(
  { id, fileName }: { id: string; fileName: string },
  rows: readonly BankMatch[],
): Thunk<void> {
  return async (dispatch, getState) => {
    const { epoch } = epochOf({ getState })
    const own = (): Run | null => {
      const run = runNow()
      return run?.epoch === epoch ? run : null
    }
    if (isGoing(own())) return
    const totalPaise = rows.reduce((sum, { amount }) => sum + amount, 0)
    const nothing = { done: 0, approved: 0, approvedPaise: 0, first: 0, left: [], unknown: [], why: null }
    const begun = { ...nothing, isChecking: false, isStopping: false, isOver: false }
    setRun({ epoch, statementId: id, fileName, total: rows.length, totalPaise, ...begun })
    await warnBeforeUnloadDuring(dispatch(approveGroups(rows, own)))
  }
}
