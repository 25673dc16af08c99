import type { Options } from './options.ts'
import type { Result } from './round.ts'
import { machineText, median, spread, table } from './tables.ts'

const names: Readonly<Record<string, string>> = {
  naive: '(a) naive',
  'one-statement': '(b) one statement',
  core: '(c) wallet core',
  bus: '(d) wallet on the bus',
}

interface Row {
  readonly contender: string
  readonly inFlight: number
  readonly runs: readonly Result[]
}

function rowsOf(rounds: readonly (readonly Result[])[]): Row[] {
  const rows = new Map<string, Row & { runs: Result[] }>()
  for (const result of rounds.flat()) {
    const key = `${result.contender} ${result.inFlight}`
    const row = rows.get(key) ?? { contender: result.contender, inFlight: result.inFlight, runs: [] }
    row.runs.push(result)
    rows.set(key, row)
  }
  return [...rows.values()]
}

const perSecond = (row: Row): number => median(row.runs.map((run) => run.commandsPerSecond))

/** The best of a baseline's client counts, in one round. */
function best(round: readonly Result[], contender: string): number {
  return Math.max(...round.filter((result) => result.contender === contender).map((result) => result.commandsPerSecond))
}

interface Ratio {
  readonly name: string
  readonly goal: string
  readonly values: readonly number[]
  readonly met: (value: number) => boolean
}

function at(round: readonly Result[], contender: string, inFlight: number): Result | undefined {
  return round.find((result) => result.contender === contender && result.inFlight === inFlight)
}

/** The ratios of each round by itself: its contenders ran side by side, so what else the machine did touches both. */
function ratiosOf(rounds: readonly (readonly Result[])[]): Ratio[] {
  const throughput = (contender: string, baseline: string) =>
    rounds.map((round) => (at(round, contender, 1024)?.commandsPerSecond ?? Number.NaN) / best(round, baseline))
  const latency = (of: 'p50Ms' | 'p99Ms', inFlight: number, contender: string, baseline: string) =>
    rounds.map(
      (round) =>
        (at(round, contender, inFlight)?.[of] ?? Number.NaN) / (at(round, baseline, inFlight)?.[of] ?? Number.NaN),
    )
  const atLeast = (goal: number) => (value: number) => value >= goal
  const atMost = (goal: number) => (value: number) => value <= goal
  return [
    { name: '(c) / (a) at 1024 in flight', goal: '8 or more', values: throughput('core', 'naive'), met: atLeast(8) },
    {
      name: '(c) / (b) at 1024 in flight',
      goal: '5 or more',
      values: throughput('core', 'one-statement'),
      met: atLeast(5),
    },
    { name: '(d) / (a) at 1024 in flight', goal: '5 or more', values: throughput('bus', 'naive'), met: atLeast(5) },
    {
      name: 'p50 of (d) / p50 of (c), alone in flight',
      goal: '2 or less',
      values: latency('p50Ms', 1, 'bus', 'core'),
      met: atMost(2),
    },
    {
      name: 'p99 of (c) / p99 of (a), 16 in flight',
      goal: '1 or less',
      values: latency('p99Ms', 16, 'core', 'naive'),
      met: atMost(1),
    },
    {
      name: 'p99 of (d) / p99 of (a), 16 in flight',
      goal: '1 or less',
      values: latency('p99Ms', 16, 'bus', 'naive'),
      met: atMost(1),
    },
  ]
}

function usedOf(row: Row): string {
  const processes = row.runs[0]?.used.map(({ name }) => name) ?? []
  return processes
    .map((name) => {
      const of = row.runs.flatMap(({ used }) => used.filter((each) => each.name === name))
      return `${name} ${median(of.map(({ cores }) => cores)).toFixed(2)} / ${median(of.map(({ memoryMiB }) => memoryMiB)).toFixed(0)}`
    })
    .join(', ')
}

/** Both tables as Markdown. */
export function reportOf(rounds: readonly (readonly Result[])[]): string {
  const rows = rowsOf(rounds)
  const results = table(
    ['contender', 'in flight', 'commands/s', 'p50 ms', 'p99 ms', 'WAL bytes a command', 'cores / MiB of each process'],
    rows.map((row) => [
      names[row.contender] ?? row.contender,
      String(row.inFlight),
      spread(
        row.runs.map((run) => run.commandsPerSecond),
        0,
      ),
      spread(
        row.runs.map((run) => run.p50Ms),
        2,
      ),
      spread(
        row.runs.map((run) => run.p99Ms),
        2,
      ),
      median(row.runs.map((run) => run.walBytesPerCommand ?? Number.NaN)).toFixed(0),
      usedOf(row),
    ]),
  )
  const ratios = ratiosOf(rounds)
    .filter(({ values }) => values.every(Number.isFinite))
    .map(({ name, goal, values, met }) => [name, spread(values, 2), goal, met(median(values)) ? 'yes' : 'no'])
  return `${table(['ratio', 'of each round', 'goal', 'met'], ratios)}\n\n${results}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(rounds: readonly (readonly Result[])[], options: Options, postgres: string): string {
  const fastest = rowsOf(rounds).toSorted((a, b) => perSecond(b) - perSecond(a))[0]
  return `## The wallet

${options.rounds} rounds of ${options.seconds} s a measurement, PostgreSQL ${postgres}.
Machine: ${machineText()}. Highest: ${fastest === undefined ? 'none' : `${perSecond(fastest).toFixed(0)} commands/s, ${names[fastest.contender] ?? ''} at ${fastest.inFlight}`}.

${reportOf(rounds)}`
}
