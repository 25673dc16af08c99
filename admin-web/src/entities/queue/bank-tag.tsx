import type { BankState, OrOther } from '@kismet/contracts'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import type { Tone } from '@kismet/ui/feedback/tone.ts'
import Landmark from 'lucide-react/icons/landmark'
import type { ReactNode } from 'react'
import { filterOf } from '../../core/table/table.ts'

const looks: Readonly<Record<BankState, readonly [tone: Tone, word: string]>> = {
  row: ['good', 'Bank row'],
  amount: ['bad', 'Bank: other amount'],
  none: ['plain', 'No bank row'],
}

/** What the bank statements say of a pending deposit, in a list. */
export function BankTag({ state }: { state: OrOther<BankState> }): ReactNode {
  if (state === 'other') return null
  const [tone, word] = looks[state]
  return (
    <Tag tone={tone} icon={Landmark}>
      {word}
    </Tag>
  )
}

/** A filter of pending deposits by what the bank statements say. */
export const bankFilter = filterOf('bank', 'Bank', {
  any: 'Any',
  row: 'Bank row',
  amount: 'Other amount',
  none: 'No bank row',
})
