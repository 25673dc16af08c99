import type { Measured } from '../measure.ts'
import { machineText, median, spread, table } from '../tables.ts'
import { sides } from './options.ts'
import type { BetOptions, Side } from './options.ts'

/** One side, measured once at a number of players. */
export interface Result extends Measured {
  readonly side: Side
  readonly players: number
}

type Rounds = readonly (readonly Result[])[]

/** What is asked of product / plain, by the number of players. */
const goals: readonly { players: number; of: 'bets/s' | 'p50'; text: string; met: (ratio: number) => boolean }[] = [
  { players: 64, of: 'bets/s', text: '1.0 or more', met: (ratio) => ratio >= 1 },
  { players: 256, of: 'bets/s', text: '1.0 or more', met: (ratio) => ratio >= 1 },
  { players: 1, of: 'p50', text: '2.0 or less', met: (ratio) => ratio <= 2 },
  { players: 8, of: 'p50', text: '2.0 or less', met: (ratio) => ratio <= 2 },
]
/** What costs less CPU than this a bet has no part in it. */
const shownFromMs = 0.01
/** How many processes of a side the table names. */
const shownProcesses = 3

const valueOf = { 'bets/s': (result: Result) => result.commandsPerSecond, p50: (result: Result) => result.p50Ms }

function resultsOf(rounds: Rounds, side: Side, players: number): Result[] {
  return rounds.flatMap((round) => round.filter((result) => result.side === side && result.players === players))
}

/** Each round by itself: its sides ran one after the other, so what else the machine did touches both. */
function ratiosOf(rounds: Rounds, side: Side, players: number, of: keyof typeof valueOf): number[] {
  const plain = resultsOf(rounds, 'plain', players)
  return resultsOf(rounds, side, players).map((result, round) => {
    const other = plain[round]
    return valueOf[of](result) / (other === undefined ? Number.NaN : valueOf[of](other))
  })
}

function goalsTable(rounds: Rounds): string {
  const rows = levelsOf(rounds).flatMap((players) =>
    (['bets/s', 'p50'] as const).map((of) => {
      const ratios = ratiosOf(rounds, 'product', players, of)
      const goal = goals.find((each) => each.players === players && each.of === of)
      const met = goal === undefined ? '' : goal.met(median(ratios)) ? 'yes' : 'no'
      const others = sidesOf(rounds).filter((side) => side !== 'product' && side !== 'plain')
      const shown = others.map((side) => spread(ratiosOf(rounds, side, players, of), 2))
      return [`${of} at ${players} players`, spread(ratios, 2), goal?.text ?? '', met, ...shown]
    }),
  )
  const others = sidesOf(rounds).filter((side) => side !== 'product' && side !== 'plain')
  return table(['a round each', 'product / plain', 'goal', 'met', ...others.map((side) => `${side} / plain`)], rows)
}

const sidesOf = (rounds: Rounds): Side[] => sides.filter((side) => rounds.flat().some((result) => result.side === side))

function levelsOf(rounds: Rounds): number[] {
  return [...new Set(rounds.flat().map(({ players }) => players))]
}

/** CPU of a process in ms a bet, by name, the highest first. */
function cpuOf(results: readonly Result[]): [name: string, ms: number][] {
  const names = [...new Set(results.flatMap(({ used }) => used.map(({ name }) => name)))]
  return names
    .map((name): [string, number] => {
      const ms = results.map(({ used, commandsPerSecond }) => {
        const { cores } = used.find((each) => each.name === name) ?? { cores: 0 }
        return (cores * 1000) / commandsPerSecond
      })
      return [name, median(ms)]
    })
    .filter(([, ms]) => ms >= shownFromMs)
    .toSorted(([, a], [, b]) => b - a)
}

function measurementsTable(rounds: Rounds): string {
  const rows = levelsOf(rounds).flatMap((players) =>
    sidesOf(rounds).map((side) => {
      const results = resultsOf(rounds, side, players)
      const cpu = cpuOf(results)
      const of = (value: (result: Result) => number, digits: number) => spread(results.map(value), digits)
      return [
        side,
        String(players),
        of(({ commandsPerSecond }) => commandsPerSecond, 0),
        of(({ p50Ms }) => p50Ms, 1),
        of(({ p99Ms }) => p99Ms, 1),
        median(results.map(({ walBytesPerCommand }) => walBytesPerCommand)).toFixed(0),
        cpu.reduce((sum, [, ms]) => sum + ms, 0).toFixed(2),
        cpu
          .slice(0, shownProcesses)
          .map(([name, ms]) => `${name} ${ms.toFixed(2)}`)
          .join(', '),
      ]
    }),
  )
  const head = ['side', 'players', 'bets/s', 'p50 ms', 'p99 ms', 'WAL bytes a bet', 'CPU ms a bet', 'most CPU']
  return table(head, rows)
}

/** Both tables as Markdown. */
export function reportOf(rounds: Rounds): string {
  return `${goalsTable(rounds)}\n\n${measurementsTable(rounds)}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(rounds: Rounds, { rounds: count, seconds }: BetOptions): string {
  return `## A bet, end to end

${count} rounds of ${seconds} s a measurement.
Machine: ${machineText()}.

${reportOf(rounds)}`
}
