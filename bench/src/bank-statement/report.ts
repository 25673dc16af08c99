import { loadavg } from 'node:os'
import { machineText, median, spread, table } from '../tables.ts'
import type { Waited } from './desk.ts'
import type { Met } from './others.ts'

/** One file. `cpuSeconds`: of the processes of each name. `lag`: delays of the event loop of payments meanwhile, and while nothing was asked, in ms. */
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

/** The section that is kept in docs/benchmarks.md. */
export function sectionOf(results: readonly Result[], rows: number): string {
  return `## The file of a bank

\`make bench-bank-statement\`: an admin brings a file of ${rows.toLocaleString('en-IN')} rows to the page of bank statements in Chromium, on the stack that \`make up\` brings up, and goes on as soon as its columns are there. Of a hundred rows 40 are
exact matches of requests that wait, 5 have a wrong digit, 10 are debits, the others nobody has asked for; 5 more requests wait that the file has not. Another file in each of ${results.length} rounds; median, then lowest and highest. Delays of the event loop are those that
Node sees in turns of 10 ms, which are in them; a player asks for the own deposits every 20 ms, as payments answers, too.

Machine: ${machineText()}. Chromium and the stack share it. Its load was ${loadavg()[1]?.toFixed(1)} over the last five minutes: much above 2, others were at work on it, and times are longer than the work is: the time on the CPU says how much it was, with what the stack does besides.

${reportOf(results)}
`
}
