import { getProfile, limits } from '@kismet/contracts'
import chip from '@kismet/ui/art/chip-500.svg'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Meter } from '@kismet/ui/feedback/meter.tsx'
import { EmptyState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues, panelClass } from '@kismet/ui/layout/panel.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from '../../core/link.tsx'
import { QueryState } from '../../core/query-state.tsx'
import { paths } from '../../core/paths.ts'
import { useBalanceFollowed } from '../../entities/balance/use-balance-followed.ts'
import { queryHook } from '../../entities/session/from-contract.ts'

/** The values of the profile, in paise. */
interface BonusValues {
  awaitingBonus: number
  firstDepositAmount: number
  totalBetsAfterFirstDeposit: number
}

interface BonusProgress {
  state: 'no-deposit' | 'waiting' | 'credited'
  neededPaise: number
  /** The whole bonus. */
  bonusPaise: number
  betPaise: number
  leftPaise: number
  /** Whole per cent, never 100 before it is reached. */
  percent: number
}

/** How far the bonus is (spec 4.6): it is credited when the bets after the first deposit reach half of that deposit. */
export function bonusProgress({
  awaitingBonus,
  firstDepositAmount,
  totalBetsAfterFirstDeposit,
}: BonusValues): BonusProgress {
  const neededPaise = Math.ceil((firstDepositAmount * limits.bonus.wagerPercent) / 100)
  const betPaise = totalBetsAfterFirstDeposit
  const state = awaitingBonus > 0 ? 'waiting' : firstDepositAmount > 0 ? 'credited' : 'no-deposit'
  return {
    state,
    neededPaise,
    bonusPaise: Math.floor((firstDepositAmount * limits.bonus.percent) / 100),
    betPaise,
    leftPaise: Math.max(0, neededPaise - betPaise),
    percent: neededPaise > 0 ? Math.min(100, Math.floor((betPaise * 100) / neededPaise)) : 0,
  }
}

const useProfile = queryHook(getProfile, ['Profile'])

function Waiting({ values, progress }: { values: BonusValues; progress: BonusProgress }): ReactNode {
  const { betPaise, neededPaise, leftPaise, percent } = progress
  return (
    <>
      <Row spread gap={3} wrap>
        <div>
          <p className={textClass('key')}>{t`Awaiting bonus`}</p>
          <p className={textClass('result', 'gold')}>{formatRupees(values.awaitingBonus)}</p>
        </div>
        <StatusTag status="pending">{t`${percent}% done`}</StatusTag>
      </Row>
      <Meter
        label={t`Bets toward the bonus`}
        value={betPaise}
        max={neededPaise}
        valueText={t`${formatRupees(betPaise)} of ${formatRupees(neededPaise)}`}
      />
      <Row as="p" spread gap={3} className={textClass('small')}>
        <span>{t`${formatRupees(betPaise)} bet`}</span>
        <span className={textClass('muted')}>{t`${formatRupees(neededPaise)} needed`}</span>
      </Row>
      <KeyValues
        variant="sum"
        rows={[
          { name: t`First deposit`, value: formatRupees(values.firstDepositAmount) },
          { name: t`Bets after first deposit`, value: formatRupees(betPaise) },
          { name: t`Still to bet`, value: formatRupees(leftPaise) },
        ]}
      />
    </>
  )
}

function Credited({ values, progress }: { values: BonusValues; progress: BonusProgress }): ReactNode {
  return (
    <>
      <Row spread gap={3} wrap>
        <div>
          <p className={textClass('key')}>{t`Awaiting bonus`}</p>
          <p className={textClass('result')}>{formatRupees(0)}</p>
        </div>
        <StatusTag status="approved">{t`Credited`}</StatusTag>
      </Row>
      <KeyValues
        variant="sum"
        rows={[
          { name: t`First deposit`, value: formatRupees(values.firstDepositAmount) },
          { name: t`Bets after first deposit`, value: formatRupees(progress.betPaise) },
          { name: t`First-deposit bonus`, value: formatRupees(progress.bonusPaise) },
        ]}
      />
    </>
  )
}

/** As high as what comes. */
const rowsOfRoom = 9

/** The progress of the first-deposit bonus (spec 2.8). */
export function BonusPanel(): ReactNode {
  const profile = useProfile({}, { refetchOnMountOrArgChange: true })
  useBalanceFollowed(profile)
  return (
    <section className={panelClass} aria-label={t`Bonus`}>
      <QueryState of={profile} failed={t`Failed to fetch bonus info`} fallback={<Skeleton rows={rowsOfRoom} />}>
        {({ user }) => <Bonus values={user} />}
      </QueryState>
    </section>
  )
}

function Bonus({ values }: { values: BonusValues }): ReactNode {
  const progress = bonusProgress(values)
  if (progress.state === 'waiting') return <Waiting values={values} progress={progress} />
  if (progress.state === 'credited') return <Credited values={values} progress={progress} />
  return (
    <>
      <EmptyState art={chip} title={t`No bonus yet`}>
        {t`You get a bonus of ${limits.bonus.percent}% of your first approved deposit.`}
      </EmptyState>
      <Link className={buttonClass({ kind: 'primary', big: true })} to={paths.deposit}>
        {t`Deposit`}
      </Link>
    </>
  )
}
