import { parseArgs } from 'node:util'

/** What one run of the benchmark of growth does. */
export interface GrowthOptions {
  /** How long each measurement takes. */
  readonly seconds: number
  /** Numbers of players, one bet at a time each. */
  readonly players: readonly number[]
  /** Numbers of gateways. */
  readonly gateways: readonly number[]
  /** Numbers of each other service. */
  readonly services: readonly number[]
  /** Writes the table to docs/internals/benchmarks.md. */
  readonly write: boolean
}

const usage =
  'usage: node src/growth/main.ts [--seconds 6] [--players 64,256] [--gateways 1,2,4] [--services 1,2] [--write]'

/** @throws Error with the usage when an option is wrong. */
export function readGrowthOptions(args: readonly string[]): GrowthOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string', default: '6' },
      players: { type: 'string', default: '64,256' },
      gateways: { type: 'string', default: '1,2,4' },
      services: { type: 'string', default: '1,2' },
      write: { type: 'boolean', default: false },
    },
  })
  const list = (text: string) => text.split(',').map(Number)
  const options = {
    seconds: Number(values.seconds),
    players: list(values.players),
    gateways: list(values.gateways),
    services: list(values.services),
    write: values.write,
  }
  const isNumber = (most: number) => (number: number) => Number.isInteger(number) && number >= 1 && number <= most
  const processes = [...options.gateways, ...options.services]
  if (![options.seconds, ...options.players].every(isNumber(1_024)) || !processes.every(isNumber(8)))
    throw new Error(usage)
  return options
}
