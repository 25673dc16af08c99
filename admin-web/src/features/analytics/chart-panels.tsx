import { asCallError } from '@kismet/app-kit/call-error.ts'
import { formatRupees, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { StaleNote } from '../../core/table/stale-note.tsx'
import { standingOf } from '../../core/table/standing.ts'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import type { ReactNode } from 'react'
import type { ChartPeriod } from '@kismet/contracts'
import { BarChart, Legend } from '../../core/chart/bar-chart.tsx'
import type { BarLook, Series, Slot } from '../../core/chart/bar-chart.tsx'
import { shortCount, shortRupees } from '../../core/chart/scale.ts'
import { errorDetail } from '../../core/error-text.ts'
import { formatCount } from '../../core/format/amount.tsx'
import { slotsOf, sumOf, valuesOf } from '../../entities/watch/chart-series.ts'
import type { ChartPoint, Charts } from '../../entities/watch/watch-api.ts'
import { useGetChartsQuery } from '../../entities/watch/watch-api.ts'
import styles from './analytics.module.css'

/** Figures of the current day are refreshed regularly. */
const pollMs = 30_000

/** How a period and the one before are spoken of. */
const words: Readonly<Record<ChartPeriod, { now: string; before: string }>> = {
  today: { now: 'today', before: 'Yesterday' },
  '7d': { now: 'in 7 days', before: '7 days before' },
  '30d': { now: 'in 30 days', before: '30 days before' },
}

const rupees = { unit: 100, format: formatRupees, short: shortRupees }
const counts = { unit: 1, format: formatCount, short: shortCount }
type Figure = (point: ChartPoint) => number | null
const betsOf = ({ bets }: ChartPoint): number => bets
const ggrOf = ({ ggr }: ChartPoint): number => ggr
const inOf = ({ depositsAmount }: ChartPoint): number => depositsAmount
const outOf = ({ withdrawalsAmount }: ChartPoint): number => withdrawalsAmount
const onlineOf = ({ online }: ChartPoint): number | null => online

interface Drawn {
  title: string
  note?: string
  legend: readonly { look: BarLook | 'line'; text: string }[]
  series: readonly Series[]
  isMoney: boolean
}

/** What each panel of a period shows. */
function panelsOf({ by, points, before }: Charts, slots: readonly Slot[], period: ChartPeriod): Drawn[] {
  const { now, before: earlier } = words[period]
  const of = (figure: Figure) => valuesOf(points, figure, slots)
  const line = (figure: Figure): Series => ({ name: earlier, look: 'line', values: valuesOf(before, figure, slots) })
  const dashed = { look: 'line', text: earlier } as const
  const peak = Math.max(...points.map(({ online }) => online ?? -1))
  return [
    {
      title: `GGR per ${by}`,
      note: `${formatRupees(sumOf(points, ggrOf))} ${now}`,
      legend: [{ look: 'won', text: 'Won' }, { look: 'lost', text: 'Lost' }, dashed],
      series: [{ name: 'GGR', look: { above: 'won', below: 'lost' }, values: of(ggrOf) }, line(ggrOf)],
      isMoney: true,
    },
    {
      title: `Deposits and withdrawals per ${by}`,
      legend: [
        { look: 'in', text: `In ${formatRupeesShort(sumOf(points, inOf))}` },
        { look: 'out', text: `Out ${formatRupeesShort(sumOf(points, outOf))}` },
      ],
      series: [
        { name: 'In', look: { above: 'in' }, values: of(inOf) },
        { name: 'Out', look: { above: 'out' }, values: of(outOf), isBelow: true },
      ],
      isMoney: true,
    },
    {
      title: `Bets per ${by}`,
      note: `${formatCount(sumOf(points, betsOf))} ${now}`,
      legend: [{ look: 'plain', text: 'Bets' }, dashed],
      series: [{ name: 'Bets', look: { above: 'plain' }, values: of(betsOf) }, line(betsOf)],
      isMoney: false,
    },
    {
      title: `Online players per ${by}`,
      note: peak < 0 ? 'no data yet' : `at most ${formatCount(peak)} at a time ${now}`,
      legend: [{ look: 'plain', text: `Most in the ${by}` }, dashed],
      series: [{ name: 'Online', look: { above: 'plain' }, values: of(onlineOf) }, line(onlineOf)],
      isMoney: false,
    },
  ]
}

function Panels({ charts, period }: { charts: Charts; period: ChartPeriod }): ReactNode {
  const slots = slotsOf(charts)
  return panelsOf(charts, slots, period).map(({ title, note, legend, series, isMoney }) => (
    <Panel key={title} title={title} note={note} end={<Legend entries={legend} />}>
      <BarChart label={title} slots={slots} series={series} {...(isMoney ? rupees : counts)} />
    </Panel>
  ))
}

/** Bets, GGR, deposits, withdrawals and online players of a period, beside the one before. */
export function ChartPanels({ period }: { period: ChartPeriod }): ReactNode {
  const result = useGetChartsQuery({ period }, { pollingInterval: pollMs })
  const { currentData, error, refetch, isFetching } = result
  if (currentData)
    return (
      <>
        <StaleNote text="Failed to load charts." listing={standingOf(result)} />
        <div className={styles.charts} aria-busy={isFetching}>
          <Panels charts={currentData} period={period} />
        </div>
      </>
    )
  return (
    <Panel title="Charts" flush>
      {error ? (
        <ErrorState icon={CircleAlert} title="Failed to load charts" busy={isFetching} onRetry={() => void refetch()}>
          {errorDetail(asCallError(error))}
        </ErrorState>
      ) : (
        <Skeleton look="table" rows={6} label="Loading charts" />
      )}
    </Panel>
  )
}
