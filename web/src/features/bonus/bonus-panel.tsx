import { limits } from '@kismet/contracts'
import chip from '@kismet/ui/art/chip-500.svg'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { Meter } from '@kismet/ui/feedback/meter.tsx'
import { StaleNotice } from '@kismet/ui/feedback/notice.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { StatusTag } from '@kismet/ui/feedback/status-tag.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { KeyValues, panelClass } from '@kismet/ui/layout/panel.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useBalanceFollowed } from '../../entities/balance/use-balance-followed.ts'
import { useGetProfileQuery } from './bonus-api.ts'
import type { BonusProgress, BonusValues } from './bonus-progress.ts'
import { bonusProgress } from './bonus-progress.ts'

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
        look="sum"
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
        look="sum"
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
  const { data, error, isFetching, refetch } = useGetProfileQuery({}, { refetchOnMountOrArgChange: true })
  useBalanceFollowed({ isFetching, error, refetch })
  const values = data?.user
  const progress = values && bonusProgress(values)
  return (
    <section className={panelClass} aria-label={t`Bonus`}>
      {values && error && <StaleNotice busy={isFetching} onRetry={() => void refetch()} />}
      {!values && error && (
        <ErrorState title={t`Failed to fetch bonus info`} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!values && !error && <Skeleton rows={rowsOfRoom} />}
      {values && progress?.state === 'waiting' && <Waiting values={values} progress={progress} />}
      {values && progress?.state === 'credited' && <Credited values={values} progress={progress} />}
      {progress?.state === 'no-deposit' && (
        <>
          <EmptyState art={chip} title={t`No bonus yet`}>
            {t`You get a bonus of ${limits.bonus.percent}% of your first approved deposit.`}
          </EmptyState>
          <Link className={buttonClass({ kind: 'primary', big: true })} to={paths.deposit}>
            {t`Deposit`}
          </Link>
        </>
      )}
    </section>
  )
}
