import { Row } from '@kismet/ui/layout/layout.tsx'
import { dayOf } from '@kismet/contracts'
import type { ReactNode } from 'react'
import { DateRange } from '../../core/date-range.tsx'
import { useListSearch } from '../../core/table/search-field.tsx'
import { Page } from '../../entities/page/page.tsx'
import { useServerNow } from '../../core/use-now.ts'
import { ChartPanels } from './chart-panels.tsx'
import { DayPanel, useDayState } from './day-panel.tsx'
import { OnlinePanel } from './online-panel.tsx'
import { StatementDialog } from './statement-dialog.tsx'

/** What the casino has come to, player by player and hour by hour, and who is there (spec 2.16). */
export function AnalyticsPage(): ReactNode {
  const state = useDayState()
  const today = dayOf(useServerNow(60_000))
  const { from, to = today, preset } = state.days
  const isPlain = from === undefined && state.days.to === undefined
  const days = { preset: isPlain ? 'today' : preset, from: from ?? to, to } as const
  const isToday = days.from === today && days.to === today
  const { inTop, inPage } = useListSearch({ hint: 'Email, id', state })
  return (
    <Page live search={inTop}>
      <Row wrap gap={2}>
        <DateRange
          title="Days"
          days={days}
          isBound
          // Without days in the address the page follows the day of today.
          onDays={(next) => state.setDays(next.preset === 'today' ? {} : next)}
        />
        {inPage}
      </Row>
      <ChartPanels period={isToday ? 'today' : days} />
      <DayPanel state={state} days={isToday ? null : days} />
      <OnlinePanel />
      {state.id !== null && <StatementDialog key={state.id} userId={state.id} onClose={() => state.open(null)} />}
    </Page>
  )
}
