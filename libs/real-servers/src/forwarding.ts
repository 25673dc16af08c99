import { Agent, type ClientRequest, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { maxConnections, waits } from './app-rules.ts'

/** What proxies say of whom a request came from; but for X-Forwarded-For nobody here believes or needs it. */
const otherForwarding = /^(x-forwarded-(?!for$)|forwarded$|x-real-ip$|via$)/

/**
 * Passes on the chain of those whom a request came from, as every proxy does: whom it came from here is added at the end. Only the gateway says how much of it is
 * believed (TRUSTED_PROXIES): what the client put in front stands behind the first address that is not trusted.
 */
export function addForwarded(request: IncomingMessage): void {
  const { headers, socket } = request
  for (const name of Object.keys(headers)) if (otherForwarding.test(name)) Reflect.deleteProperty(headers, name)
  const chain = [headers['x-forwarded-for'] ?? [], socket.remoteAddress ?? []].flat()
  if (chain.length > 0) headers['x-forwarded-for'] = chain.join(', ')
}

/** Connections that are kept. `fromAddress` is what the next server sees them come from; without it that is for the system to choose. */
export function forwardingAgent(fromAddress: string | undefined): Agent {
  return new Agent({ keepAlive: true, ...(fromAddress === undefined ? {} : { localAddress: fromAddress }) })
}

/** Keeps connections that nobody uses, such as those whose client reads none of its answers, from taking the places of others. */
export function limitConnections(server: Server): void {
  server.maxConnections = maxConnections
  server.timeout = waits.silentMs
}

/** A gateway answers the question for a WebSocket at once or not at all. */
export const upgradeTimeoutMs = 10_000

/**
 * Gives a socket back when all was said on it. Nothing else does: after an upgrade HTTP's timeouts and close() do not know it any more, and what a client sends
 * after the other side has closed is read by nobody, so that its end is not seen either.
 */
export function closeWhenSaid(socket: Socket): void {
  socket.on('error', () => socket.destroy()).once('finish', () => socket.destroy())
}

/** A client that breaks off leaves nothing open at the gateway. One that does before the gateway has answered is seen by what keeps `upgradeTimeoutMs`. */
export function endTogether(asked: ClientRequest, _request: IncomingMessage, client: Socket): void {
  asked.once('upgrade', (_answer, carried) => client.once('close', () => carried.destroy()))
}
