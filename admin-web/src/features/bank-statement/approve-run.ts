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
import { isOtherAmount } from './near-words.ts'

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => Promise<T>
export type PairResult = Output<typeof approveBankMatches>['results'][number]
type Failed = Exclude<OrderOutcome<unknown>, { is: 'done' }>

/** A pair that was sent, and what became of it. Without a result the outcome is unknown. The amount is in paise. */
export interface Outcome {
  readonly email: string
  readonly amount: number
  readonly result?: PairResult | undefined
}

/** An approval of many, on its way or over. Amounts in paise. */
export interface Run {
  /** Of the session that began it. */
  readonly epoch: number
  readonly statementId: string
  readonly fileName: string
  readonly total: number
  readonly totalPaise: number
  readonly outcomes: readonly Outcome[]
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
        pairs: rows.flatMap(({ rowId, request, ...row }) =>
          request ? { rowId, requestId: request._id, ...(isOtherAmount(row) && { amount: row.amount }) } : [],
        ),
      },
      callApi,
    )

/** What became of a pair. `first`: it waits for a second admin. A pair that is missing in the answer is unknown. */
export function kindOf(result: PairResult | undefined): 'approved' | 'first' | 'refused' | 'unknown' {
  if (result === undefined || result.outcome === 'unknown') return 'unknown'
  if (result.outcome === 'first') return 'first'
  return result.outcome === 'approved' || result.outcome === 'unbooked' ? 'approved' : 'refused'
}

/** The text of a request with an unknown outcome. */
export const unknownText = 'The outcome is unknown. Check the request.'
/** Why a request was not approved, in words. */
export const whyNot = (result: PairResult | undefined): string => result?.message ?? 'The approval was refused.'

export const emailOf = ({ request }: BankMatch): string => request?.user.email ?? ''

/** The run after pairs with their results. */
const afterPairs = (run: Run, rows: readonly BankMatch[], results: readonly PairResult[]): Run => ({
  ...run,
  isChecking: false,
  outcomes: [
    ...run.outcomes,
    ...rows.map((row) => ({
      email: emailOf(row),
      amount: row.amount,
      result: results.find(({ requestId }) => requestId === row.request?._id),
    })),
  ],
})

/** The run after failed pairs. Pairs without an answer have an unknown outcome. */
function afterFailure(run: Run, rows: readonly BankMatch[], { is, error }: Failed): Run {
  const why = `Stopped: ${errorDetail(error) ?? 'the server could not be reached.'} You can safely continue later.`
  return { ...afterPairs(run, is === 'lost' ? rows : [], []), why, isOver: true }
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
      setRun(afterPairs(run, part, ended.data.results))
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
    const begun = { outcomes: [], why: null, isChecking: false, isStopping: false, isOver: false }
    setRun({ epoch, statementId: id, fileName, total: rows.length, totalPaise, ...begun })
    await warnBeforeUnloadDuring(dispatch(approveGroups(rows, own)))
  }
}
