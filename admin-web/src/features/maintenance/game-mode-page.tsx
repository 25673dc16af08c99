import type { ReactNode } from 'react'
import { Page } from '../../entities/page/page.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { VolatilityPanel } from './volatility-panel.tsx'
import type { getVolatilityMode, Output } from '@kismet/contracts'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import History from 'lucide-react/icons/history'
import { formatDay } from '../../core/format/time.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useGetVolatilityModeQuery } from '../../entities/site/settings-api.ts'
import styles from './maintenance.module.css'

type Change = Output<typeof getVolatilityMode>['changes'][number]

function Changes({ changes }: { changes: readonly Change[] }): ReactNode {
  if (changes.length === 0)
    return (
      <EmptyState icon={History} title="No changes yet">
        Every change of the volatility mode is listed here.
      </EmptyState>
    )
  return (
    <ul className={styles.changes} aria-label="Changes of mode">
      {changes.map(({ mode, previous, by, at }) => (
        <li key={`${at} ${mode}`}>
          <span className={textClass('num')}>{formatDay(at)}</span>
          <span>{by}</span>
          <span>
            <span className={textClass('dim')}>{previous} → </span>
            <b>{mode}</b>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Who changed the volatility mode, and when; newest first. */
function ModeChanges(): ReactNode {
  const result = useGetVolatilityModeQuery({})
  return (
    <Panel title="Changes of mode">
      <QueryState what="the changes of mode" result={result}>
        {({ changes }) => <Changes changes={changes} />}
      </QueryState>
    </Panel>
  )
}

/** How the casino runs: the volatility mode of Aviator with its changes, and the maintenance switch. */
export function GameModePage(): ReactNode {
  return (
    <Page>
      <VolatilityPanel />
      <div className={styles.columns}>
        <ModeChanges />
        <MaintenancePanel />
      </div>
    </Page>
  )
}
