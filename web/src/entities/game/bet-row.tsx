import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { formatNet } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { betProofPath } from '../../core/paths.ts'

/** A bet in a list, with its net amount. It leads to its proof. */
export function BetRow({
  betId,
  netPaise,
  children,
}: {
  betId: string
  netPaise: number
  children: ReactNode
}): ReactNode {
  return (
    <li>
      <Link to={betProofPath(betId)} title={t`Verify this bet`}>
        {children}
        <span className={classNames(textClass('num'), netClass(netPaise))}>{formatNet(netPaise)}</span>
      </Link>
    </li>
  )
}
