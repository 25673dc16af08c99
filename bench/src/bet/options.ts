import { parseArgs } from 'node:util'
import { resolve } from 'node:path'

/** What one run of the benchmark of a bet does. */
export interface BetOptions {
  readonly rounds: number
  /** How long each measurement takes. */
  readonly seconds: number
  /** Numbers of players, one bet at a time each. */
  readonly players: readonly number[]
  /** Where the services of the product leave CPU profiles. */
  readonly profileFolder: string | undefined
  /** Writes the tables to docs/benchmarks.md. */
  readonly write: boolean
}

const usage =
  'usage: node src/bet/main.ts [--rounds 3] [--seconds 6] [--players 1,8,64,256] [--profile FOLDER] [--write]'

/** @throws Error with the usage when an option is wrong. */
export function readBetOptions(args: readonly string[]): BetOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '6' },
      players: { type: 'string', default: '1,8,64,256' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    players: values.players.split(',').map(Number),
    profileFolder: values.profile === undefined ? undefined : resolve(values.profile),
    write: values.write,
  }
  const wrong = [options.rounds, options.seconds, ...options.players].some(
    (number) => !Number.isInteger(number) || number < 1 || number > 1_024,
  )
  if (wrong) throw new Error(usage)
  return options
}
