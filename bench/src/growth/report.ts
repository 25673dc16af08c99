import type { Measured } from '../measure.ts'
import { machineText, table } from '../tables.ts'
import type { GrowthOptions } from './options.ts'

/** One size of the product, measured once at a number of players. */
export interface Grown extends Measured {
  readonly gateways: number
  /** Of each. */
  readonly services: number
  readonly players: number
  /** Of the machine over the last minute, at the end. */
  readonly load: number
}

/** What costs less CPU than this a bet has no part in it. */
const shownFromMs = 0.01

/** CPU in ms a bet of all processes of a kind together, the highest first. */
function cpuOf({ used, commandsPerSecond }: Grown): [kind: string, ms: number][] {
  const kinds = Map.groupBy(used, ({ name }) => name.replace(/-\d+$/, ''))
  return [...kinds]
    .map(([kind, processes]): [string, number] => {
      const cores = processes.reduce((sum, process) => sum + process.cores, 0)
      return [kind, (cores * 1000) / commandsPerSecond]
    })
    .filter(([, ms]) => ms >= shownFromMs)
    .toSorted(([, a], [, b]) => b - a)
}

/** Bets a second, times, and where the CPU went, as Markdown. */
export function tableOf(grown: readonly Grown[]): string {
  const head = [
    'gateways',
    'of each service',
    'players',
    'bets/s',
    'p50 ms',
    'p99 ms',
    'CPU ms a bet',
    'most CPU',
    'load',
  ]
  const rows = grown.map((size) => {
    const cpu = cpuOf(size)
    return [
      ...[size.gateways, size.services, size.players].map(String),
      size.commandsPerSecond.toFixed(0),
      size.p50Ms.toFixed(1),
      size.p99Ms.toFixed(1),
      cpu.reduce((sum, [, ms]) => sum + ms, 0).toFixed(2),
      cpu
        .slice(0, 3)
        .map(([kind, ms]) => `${kind} ${ms.toFixed(2)}`)
        .join(', '),
      size.load.toFixed(1),
    ]
  })
  return table(head, rows)
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(grown: readonly Grown[], { seconds }: GrowthOptions): string {
  return `## Growth on one machine

${seconds} s a measurement.
Machine: ${machineText()}.

${tableOf(grown)}`
}
