import type { CashOutsSeen } from './cash-outs.ts'
import type { Protocol } from './connection.ts'
import type { Seen } from './delays.ts'

/** What the process of the players is told to do. */
export type Order =
  | { readonly do: 'connect'; readonly port: number; readonly protocol: Protocol; readonly sockets: number }
  | { readonly do: 'cash-outs'; readonly players: number }
  | { readonly do: 'measure' | 'report' | 'close' }

/** What it answers. */
export interface Said {
  readonly failure?: string
  readonly connectionsPerSecond?: number
  readonly seen?: Seen
  readonly cashOuts?: CashOutsSeen
}
