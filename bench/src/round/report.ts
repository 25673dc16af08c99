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

/** The section that is kept in docs/benchmarks.md. */
export function sectionOf(results: readonly Result[], { rounds, bets, inFlight }: RoundOptions): string {
  return `## A round of Aviator

\`make bench-round\`: ${bets} players bet in a real round (10 s of betting, flight, crash) of the delivered service, ${inFlight} bets on their way at a time, called over NATS as the gateway
does; behind it the delivered wallet, each a process with its own database on one PostgreSQL server with its default settings. All lose. *Aviator*: from the moment at which what is open is decided (300 ms
after the crash) until the last player has been told: decisions written, losses booked 500 a call, ends written, news. The other ways tell the wallet of as many reserved bets and do
nothing else. *One by one*: \`wallet.settle\` for one bet after the other; with 8 and 64 calls at once the wallet books in one commit what comes together, so they show what is left of it for a game
that does not know of batches. *settle-bets*: 500 a call, 8 calls at once. Rounds: ${rounds}, the ways in turns in each; median, then lowest and highest; a ratio is taken within each round.
In the end the whole ledger is proven.

Machine: ${machineText()}. The caller runs on it too.

${reportOf(results)}`
}
