import { ChartPeriod } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { SearchField } from '../../core/table/search-field.tsx'
import { Tabs } from '../../core/table/tabs.tsx'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { ChartPanels } from './chart-panels.tsx'
import { DayPanel, useDayState } from './day-panel.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import styles from './analytics.module.css'

const periods = {
  title: 'Period of the charts',
  options: [
    ['today', 'Today'],
    ['7d', '7 days'],
    ['30d', '30 days'],
  ],
} as const

/** What the casino has come to, player by player and hour by hour, and who is there (spec 2.16). */
export function AnalyticsPage(): ReactNode {
  const state = useDayState()
  const isPhone = useIsPhone()
  const [period, setPeriod] = useState<ChartPeriod>('today')
  const bar = (
    <div className={styles.bar}>
      <Tabs
        filter={periods}
        value={period}
        onValue={(value) => setPeriod(ChartPeriod.safeParse(value).data ?? 'today')}
      />
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
