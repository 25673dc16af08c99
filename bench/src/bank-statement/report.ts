import { loadavg } from 'node:os'
import { machineText, median, spread, table } from '../tables.ts'
import type { Waited } from './desk.ts'
import type { Met } from './others.ts'

/** One file. `cpuSeconds`: by process name. `lag`: delays of the event loop of payments in ms, `idleLag` without requests. */
export interface Result {
  readonly waited: Waited
  readonly met: Met
  readonly cpuSeconds: ReadonlyMap<string, number>
  readonly lag: { readonly p99Ms: number; readonly worstMs: number }
  readonly idleLag: { readonly p99Ms: number; readonly worstMs: number }
}

const goalMs = 5_000
const shownFromSeconds = 0.1

/** Seconds of CPU of the whole stack. */
export const wholeCpu = ({ cpuSeconds }: Pick<Result, 'cpuSeconds'>): number =>
  [...cpuSeconds.values()].reduce((sum, seconds) => sum + seconds, 0)

/** Which processes used most of it, in words. */
function cpuByProcess(results: readonly Result[]): string {
  const names = [...new Set(results.flatMap(({ cpuSeconds }) => [...cpuSeconds.keys()]))]
  return names
    .map((name): [string, number] => [name, median(results.map(({ cpuSeconds }) => cpuSeconds.get(name) ?? 0))])
    .filter(([, seconds]) => seconds >= shownFromSeconds)
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, seconds]) => `${name} ${seconds.toFixed(2)} s`)
    .join(', ')
}

/** The table as Markdown. */
export function reportOf(results: readonly Result[]): string {
  const of = (value: (result: Result) => number, digits = 0) => spread(results.map(value), digits)
  const wholeMs = ({ waited: { readMs, matchedMs } }: Result) => readMs + matchedMs
  const met = median(results.map(wholeMs)) <= goalMs ? 'yes' : 'no'
  const figures = table(
    ['what', 'ms', 'goal', 'met'],
    [
      ['from the drop to the columns', of(({ waited }) => waited.readMs), '', ''],
      ['from there to the matches', of(({ waited }) => waited.matchedMs), '', ''],
      ['both', of(wholeMs), `${goalMs} or less`, met],
      ['CPU of the whole stack, ms of one core', of((result) => wholeCpu(result) * 1_000), '', ''],
      ['delay of the event loop of payments, p99', of(({ lag }) => lag.p99Ms, 1), '', ''],
      ['the longest', of(({ lag }) => lag.worstMs, 1), '', ''],
      ['without a file, p99', of(({ idleLag }) => idleLag.p99Ms, 1), '', ''],
      ['the longest', of(({ idleLag }) => idleLag.worstMs, 1), '', ''],
      ['a player’s own deposits meanwhile, p50', of(({ met: { p50Ms } }) => p50Ms, 1), '', ''],
      ['p99', of(({ met: { p99Ms } }) => p99Ms, 1), '', ''],
      ['the longest', of(({ met: { worstMs } }) => worstMs, 1), '', ''],
    ],
  )
  return `${figures}\n\nOf that CPU: ${cpuByProcess(results)}.`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(results: readonly Result[], rows: number): string {
  return `## The file of a bank

${rows.toLocaleString('en-IN')} rows, ${results.length} rounds.
Machine: ${machineText()}. Load: ${loadavg()[1]?.toFixed(1)} over five minutes.

${reportOf(results)}
`
}
