import type { ChartPeriod } from '@kismet/contracts'
import { formatNet, formatRupeesShort } from '@kismet/ui/format/money.ts'
import { textClass } from '@kismet/ui/class-names.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { BarChart, Legend } from '../../core/chart/bar-chart.tsx'
import type { BarLook, Series, Slot } from '../../core/chart/plots.tsx'
import { formatCount } from '../../core/format/amount.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import type { Charted, Days } from '../../entities/watch/chart-series.ts'
import { counts, rupees, slotsOf, sumOf, valuesOf, withinDays } from '../../entities/watch/chart-series.ts'
import type { ChartPoint } from '../../entities/watch/watch-api.ts'
import { useCharts } from '../../entities/watch/watch-api.ts'
import styles from './analytics.module.css'

/** How a period and the one before are spoken of. */
const words: Readonly<Record<ChartPeriod | 'own', { now: string; before: string }>> = {
  today: { now: 'today', before: 'Yesterday' },
  '7d': { now: 'in 7 days', before: '7 days before' },
  '30d': { now: 'in 30 days', before: '30 days before' },
  own: { now: 'in these days', before: 'Days before' },
}

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
function panelsOf({ by, points, before }: Charted, slots: readonly Slot[], period: keyof typeof words): Drawn[] {
  const { now, before: earlier } = words[period]
  const of = (figure: Figure) => valuesOf(points, figure, slots)
  const line = (figure: Figure): Series => ({ name: earlier, look: 'line', values: valuesOf(before, figure, slots) })
  const dashed = { look: 'line', text: earlier } as const
  const peak = Math.max(...points.map(({ online }) => online ?? -1))
  return [
    {
      title: `GGR per ${by}`,
      note: `${formatNet(sumOf(points, ggrOf))} ${now}`,
      legend: [{ look: 'won', text: 'Won' }, { look: 'lost', text: 'Lost' }, dashed],
      series: [{ name: 'GGR', look: { above: 'won', below: 'lost' }, values: of(ggrOf) }, line(ggrOf)],
      isMoney: true,
    },
    {
      title: `Deposits and withdrawals paid per ${by}`,
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

function Panels({ charts, period }: { charts: Charted; period: keyof typeof words }): ReactNode {
  const slots = slotsOf(charts)
  return panelsOf(charts, slots, period).map(({ title, note, legend, series, isMoney }) => (
    <Panel key={title} title={title} note={note} end={<Legend entries={legend} />}>
      <BarChart label={title} slots={slots} series={series} {...(isMoney ? rupees : counts)} />
    </Panel>
  ))
}

/** The charts go back 60 days. */
function Known(props: { charts: Charted; period: keyof typeof words }): ReactNode {
  if (props.charts.points.length > 0) return <Panels {...props} />
  return <p className={textClass('mute')}>The charts go back 60 days. Reports have earlier days.</p>
}

/** Bets, GGR, deposits, withdrawals and online players of a period or of own days, beside those before. */
export function ChartPanels({ period }: { period: ChartPeriod | Days }): ReactNode {
  // The last 30 days come with the 30 before them, which are all that is kept.
  const [asked, own] = typeof period === 'string' ? [period] : (['30d', period] as const)
  const result = useCharts(asked)
  const known = (
    <QueryState what="charts" result={result} rows={6}>
      {(charts) => (
        <div className={styles.charts} aria-busy={result.isFetching}>
          <Known charts={own ? withinDays(charts, own) : charts} period={own ? 'own' : asked} />
        </div>
      )}
    </QueryState>
  )
  if (result.currentData) return known
  return (
    <Panel title="Charts" flush>
      {known}
    </Panel>
  )
}
