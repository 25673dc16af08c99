import { Agent, type ClientRequest, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { maxConnections, waits } from './app-rules.ts'

/** Headers of proxies about the client. Only X-Forwarded-For is used. */
const otherForwarding = /^(x-forwarded-(?!for$)|forwarded$|x-real-ip$|via$)/

/**
 * Adds the address of the client to X-Forwarded-For. The gateway decides how much of the chain it trusts (TRUSTED_PROXIES).
 * Entries that the client added come before the first untrusted address.
 */
export function addForwarded(request: IncomingMessage): void {
  const { headers, socket } = request
  for (const name of Object.keys(headers)) if (otherForwarding.test(name)) Reflect.deleteProperty(headers, name)
  const chain = [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat()
  if (chain.length > 0) headers['x-forwarded-for'] = chain.join(', ')
}

/** An agent that keeps connections. `fromAddress` is their local address, which the system chooses by default. */
export function forwardingAgent(fromAddress: string | undefined): Agent {
  return new Agent({ keepAlive: true, ...(fromAddress === undefined ? {} : { localAddress: fromAddress }) })
}

/** Limits connections, and closes idle connections, such as those of clients that read no answer. */
export function limitConnections(server: Server): void {
  server.maxConnections = maxConnections
  server.timeout = waits.silentMs
}

/** A gateway answers an upgrade to a WebSocket at once or never. */
export const upgradeTimeoutMs = 10_000

/**
 * Destroys a socket after its last write. After an upgrade the timeouts and close() of HTTP no longer cover the socket. Its end is
 * also not seen, because no code reads from a client whose other side has closed.
 */
export function closeWhenSaid(socket: Socket): void {
  socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy())
}

/** Closes the connection to the gateway with the connection of the client. `upgradeTimeoutMs` covers a client that leaves before the answer. */
export function endTogether(asked: ClientRequest, _request: IncomingMessage, client: Socket): void {
  asked.once('upgrade', (_answer, carried) => client.once('close', () => carried.destroy()))
}
