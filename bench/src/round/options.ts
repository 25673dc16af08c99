import { parseArgs } from 'node:util'

/** What one run of the benchmark of a round does. */
export interface RoundOptions {
  readonly rounds: number
  /** Bets of a round, each of a player of their own. */
  readonly bets: number
  /** Bets that are on their way at one time while betting is open. */
  readonly inFlight: number
  /** Writes the tables to docs/internals/benchmarks.md. */
  readonly write: boolean
}

const usage = 'usage: node src/round/main.ts [--rounds 3] [--bets 5000] [--in-flight 256] [--write]'
/** The most that the liability of a round leaves room for. */
const mostBets = 10_000

/** @throws Error with the usage when an option is wrong. */
export function readRoundOptions(args: readonly string[]): RoundOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      bets: { type: 'string', default: '5000' },
      'in-flight': { type: 'string', default: '256' },
      write: { type: 'boolean', default: false },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    bets: Number(values.bets),
    inFlight: Number(values['in-flight']),
    write: values.write,
  }
  const wrong = [options.rounds, options.bets, options.inFlight].some(
    (number) => !Number.isInteger(number) || number < 1 || number > mostBets,
  )
  if (wrong) throw new Error(usage)
  return options
}
