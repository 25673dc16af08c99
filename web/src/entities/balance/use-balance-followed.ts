import { useEffect, useEffectEvent, useState } from 'react'
import { useAppSelector } from '../../core/store.ts'

/** The usual lag of totals that are computed from the ledger. */
const behindMs = 1_500
/** The longest backoff after failed reads. */
const longestMs = 30_000

interface Followed {
  readonly isFetching: boolean
  /** The error of the last read. */
  readonly error?: unknown
  readonly refetch: () => PromiseLike<{ isSuccess: boolean }>
}

/** The number of failed reads since the last answer, from any cause. */
function useFailures(error: unknown): number {
  const [{ failures, last }, setKnown] = useState<{ failures: number; last: unknown }>({ failures: 0, last: undefined })
  if (error === last) return failures
  // Each failure has a new error object, and an answer removes the error.
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
  // A read in flight may have begun before the change of the balance, and two reads never run at once.
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
