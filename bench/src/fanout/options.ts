import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** What one run of the benchmark of the fan-out does. */
export interface FanOutOptions {
  readonly rounds: number
  /** How long each measurement takes. */
  readonly seconds: number
  /** Numbers of sockets. */
  readonly sockets: readonly number[]
  /** One half of it alone. */
  readonly only: 'ticks' | 'cash-outs' | undefined
  /** Where each side leaves a CPU profile. */
  readonly profileFolder: string | undefined
  /** Writes the tables to docs/internals/benchmarks.md. */
  readonly write: boolean
}

const usage =
  'usage: node src/fanout/main.ts [--rounds 3] [--seconds 8] [--sockets 1000,5000] [--only ticks|cash-outs] [--profile FOLDER] [--write]'
const mostSockets = 5_000

/** @throws Error with the usage when an option is wrong. */
export function readFanOutOptions(args: readonly string[]): FanOutOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '8' },
      sockets: { type: 'string', default: '1000,5000' },
      only: { type: 'string' },
      profile: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    sockets: values.sockets.split(',').map(Number),
    only: values.only as FanOutOptions['only'],
    profileFolder: values.profile === undefined ? undefined : resolve(values.profile),
    write: values.write,
  }
  const wrong = [options.rounds, options.seconds, ...options.sockets].some(
    (number) => !Number.isInteger(number) || number < 1 || number > mostSockets,
  )
  const isUnknownHalf = !['ticks', 'cash-outs', undefined].includes(values.only)
  if (wrong || isUnknownHalf) throw new Error(usage)
  return options
}
