import { parseArgs } from 'node:util'
import { resolve } from 'node:path'

/** What one run of the benchmark of statements does. */
export interface StatementOptions {
  readonly rounds: number
  /** Bets on the two statements that are compared. */
  readonly rows: number
  readonly fewRows: number
  /** How often each page is asked for in a round. */
  readonly asks: number
  /** How long bets are measured in a round. */
  readonly seconds: number
  /** Players who bet, one bet at a time each. */
  readonly players: number
  /** Entries that analytics finds waiting in a round. */
  readonly backlog: number
  /** Where the services leave CPU profiles. */
  readonly profileFolder: string | undefined
  /** Writes the tables to docs/internals/benchmarks.md. */
  readonly write: boolean
}

const usage =
  'usage: node src/statement/main.ts [--rounds 3] [--rows 200000] [--few-rows 200] [--asks 200] [--seconds 6] [--players 256] [--backlog 50000] [--profile FOLDER] [--write]'
const most = 10_000_000

/** @throws Error with the usage when an option is wrong. */
export function readStatementOptions(args: readonly string[]): StatementOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      rows: { type: 'string', default: '200000' },
      'few-rows': { type: 'string', default: '200' },
      asks: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '6' },
      players: { type: 'string', default: '256' },
      backlog: { type: 'string', default: '50000' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const numbers = {
    rounds: Number(values.rounds),
    rows: Number(values.rows),
    fewRows: Number(values['few-rows']),
    asks: Number(values.asks),
    seconds: Number(values.seconds),
    players: Number(values.players),
    backlog: Number(values.backlog),
  }
  if (Object.values(numbers).some((number) => !Number.isInteger(number) || number < 1 || number > most))
    throw new Error(usage)
  const profileFolder = values.profile === undefined ? undefined : resolve(values.profile)
  return { ...numbers, profileFolder, write: values.write }
}
