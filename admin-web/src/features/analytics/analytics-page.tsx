import { ChartPeriod } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { SearchField } from '../../core/table/search-field.tsx'
import { Tabs } from '../../core/table/tabs.tsx'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { ChartPanels } from './chart-panels.tsx'
import { DayPanel, periods, useDayState } from './day-panel.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import styles from './analytics.module.css'

/** What the casino has come to, player by player and hour by hour, and who is there (spec 2.16). */
export function AnalyticsPage(): ReactNode {
  const state = useDayState()
  const isPhone = useIsPhone()
  const period = ChartPeriod.parse(state.chosen(periods))
  const bar = (
    <div className={styles.bar}>
      <Tabs filter={periods} value={period} onValue={(value) => state.choose(periods, value)} />
      <SearchField hint="Email, id" search={state.search} onSearch={state.setSearch} onFirst={() => undefined} />
    </div>
  )
  return (
    <Page live search={!isPhone && bar}>
      {isPhone && bar}
      <ChartPanels period={period} />
      <DayPanel state={state} />
      <OnlinePanel />
      {state.id !== null && <StatementDialog key={state.id} userId={state.id} onClose={() => state.open(null)} />}
    </Page>
  )
}
