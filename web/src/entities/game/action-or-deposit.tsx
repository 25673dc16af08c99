import { limits } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { formatRupeesShort } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { paths } from '../../core/paths.ts'
import { useAppSelector } from '../../core/store.ts'
import { selectIsBonusAhead } from '../session/balance-slice.ts'
import { useSteady } from './use-steady.ts'
import styles from './game.module.css'

/**
 * The action of a game, or the way to a deposit in its place while the balance is below the least stake (`isBroke`). The way names
 * the bonus before the first deposit. `isSteady`: the action has been there for a moment, so that a press is meant for the action.
 */
export function ActionOrDeposit({
  isBroke,
  children,
}: {
  isBroke: boolean
  children: (isSteady: boolean) => ReactNode
}): ReactNode {
  const [, goTo] = useLocation()
  const isBonusAhead = useAppSelector(selectIsBonusAhead)
  const isSteady = useSteady(isBroke ? 'deposit' : 'action')
  if (!isBroke) return children(isSteady)
  const least = formatRupeesShort(limits.deposit.minRupees * 100)
  return (
    <Button kind="primary" big off={!isSteady} className={styles.way} onClick={() => goTo(paths.deposit)}>
      {isBonusAhead ? t`Deposit ${least} to play, ${limits.bonus.percent}% bonus` : t`Deposit ${least} to play`}
    </Button>
  )
}
