import { limits } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
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

/** The way to a deposit, beside a stake above the balance. It names the bonus before the first deposit. */
export function DepositWay(): ReactNode {
  // No deposit can have been credited before the first ledger entry.
  const isBonusAhead = useAppSelector(({ balance }) => balance.balanceSeq === 0)
  const least = formatRupeesShort(limits.deposit.minRupees * 100)
  return (
    <Link className={textClass('link', 'small')} to={paths.deposit}>
      {isBonusAhead ? t`Deposit ${least} to play, ${limits.bonus.percent}% bonus` : t`Deposit`}
    </Link>
  )
}
