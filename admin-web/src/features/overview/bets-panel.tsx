import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { BarChart, Legend } from '../../core/chart/bar-chart.tsx'
import { formatCount } from '../../core/format/amount.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import { counts, slotsOf, sumOf, valuesOf } from '../../entities/watch/chart-series.ts'
import type { ChartPoint } from '../../entities/watch/watch-api.ts'
import { useCharts } from '../../entities/watch/watch-api.ts'
import styles from './overview.module.css'

const betsOf = ({ bets }: ChartPoint): number => bets

/** How busy the day is, hour by hour, beside yesterday. */
export function BetsPanel(): ReactNode {
  const result = useCharts('today')
  const { data, error } = result
  const slots = data && slotsOf(data)
  return (
    <Panel
      title="Bets per hour"
      note={
        data && `${formatCount(sumOf(data.points, betsOf))} today${error ? ', stale: analytics does not answer' : ''}`
      }
      end={
        data && (
          <Legend
            entries={[
              { look: 'plain', text: 'Today' },
              { look: 'line', text: 'Yesterday' },
            ]}
          />
        )
      }
      flush={!data}
    >
      {data && slots ? (
        <BarChart
          label="Bets per hour"
          slots={slots}
          series={[
            { name: 'Bets', look: { above: 'plain' }, values: valuesOf(data.points, betsOf, slots) },
            { name: 'Yesterday', look: 'line', values: valuesOf(data.before, betsOf, slots) },
          ]}
          {...counts}
          tall
        />
      ) : (
        <div className={styles.room}>
          <QueryState what="charts" result={result} rows={4}>
            {() => null}
          </QueryState>
        </div>
      )}
    </Panel>
  )
}
