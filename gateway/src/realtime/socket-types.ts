import type { TokenClaims } from '@kismet/contracts'
import type { Namespace, Server, Socket } from 'socket.io'

/** Events carry what the contracts say; what a client sends is checked where it is handled. */
type Incoming = Record<string, (...args: unknown[]) => void>
type Outgoing = Record<string, (payload: unknown) => void>

export interface SocketData {
  claims: TokenClaims
  token: string
  address: string
}

export type GatewayIo = Server<Incoming, Outgoing, Outgoing, SocketData>
export type GatewayNamespace = Namespace<Incoming, Outgoing, Outgoing, SocketData>
export type GatewaySocket = Socket<Incoming, Outgoing, Outgoing, SocketData>
