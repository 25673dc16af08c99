import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Meter } from '@kismet/ui/feedback/meter.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { RunStateTag } from '@kismet/ui/feedback/run-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { KeyValues, Panel } from '@kismet/ui/layout/panel.tsx'
import { classNames, netClass, textClass } from '@kismet/ui/class-names.ts'
import { Columns, Row, Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { useIsShort } from '../../entities/balance/deposit-way.tsx'
import { ActionOrDeposit } from '../../entities/game/action-or-deposit.tsx'
import { RunButton } from '../../entities/game/run-button.tsx'
import { stakeLimitsOf } from '../../entities/game/stake.ts'
import type { AutoStatus } from './auto-api.ts'
import { stopReasonText } from './auto-words.ts'
import type { MinesAuto } from './use-mines-auto.ts'
import styles from './auto.module.css'

const { minPaise } = stakeLimitsOf('mines')
const OwnRule = lazyPart(() => import('./own-rule.tsx').then((code) => code.OwnRule))

/** The state of a run in its colour: running green, paused yellow, error red, else grey. */
function RunTag({
  status: { startedAt, status, stopReason },
  isLost,
}: {
  status: AutoStatus
  isLost: boolean
}): ReactNode {
  if (startedAt === null && status !== 'error') return <Tag>{t`Not started`}</Tag>
  return (
    <RunStateTag status={isLost ? 'stopped' : status === 'stopped' && stopReason === 'bets_done' ? 'done' : status} />
  )
}

/** Where the balance is between its boundaries. */
function Boundaries({ status, balancePaise }: { status: AutoStatus; balancePaise: number }): ReactNode {
  const { stopOnLoss, stopOnProfit } = status
  if (stopOnLoss === null && stopOnProfit === null) return null
  const [lower, upper] = [stopOnLoss, stopOnProfit].map((paise) =>
    paise === null ? t`No limit` : formatRupeesShort(paise),
  )
  return (
    <Stack className={styles.bounds}>
      {stopOnLoss !== null && stopOnProfit !== null && (
        <Meter
          label={t`Balance between its boundaries`}
          value={Math.max(0, balancePaise - stopOnLoss)}
          max={stopOnProfit - stopOnLoss}
          valueText={formatRupees(balancePaise)}
          variant="gold"
        />
      )}
      <Row as="p" spread gap={3} className={textClass('small', 'muted')}>
        <span>{t`Lower ${lower ?? ''}`}</span>
        <span>{t`Upper ${upper ?? ''}`}</span>
      </Row>
    </Stack>
  )
}

function Figures({ status, balancePaise }: { status: AutoStatus; balancePaise: number }): ReactNode {
  const { betsPlayed, stopAfterBets, startingBalance, startedAt } = status
  const rows = [
    {
      name: t`Games played`,
      value: stopAfterBets === null ? String(betsPlayed) : t`${betsPlayed} of ${stopAfterBets}`,
    },
    { name: t`Balance`, value: formatRupees(balancePaise) },
    { name: t`Starting balance`, value: startingBalance === null ? '–' : formatRupees(startingBalance) },
    { name: t`Started at`, value: startedAt === null ? '–' : formatTime(startedAt) },
  ]
  return (
    <div className={styles.figures}>
      <KeyValues variant="byTwo" rows={rows} />
    </div>
  )
}

function RunAction({
  isActive,
  auto: { busy, stop },
  canStart,
  onStart,
}: {
  isActive: boolean
  auto: Pick<MinesAuto, 'busy' | 'stop'>
  canStart: boolean
  onStart: () => void
}): ReactNode {
  const isBroke = useIsShort(minPaise)
  return (
    <ActionOrDeposit isBroke={isBroke && !isActive && busy !== 'start'}>
      {(isSteady) => (
        <RunButton
          running={isActive}
          starting={busy === 'start'}
          stopping={busy === 'stop'}
          canStart={canStart && isSteady}
          onStart={onStart}
          onStop={() => void stop()}
        />
      )}
    </ActionOrDeposit>
  )
}

/** How the run stands, and what can be done with it. */
export function AutoStatusCard({
  status,
  auto: { isLost, isLooking, busy, stop, reset, look },
  balancePaise,
  canStart,
  whyNot,
  onPickTiles,
  onStart,
}: {
  status: AutoStatus
  auto: MinesAuto
  balancePaise: number
  canStart: boolean
  /** Why a run cannot start, or null. */
  whyNot: string | null
  /** Shows the tiles, or null where they are no reason. Its link is short: a page drawn later may not be larger than the first frame. */
  onPickTiles: (() => void) | null
  onStart: () => void
}): ReactNode {
  const { isActive, startedAt, totalProfit, stopReason } = status
  return (
    <Panel title={t`Auto Mode Status`} end={<RunTag status={status} isLost={isLost} />}>
      <div role="status">
        {startedAt !== null && (
          <p className={classNames(netClass(totalProfit), styles.profit)}>{formatNet(totalProfit)}</p>
        )}
        {startedAt !== null && !isActive && (
          <p className={textClass('small', 'muted')}>{t`Stopped: ${stopReasonText(stopReason)}`}</p>
        )}
        {stopReason === 'limit_reached' && !isActive && <OwnRule betPaise={status.betAmount} />}
        {isActive && status.status === 'paused' && (
          <p className={textClass('small', 'muted')}>{t`Paused. The run continues with the next game on this page.`}</p>
        )}
      </div>
      {isLost && (
        <Notice tone="warn">
          <span>{t`Cannot reach the auto run. The server pauses it until this page is back.`}</span>
          <Button busy={isLooking} onClick={look}>{t`Try again`}</Button>
        </Notice>
      )}
      <Figures status={status} balancePaise={balancePaise} />
      <Boundaries status={status} balancePaise={balancePaise} />
      <Columns least={8} gap={3}>
        <RunAction isActive={isActive} auto={{ busy, stop }} canStart={canStart} onStart={onStart} />
        <Button big icon={RotateCcw} busy={busy === 'reset'} disabled={startedAt === null} onClick={() => void reset()}>
          {t`Reset`}
        </Button>
      </Columns>
      {whyNot !== null && (
        <p className={textClass('small', 'muted')}>
          {onPickTiles ? (
            <button type="button" className={textClass('link')} onClick={onPickTiles}>
              {t`Pick tiles first`}
            </button>
          ) : (
            whyNot
          )}
        </p>
      )}
    </Panel>
  )
}
