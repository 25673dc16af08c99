import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { paths } from '../../core/paths.ts'
import { useAppSelector } from '../../core/store.ts'
import { selectBalanceAsOfMs, selectBalancePaise } from '../session/balance-slice.ts'

/** Whether a stake is above the balance. False before the server has told the balance, as in the first frame of a page. */
export function useIsShort(stakePaise: number): boolean {
  return useAppSelector((state) => selectBalanceAsOfMs(state) !== null && stakePaise > selectBalancePaise(state))
}

/** The way to a deposit, beside a stake above the balance. */
export function DepositWay(): ReactNode {
  return (
    <Link className={textClass('link', 'small')} to={paths.deposit}>
      {t`Deposit`}
    </Link>
  )
}
