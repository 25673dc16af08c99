import { parseArgs } from 'node:util'

/** What one run of the benchmark does. */
export interface Options {
  readonly rounds: number
  /** How long each measurement takes. */
  readonly seconds: number
  /** Commands in flight. */
  readonly levels: readonly number[]
  readonly contenders: readonly string[]
  /** Writes the table to docs/internals/benchmarks.md. */
  readonly write: boolean
}

const contenders = ['naive', 'one-statement', 'core', 'bus'] as const

const usage = `usage: node src/wallet.ts [--rounds 3] [--seconds 10] [--levels 1,16,64,256,1024] [--contenders ${contenders.join(',')}] [--write]`

/** @throws Error with the usage when an option is wrong. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      levels: { type: 'string', default: '1,16,64,256,1024' },
      contenders: { type: 'string', default: contenders.join(',') },
      write: { type: 'boolean', default: false },
    },
  })
  const levels = values.levels.split(',').map(Number)
  const options = {
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    levels,
    contenders: values.contenders.split(','),
    write: values.write,
  }
  const wrong = [options.rounds, options.seconds, ...levels].some(
    (number) => !Number.isInteger(number) || number < 1 || number > 10_000,
  )
  const unknown = options.contenders.some((name) => !contenders.some((known) => known === name))
  if (wrong || unknown) throw new Error(usage)
  return options
}
