import { loadavg } from 'node:os'
import { machineText, median, spread, table } from '../tables.ts'
import type { Seen } from './delays.ts'
import type { FanOutOptions } from './options.ts'
import { sideNames } from './sides.ts'
import type { SideName } from './sides.ts'
import type { CashOutRound } from './round-of-cash-outs.ts'

/** One side, measured once with a number of sockets. */
export interface Result extends Seen {
  readonly side: SideName
  readonly sockets: number
  readonly connectionsPerSecond: number
  /** CPU of its process while it told ticks. */
  readonly cores: number
  readonly memoryMiB: number
}

type Rounds = readonly (readonly Result[])[]

interface Ratio {
  readonly text: string
  readonly of: (ours: Result, other: Result) => number
  readonly against: SideName
  readonly goal?: { readonly sockets: number; readonly text: string; readonly met: (ratio: number) => boolean }
}

const ratios: readonly Ratio[] = [
  {
    text: 'CPU of (i) / CPU of the gateway',
    of: (ours, ws) => ws.cores / ours.cores,
    against: 'ws',
    goal: { sockets: 5_000, text: '0.80 or more', met: (ratio) => ratio >= 0.8 },
  },
  { text: 'CPU of (ii) / CPU of the gateway', of: (ours, plain) => plain.cores / ours.cores, against: 'socket.io' },
  {
    text: 'connections/s of the gateway, with tokens / (ii), without',
    of: (ours, plain) => ours.connectionsPerSecond / plain.connectionsPerSecond,
    against: 'socket.io',
    goal: { sockets: 5_000, text: '0.6 or more', met: (ratio) => ratio >= 0.6 },
  },
]

const titles: Record<SideName, string> = { gateway: 'gateway', ws: '(i) raw `ws`', 'socket.io': '(ii) plain Socket.IO' }

const levelsOf = (rounds: Rounds): number[] => [...new Set(rounds.flat().map(({ sockets }) => sockets))]

const resultsOf = (rounds: Rounds, side: SideName, sockets: number): Result[] =>
  rounds.flatMap((round) => round.filter((result) => result.side === side && result.sockets === sockets))

function ratiosTable(rounds: Rounds): string {
  const rows = levelsOf(rounds).flatMap((sockets) =>
    ratios.map(({ text, of, against, goal }) => {
      const others = resultsOf(rounds, against, sockets)
      const values = resultsOf(rounds, 'gateway', sockets).flatMap((ours, round) => {
        const other = others[round]
        return other === undefined ? [] : [of(ours, other)]
      })
      const asked = goal?.sockets === sockets ? goal : undefined
      const met = asked === undefined ? '' : asked.met(median(values)) ? 'yes' : 'no'
      return [`${text}, ${sockets} sockets`, spread(values, 2), asked?.text ?? '', met]
    }),
  )
  return table(['a round each', 'ratio', 'goal', 'met'], rows)
}

function measurementsTable(rounds: Rounds): string {
  const rows = levelsOf(rounds).flatMap((sockets) =>
    sideNames.map((side) => {
      const results = resultsOf(rounds, side, sockets)
      const of = (value: (result: Result) => number, digits: number) => spread(results.map(value), digits)
      return [
        titles[side],
        String(sockets),
        of(({ cores }) => cores, 3),
        of(({ deliveredShare }) => deliveredShare * 100, 2),
        of(({ p50Ms }) => p50Ms, 1),
        of(({ p99Ms }) => p99Ms, 1),
        of(({ latenessP99Ms }) => latenessP99Ms, 1),
        of(({ connectionsPerSecond }) => connectionsPerSecond, 0),
        of(({ memoryMiB }) => memoryMiB, 0),
      ]
    }),
  )
  const head = [
    'side',
    'sockets',
    'cores',
    'delivered %',
    'p50 ms',
    'p99 ms',
    'lateness p99 ms',
    'connections/s',
    'MiB',
  ]
  return table(head, rows)
}

const ackGoal = 0.3

function cashOutsTable(rounds: readonly CashOutRound[]): string {
  const ratio = rounds.map(({ gateway, plain }) => gateway.p99Ms / plain.p99Ms)
  const times = (side: keyof CashOutRound, of: 'p50Ms' | 'p99Ms') =>
    spread(
      rounds.map((round) => round[side][of]),
      0,
    )
  const head = ['200 cash-outs at one instant', 'gateway', '(ii) plain Socket.IO', 'ratio', 'goal', 'met']
  return table(head, [
    ['ack p50 ms', times('gateway', 'p50Ms'), times('plain', 'p50Ms'), '', '', ''],
    [
      'ack p99 ms',
      times('gateway', 'p99Ms'),
      times('plain', 'p99Ms'),
      spread(ratio, 2),
      `${ackGoal} or less`,
      median(ratio) <= ackGoal ? 'yes' : 'no',
    ],
  ])
}

/** All tables as Markdown. */
export function reportOf(rounds: Rounds, cashOuts: readonly CashOutRound[]): string {
  const ticks = rounds.length === 0 ? [] : [ratiosTable(rounds), measurementsTable(rounds)]
  return `${[...ticks, ...(cashOuts.length === 0 ? [] : [cashOutsTable(cashOuts)])].join('\n\n')}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(
  rounds: Rounds,
  cashOuts: readonly CashOutRound[],
  { rounds: count, seconds }: FanOutOptions,
): string {
  return `## Ticks to thousands of sockets

${count} rounds of ${seconds} s a measurement.
Machine: ${machineText()}. Load: ${loadavg()[1]?.toFixed(1)} over five minutes.

${reportOf(rounds, cashOuts)}`
}
