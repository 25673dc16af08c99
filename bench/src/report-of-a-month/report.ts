import { loadavg } from 'node:os'
import type { Worked } from '../round/at-once.ts'
import { machineText, table } from '../tables.ts'

/** A month of the ledger, and how many of its entries analytics took a second. */
export interface Month {
  readonly month: string
  readonly entries: number
  readonly takenPerSecond: number
}

/** What the back office asked for, and the same from one SQL statement. */
export interface Measured {
  readonly what: 'report of a day' | 'report of a month' | 'balances at the end of a day'
  readonly of: Month
  readonly product: Worked
  readonly plain: Worked
}

const goalMs = 2_000

/** Both tables as Markdown. */
export function reportOf(months: readonly Month[], measured: readonly Measured[]): string {
  const ms = (time: number) => time.toFixed(1)
  const times = measured.map(({ what, of, product, plain }) => [
    ...[what, String(of.entries), ms(product.p50Ms), ms(product.p99Ms), ms(plain.p50Ms), ms(plain.p99Ms)],
    ...[(product.p50Ms / plain.p50Ms).toFixed(3), `${goalMs} or less`, product.p99Ms <= goalMs ? 'yes' : 'no'],
  ])
  const head = ['what', 'entries of the month', 'p50 ms', 'p99 ms', 'SQL p50 ms', 'SQL p99 ms', 'p50 / SQL p50']
  const taken = months.map(({ month, entries, takenPerSecond }) => [month, String(entries), takenPerSecond.toFixed(0)])
  return `${table([...head, 'goal of p99', 'met'], times)}\n\n${table(['month', 'entries', 'entries taken a second'], taken)}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(asks: number, text: string): string {
  return `## Reports of the back office

${asks} asks a report. Machine: ${machineText()}. Load: ${loadavg()[1]?.toFixed(1)} over five minutes.

${text}`
}
