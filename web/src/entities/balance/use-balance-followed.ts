import { useEffect, useEffectEvent, useState } from 'react'
import { useAppSelector } from '../../core/store.ts'

/** What is counted from the ledger follows it by moments: so long after the balance has moved it should have been counted. */
const behindMs = 1_500

/**
 * Has what follows from the balance read anew when that has moved, at most once in a while: only by what shows it, so that a bet costs no call elsewhere.
 * @param isHeld it waits for `catchUp`
 * @returns whether the balance has moved since
 */
export function useBalanceFollowed(read: () => unknown, isHeld = false): { isBehind: boolean; catchUp: () => void } {
  const balanceSeq = useAppSelector((state) => state.balance.balanceSeq)
  const [readAtSeq, setReadAtSeq] = useState(balanceSeq)
  const isBehind = balanceSeq !== readAtSeq
  const catchUp = (upTo: number): void => {
    setReadAtSeq(upTo)
    read()
  }
  const isDue = isBehind && !isHeld
  const seqNow = useEffectEvent(() => balanceSeq)
  const onDue = useEffectEvent(catchUp)
  useEffect(() => {
    if (!isDue) return
    const upTo = seqNow()
    const timer = setTimeout(() => onDue(upTo), behindMs)
    return () => clearTimeout(timer)
  }, [isDue, readAtSeq])
  return { isBehind, catchUp: () => catchUp(balanceSeq) }
}
