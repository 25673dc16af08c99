import { Row } from '@kismet/ui/layout/layout.tsx'
import { ChartPeriod } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Days } from '../../core/date-range.tsx'
import { DateRange } from '../../core/date-range.tsx'
import { indiaDay, startOfDayMs } from '../../core/format/time.ts'
import { SearchField } from '../../core/table/search-field.tsx'
import { Tabs } from '../../core/table/tabs.tsx'
import { useIsPhone } from '../../core/use-is-phone.ts'
import { Page } from '../../entities/page/page.tsx'
import { useServerNow } from '../../entities/site/use-now.ts'
import { ChartPanels } from './chart-panels.tsx'
import { DayPanel, periods, useDayState } from './day-panel.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { StatementDialog } from './statement-dialog.tsx'
import styles from './analytics.module.css'

/** Days that the service keeps, today among them, and days that an own range begins with. */
const [keptDays, firstDays] = [60, 14]

/** The own range of days in the address. */
function useOwnDays(): { days: Days; within: Days; setDays: (days: Days) => void } {
  const [params, setParams] = useSearchParams()
  const nowMs = useServerNow(60_000)
  const ago = (days: number): string => indiaDay(startOfDayMs(nowMs, days))
  const within = { from: ago(keptDays - 1), to: ago(0) }
  const dayIn = (name: keyof Days, otherwise: string): string => {
    const day = params.get(name) ?? ''
    return day >= within.from && day <= within.to ? day : otherwise
  }
  const to = dayIn('to', within.to)
  const from = dayIn('from', ago(firstDays - 1))
  return {
    days: { from: from > to ? to : from, to },
    within,
    setDays: (days) => setParams({ ...Object.fromEntries(params), ...days }, { replace: true }),
  }
}

/** What the casino has come to, player by player and hour by hour, and who is there (spec 2.16). */
export function AnalyticsPage(): ReactNode {
  const state = useDayState()
  const { days, within, setDays } = useOwnDays()
  const isPhone = useIsPhone()
  const chosen = state.chosen(periods)
  const period = ChartPeriod.safeParse(chosen).data ?? days
  const bar = (
    <Row wrap gap={2} className={styles.bar}>
      <Tabs filter={periods} value={chosen} onValue={(value) => state.choose(periods, value)} />
      {period === days && <DateRange label="Days of the charts" days={days} within={within} onDays={setDays} />}
      <SearchField hint="Email, id" search={state.search} onSearch={state.setSearch} onFirst={() => undefined} />
    </Row>
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
