import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import type { OrOther, Output, VolatilityMode } from '@kismet/contracts'
import { getVolatilityMode, setVolatilityMode } from '@kismet/contracts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { confirm } from '@kismet/ui/feedback/confirm.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { Tag } from '@kismet/ui/feedback/tag.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import Eye from 'lucide-react/icons/eye'
import Gauge from 'lucide-react/icons/gauge'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { formatDay } from '../../core/format/time.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { mayCall } from '../../entities/session/roles.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { useGetVolatilityModeQuery } from '../../entities/site/settings-api.ts'
import { ModeChoice } from './mode-choice.tsx'
import { useSiteOrders, volatility as volatilityOrders } from './site-orders.ts'
import styles from './maintenance.module.css'

type Volatility = Output<typeof getVolatilityMode>

/** What the change does, and when. */
function Effect({
  wanted,
  volatility: { mode, modes },
}: {
  wanted: VolatilityMode
  volatility: Volatility
}): ReactNode {
  const rtpOf = (of: OrOther<VolatilityMode>): string =>
    `${modes.find((known) => known.mode === of)?.rtp.toFixed(2) ?? '-'}%`
  return (
    <p>
      From the next round on Aviator pays back{' '}
      <b className={textClass('strong')}>
        {rtpOf(wanted)} ({wanted})
      </b>{' '}
      instead of {rtpOf(mode)} ({mode}). The current round keeps its mode. Every player sees the new RTP, and the change
      is in the audit log.
    </p>
  )
}

function LastChange({ changes }: Pick<Volatility, 'changes'>): ReactNode {
  const [last] = changes
  if (!last) return 'Never changed'
  return `Last changed by ${last.by}, ${formatDay(last.at)}, from ${last.previous} to ${last.mode}`
}

function Choice({ volatility }: { volatility: Volatility }): ReactNode {
  const { role } = useAdmin()
  const may = mayCall(setVolatilityMode.route, role)
  const [chosen, setChosen] = useState<VolatilityMode | null>(null)
  const { busy, isChecking, order } = useSiteOrders(volatilityOrders)
  const wanted = chosen ?? volatility.mode
  const hasChanged = wanted !== volatility.mode
  const onSave = (): void => {
    if (chosen === null) return
    void confirm({
      ...{ title: `Change Aviator to ${chosen}?`, icon: Gauge, action: 'Change mode' },
      body: <Effect wanted={chosen} volatility={volatility} />,
      run: async () => {
        // What was chosen stays for another try.
        const isRefused = await order(chosen)
        if (!isRefused) setChosen(null)
      },
    })
  }
  return (
    <Stack gap={3}>
      <ModeChoice volatility={volatility} chosen={wanted} disabled={!may || busy} onChoose={setChosen} />
      <Notice tone="info">
        A change takes effect from the next round, is part of that round&apos;s commitment, and shows on every
        player&apos;s RTP badge. It never depends on who bets, how much, or how the house is doing.
      </Notice>
      {isChecking && <p role="status">Checking: no answer yet.</p>}
      <div className={styles.foot}>
        <p className={textClass('dim')}>
          <LastChange changes={volatility.changes} />
        </p>
        {may ? (
          <Button kind="primary" disabled={!hasChanged} busy={busy} onClick={onSave}>
            Save mode
          </Button>
        ) : (
          <Tag icon={Eye}>read only</Tag>
        )}
      </div>
    </Stack>
  )
}

/** The published house edge of the rounds to come, asked once more before it is changed. */
export function VolatilityPanel(): ReactNode {
  // Rounds go on, and other admins are there too.
  const result = useGetVolatilityModeQuery({}, { pollingInterval: pollMs.away })
  const { currentData: data } = result
  return (
    <Panel
      title="Volatility mode of Aviator"
      note="the published house edge of a round"
      end={data && `This round: ${data.roundMode}`}
    >
      <QueryState what="the volatility mode" result={result} rows={4}>
        {(volatility) => <Choice volatility={volatility} />}
      </QueryState>
    </Panel>
  )
}
