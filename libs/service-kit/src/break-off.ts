import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from './refusal.ts'

/**
 * Ends a request that takes too long. Without an answer so far, the client gets a refusal, because
 * a proxy would take a closed connection for a dead server. An incomplete request was not carried
 * out. The outcome of a complete request is unknown.
 */
export function breakOff(request: IncomingMessage, response: ServerResponse): void {
  // A pipelined request that waits behind another answer cannot get its own answer.
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
