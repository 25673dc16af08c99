import { useEffect, useEffectEvent, useState } from 'react'
import { useAppSelector } from '../../core/store.ts'

/** What is counted from the ledger follows it by moments: so long after the balance has moved it should have been counted. */
const behindMs = 1_500
/** Twice as long after each read that failed, up to this. */
const longestMs = 30_000

/**
 * Has what follows from the balance read anew when that has moved, at most once in a while and until it is read, ever more rarely where that fails: only by what shows it, so that a bet costs no
 * call elsewhere.
 * @param isHeld it waits for `catchUp`
 * @returns whether the balance has moved since
 */
export function useBalanceFollowed(
  { isFetching, refetch }: { isFetching: boolean; refetch: () => PromiseLike<{ isSuccess: boolean }> },
  isHeld = false,
): { isBehind: boolean; catchUp: () => void } {
  const balanceSeq = useAppSelector((state) => state.balance.balanceSeq)
  const [readAtSeq, setReadAtSeq] = useState(balanceSeq)
  const [failures, setFailures] = useState(0)
  const isBehind = balanceSeq !== readAtSeq
  const catchUp = async (upTo: number): Promise<void> => {
    const { isSuccess } = await refetch()
    if (isSuccess) setReadAtSeq(upTo)
    setFailures(isSuccess ? 0 : failures + 1)
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
