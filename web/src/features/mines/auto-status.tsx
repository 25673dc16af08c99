import { Button } from '@kismet/ui/controls/button.tsx'
import { Meter } from '@kismet/ui/feedback/meter.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { RunStateTag } from '@kismet/ui/feedback/run-tag.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { formatNet, formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { formatTime } from '@kismet/ui/format/time.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { classNames } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import type { ReactNode } from 'react'
import { RunButton } from '../../entities/game/run-button.tsx'
import type { AutoStatus } from './auto-api.ts'
import { stopReasonText } from './auto-words.ts'
import { Facts } from './ladder.tsx'
import type { MinesAuto } from './use-mines-auto.ts'
import styles from './auto.module.css'
import minesStyles from './mines.module.css'

/** The state of a run in its colour: running green, paused yellow, stopped and error red, set up grey. */
function RunTag({ status: { startedAt, status }, isLost }: { status: AutoStatus; isLost: boolean }): ReactNode {
  if (startedAt === null && status !== 'error') return <Tag>{t`Not started`}</Tag>
  return <RunStateTag status={isLost ? 'stopped' : status} />
}

/** Where the balance is between its boundaries. */
function Boundaries({ status, balancePaise }: { status: AutoStatus; balancePaise: number }): ReactNode {
  const { stopOnLoss, stopOnProfit } = status
  if (stopOnLoss === null && stopOnProfit === null) return null
  const [lower, upper] = [stopOnLoss, stopOnProfit].map((paise) =>
    paise === null ? t`No limit` : formatRupeesShort(paise),
  )
  return (
    <div className={styles.bounds}>
      {stopOnLoss !== null && stopOnProfit !== null && (
        <Meter
          label={t`Balance between its boundaries`}
          value={Math.max(0, balancePaise - stopOnLoss)}
          max={stopOnProfit - stopOnLoss}
          valueText={formatRupees(balancePaise)}
          look="gold"
        />
      )}
      <p className="spread small muted">
        <span>{t`Lower ${lower ?? ''}`}</span>
        <span>{t`Upper ${upper ?? ''}`}</span>
      </p>
    </div>
  )
}

function Figures({ status, balancePaise }: { status: AutoStatus; balancePaise: number }): ReactNode {
  const { betsPlayed, stopAfterBets, startingBalance, startedAt } = status
  const rows = [
    [t`Games played`, stopAfterBets === null ? String(betsPlayed) : t`${betsPlayed} of ${stopAfterBets}`],
    [t`Balance`, formatRupees(balancePaise)],
    [t`Starting balance`, startingBalance === null ? '–' : formatRupees(startingBalance)],
    [t`Started at`, startedAt === null ? '–' : formatTime(startedAt)],
  ] as const
  return <Facts rows={rows} className={styles.figures} />
}

/** How the run stands, and what can be done with it. */
export function AutoStatusCard({
  status,
  auto: { isLost, isLooking, busy, stop, reset, look },
  balancePaise,
  canStart,
  onStart,
}: {
  status: AutoStatus
  auto: MinesAuto
  balancePaise: number
  canStart: boolean
  onStart: () => void
}): ReactNode {
  const { isActive, startedAt, totalProfit, stopReason } = status
  return (
    <Panel title={t`Auto Mode Status`} end={<RunTag status={status} isLost={isLost} />}>
      <div role="status">
        {startedAt !== null && (
          <p className={classNames(styles.profit, totalProfit > 0 && 'win', totalProfit < 0 && 'loss')}>
            {formatNet(totalProfit)}
          </p>
        )}
        {startedAt !== null && !isActive && <p className="small muted">{t`Stopped: ${stopReasonText(stopReason)}`}</p>}
        {isActive && status.status === 'paused' && (
          <p className="small muted">{t`Paused. The run continues with the next game on this page.`}</p>
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
      <div className={minesStyles.actions}>
        <RunButton
          running={isActive}
          starting={busy === 'start'}
          stopping={busy === 'stop'}
          canStart={canStart}
          onStart={onStart}
          onStop={() => void stop()}
        />
        <Button big icon={RotateCcw} busy={busy === 'reset'} disabled={startedAt === null} onClick={() => void reset()}>
          {t`Reset`}
        </Button>
      </div>
    </Panel>
  )
}
