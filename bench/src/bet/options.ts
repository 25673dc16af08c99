import { parseArgs } from 'node:util'
import { resolve } from 'node:path'

/** `plain`: what the product is held against. `bare`: the least that the product's way of a bet can cost. The product with its games: a roll of Dice, a spin of Slots, an opened tile of Mines. */
export const sides = ['product', 'slots', 'mines', 'plain', 'bare'] as const
export type Side = (typeof sides)[number]

/** What one run of the benchmark of a bet does. */
export interface BetOptions {
  readonly rounds: number
  /** How long each measurement takes. */
  readonly seconds: number
  /** Numbers of players, one bet at a time each. */
  readonly players: readonly number[]
  /** What is measured. */
  readonly sides: readonly Side[]
  /** Where the services of the product leave CPU profiles. */
  readonly profileFolder: string | undefined
  /** Writes the tables to docs/internals/benchmarks.md. */
  readonly write: boolean
}

const usage =
  'usage: node src/bet/main.ts [--rounds 3] [--seconds 6] [--players 1,8,64,256] [--sides product,slots,mines,plain,bare] [--profile FOLDER] [--write]'

/** @throws Error with the usage when an option is wrong. */
export function readBetOptions(args: readonly string[]): BetOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '6' },
      players: { type: 'string', default: '1,8,64,256' },
      sides: { type: 'string', default: sides.join(',') },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    players: values.players.split(',').map(Number),
    sides: sides.filter((side) => values.sides.split(',').includes(side)),
    profileFolder: values.profile === undefined ? undefined : resolve(values.profile),
    write: values.write,
  }
  const wrong = [options.rounds, options.seconds, ...options.players].some(
    (number) => !Number.isInteger(number) || number < 1 || number > 1_024,
  )
  if (wrong || options.sides.length === 0) throw new Error(usage)
  return options
}
