import { loadavg } from 'node:os'
import { machineText, median, spread, table } from '../tables.ts'
import type { StatementOptions } from './options.ts'
import { pages } from './pages.ts'
import type { Page, PageTimes } from './pages.ts'

/** One round. */
export interface Result {
  readonly pages: Readonly<Record<Page, PageTimes>>
  readonly betsPerSecond: number
  readonly takenPerSecond: number
}

const most = 2
const least = 1

function pageTable(results: readonly Result[]): string {
  const rows = pages.map((page) => {
    const times = results.map((result) => result.pages[page])
    const ratios = times.map(({ manyMs, fewMs }) => manyMs / fewMs)
    const ofMany = times.map(({ manyMs }) => manyMs)
    const ofFew = times.map(({ fewMs }) => fewMs)
    const isGoal = page === 'newest'
    const goal = isGoal ? [`below ${most}`, median(ratios) < most ? 'yes' : 'no'] : ['', '']
    return [page, spread(ofMany, 1), spread(ofFew, 1), spread(ratios, 2), ...goal]
  })
  return table(['page of 50', 'p50 ms of many', 'p50 ms of few', 'many / few', 'goal', 'met'], rows)
}

function intakeTable(results: readonly Result[]): string {
  const ratios = results.map(({ takenPerSecond, betsPerSecond }) => takenPerSecond / betsPerSecond)
  const cells = [
    spread(
      results.map(({ takenPerSecond }) => takenPerSecond),
      0,
    ),
    spread(
      results.map(({ betsPerSecond }) => betsPerSecond),
      0,
    ),
    spread(ratios, 2),
    `above ${least}`,
    median(ratios) > least ? 'yes' : 'no',
  ]
  return table(['entries taken a second', 'bets/s', 'ratio', 'goal', 'met'], [cells])
}

/** Both tables as Markdown. */
export function reportOf(results: readonly Result[]): string {
  return `${pageTable(results)}\n\n${intakeTable(results)}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. @param firstTaken entries a second of the statement with many lines, when it was first made */
export function sectionOf(results: readonly Result[], firstTaken: number, options: StatementOptions): string {
  const { rounds, rows, fewRows, asks, seconds, players, backlog } = options
  return `## Account statements

${rounds} rounds: ${rows} and ${fewRows} bets, ${asks} reads a page, ${players} players for ${seconds} s, backlog ${backlog}. First intake: ${firstTaken.toFixed(0)} entries/s.
Machine: ${machineText()}. Load: ${loadavg()[1]?.toFixed(1)} over five minutes.

${reportOf(results)}`
}
