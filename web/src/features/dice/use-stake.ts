import type { QuickAmounts } from '@kismet/ui/controls/amount-field.tsx'
import { parseRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { useState } from 'react'
import { clampStakePaise, maxStakePaise, minStakePaise } from './dice-bet.ts'

/** The stake as typed and as it counts. */
export interface Stake {
  text: string
  stakePaise: number
  onText: (text: string) => void
  /** Brings what was typed into the limits; answers with the stake. */
  clamp: () => number
  quick: QuickAmounts
}

/** The amount input of Dice: free while it is typed, within ₹100 to ₹1,00,000 when it counts. */
export function useStake(balancePaise: number): Stake {
  const [text, setText] = useState(rupeesText(minStakePaise))
  const stakePaise = clampStakePaise(parseRupees(text))
  const set = (amountPaise: number): number => {
    const clamped = clampStakePaise(amountPaise)
    setText(rupeesText(clamped))
    return clamped
  }
  return {
    text,
    stakePaise,
    onText: setText,
    clamp: () => set(stakePaise),
    quick: {
      onHalf: () => set(Math.floor(stakePaise / 2)),
      onDouble: () => set(stakePaise * 2),
      onMax: () => set(Math.min(balancePaise, maxStakePaise)),
    },
  }
}
