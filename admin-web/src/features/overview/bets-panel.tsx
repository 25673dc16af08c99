import { asCallError } from '@kismet/app-kit/call-error.ts'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import { BarChart, Legend } from '../../core/chart/bar-chart.tsx'
import { shortCount } from '../../core/chart/scale.ts'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { slotsOf, sumOf, valuesOf } from '../../entities/watch/chart-series.ts'
import type { ChartPoint } from '../../entities/watch/watch-api.ts'
import styles from './overview.module.css'
import { useDay } from './use-day.ts'

const betsOf = ({ bets }: ChartPoint): number => bets

/** How busy the day is, hour by hour, beside yesterday. */
export function BetsPanel(): ReactNode {
  const { data, error, refetch, isFetching } = useDay()
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
          unit={1}
          format={formatCount}
          short={shortCount}
          tall
        />
      ) : (
        <div className={styles.room}>
          {error ? (
            <ErrorState
              icon={CircleAlert}
              title="Failed to load charts"
              busy={isFetching}
              onRetry={() => void refetch()}
            >
              {errorDetail(asCallError(error))}
            </ErrorState>
          ) : (
            <Skeleton look="table" rows={6} label="Loading charts" />
          )}
        </div>
      )}
    </Panel>
  )
}
