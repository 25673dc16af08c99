import { useState } from 'react'
import { useAppSelector } from '../../core/store.ts'
import type { OrderState } from '../../entities/site/sent-orders.ts'
import { selectOrder } from '../../entities/site/sent-orders.ts'

interface Question<Wanted> {
  /** What is asked about; null while nothing is. */
  readonly asked: Wanted | null
  readonly setAsked: (wanted: Wanted | null) => void
  /** How the order stands. */
  readonly state: OrderState
}

/** The question before an order. It closes when no answer to that comes: what is not known is not ordered once more. */
export function useQuestion<Wanted>(order: 'maintenance' | 'volatility'): Question<Wanted> {
  const state = useAppSelector((root) => selectOrder(root, order))
  const [asked, setAsked] = useState<Wanted | null>(null)
  if (asked !== null && state === 'checking') setAsked(null)
  return { asked, setAsked, state }
}
