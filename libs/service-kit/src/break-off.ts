import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './refusal.ts'

/**
 * Ends a request that takes too long, with a refusal where no answer has begun: a proxy in between takes a connection that breaks off for a server that is gone, and
 * sends everybody elsewhere. One that has not come whole was not carried out; of another that is not known.
 */
export function breakOff(request: IncomingMessage, response: ServerResponse): void {
  // One that waits behind another answer on its connection has none of its own to be told on.
  if (response.headersSent || response.socket === null) {
    request.socket.destroy()
    return
  }
  response.once('finish', () => request.socket.destroy())
  const refusal = request.complete
    ? new Refusal('unavailable')
    : new Refusal('invalid_request', 'The upload was too slow and timed out.')
  const body = JSON.stringify(refusal.failure)
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
  response.writeHead(refusal.status, { ...headers, Connection: 'close' }).end(body)
}
