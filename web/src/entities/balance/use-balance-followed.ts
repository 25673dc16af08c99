import { useEffect, useEffectEvent, useState } from 'react'
import { useAppSelector } from '../../core/store.ts'

/** What is counted from the ledger follows it by moments: so long after the balance has moved it should have been counted. */
const behindMs = 1_500
/** Twice as long after each read that failed, up to this. */
const longestMs = 30_000

interface Followed {
  readonly isFetching: boolean
  /** Of the last read, whoever asked for it. */
  readonly error?: unknown
  readonly refetch: () => PromiseLike<{ isSuccess: boolean }>
}

/** How many reads have failed since one was answered: its own, those by hand, and those after the connection was away. */
function useFailures(error: unknown): number {
  const [{ failures, last }, setKnown] = useState<{ failures: number; last: unknown }>({ failures: 0, last: undefined })
  if (error === last) return failures
  // Each failure is an error of its own, and an answer takes it away.
  const now = error === undefined ? 0 : failures + 1
  setKnown({ failures: now, last: error })
  return now
}

/**
 * Refetches data that depends on the balance after the balance changes, with a minimum interval and backoff. Only components
 * that show the data use it, so a bet costs no call elsewhere.
 * @param isHeld waits for `catchUp`
 * @returns whether the balance has moved since
 */
export function useBalanceFollowed(
  { isFetching, error, refetch }: Followed,
  isHeld = false,
): { isBehind: boolean; catchUp: () => void } {
  const balanceSeq = useAppSelector((state) => state.balance.balanceSeq)
  const [readAtSeq, setReadAtSeq] = useState(balanceSeq)
  const failures = useFailures(error)
  const isBehind = balanceSeq !== readAtSeq
  const catchUp = async (upTo: number): Promise<void> => {
    const { isSuccess } = await refetch()
    if (isSuccess) setReadAtSeq(upTo)
  }
  // A read that is on its way may have begun before the move, and no other one begins beside it.
  const isDue = isBehind && !isHeld && !isFetching
  const seqNow = useEffectEvent(() => balanceSeq)
  const onDue = useEffectEvent(catchUp)
  useEffect(() => {
    if (!isDue) return
    const upTo = seqNow()
    const timer = setTimeout(() => void onDue(upTo), Math.min(longestMs, behindMs * 2 ** failures))
    return () => clearTimeout(timer)
  }, [isDue, readAtSeq, failures])
  return { isBehind, catchUp: () => void catchUp(balanceSeq) }
}
