import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'

/** Shown instead of the result while the outcome of the bet is unknown. */
export function CheckedBet({ stakePaise }: { stakePaise: number }): ReactNode {
  return (
    <Tag tone="warn" icon={Hourglass}>
      {t`Checking your last bet · ${formatRupees(stakePaise)}`}
    </Tag>
  )
}
