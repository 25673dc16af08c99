import type { TokenClaims } from '@kismet/contracts'
import type { Server, Socket } from 'socket.io'

/** Events carry what the contracts say; what a client sends is checked where it is handled. */
type Incoming = Record<string, (...args: unknown[]) => void>
type Outgoing = Record<string, (payload: unknown) => void>

export interface SocketData {
  claims: TokenClaims
  token: string
  address: string
  /** How many players are online, as an admin was told last. */
  toldOnline?: number
}

export type GatewayIo = Server<Incoming, Outgoing, Outgoing, SocketData>
export type GatewaySocket = Socket<Incoming, Outgoing, Outgoing, SocketData>

/** The room of the sockets of one player. */
export const playerRoom = (playerId: string): string => `user:${playerId}`

/** The room of the sockets of one session. */
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`
