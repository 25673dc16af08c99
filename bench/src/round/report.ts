import { machineText, median, spread, table } from '../tables.ts'
import type { RoundSeen } from './aviator-round.ts'
import type { RoundOptions } from './options.ts'
import { ways } from './settling.ts'
import type { Way } from './settling.ts'

/** One round of Aviator, and the same number of bets settled by each other way. */
export interface Result {
  readonly aviator: RoundSeen
  /** ms of each way. */
  readonly settledMs: Readonly<Record<Way, number>>
}

const goal = 5

function bettingTable(results: readonly Result[]): string {
  const of = (value: (seen: RoundSeen) => number, digits: number) =>
    spread(
      results.map(({ aviator }) => value(aviator)),
      digits,
    )
  const cells = [
    of(({ bets }) => bets, 0),
    of(({ betsPerSecond }) => betsPerSecond, 0),
    of(({ betting }) => betting.p50Ms, 1),
    of(({ betting }) => betting.p99Ms, 1),
  ]
  return table(['bets taken', 'bets/s while betting is open', 'p50 ms', 'p99 ms'], [cells])
}

function settlingTable(results: readonly Result[]): string {
  const ours = results.map(({ aviator }) => aviator.settledMs)
  const others = ways.map((way) => {
    const times = results.map(({ settledMs }) => settledMs[way])
    const ratios = times.map((ms, round) => ms / (ours[round] ?? Number.NaN))
    const isGoal = way === 'one by one'
    const met = median(ratios) >= goal ? 'yes' : 'no'
    return [way, spread(times, 0), spread(ratios, 2), isGoal ? `${goal} or more` : '', isGoal ? met : '']
  })
  return table(
    ['settled by', 'ms', 'ms / ms of Aviator', 'goal', 'met'],
    [['Aviator', spread(ours, 0), '', '', ''], ...others],
  )
}

/** Both tables as Markdown. */
export function reportOf(results: readonly Result[]): string {
  return `${bettingTable(results)}\n\n${settlingTable(results)}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(results: readonly Result[], { rounds, bets, inFlight }: RoundOptions): string {
  return `## A round of Aviator

${rounds} rounds of ${bets} bets, ${inFlight} in flight.
Machine: ${machineText()}.

${reportOf(results)}`
}
