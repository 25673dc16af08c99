import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Ends a request that its sender does not finish, with 408 where no answer has begun: a proxy in between takes a connection that breaks off for a server that is
 * gone, and sends everybody elsewhere.
 */
export function breakOff(request: IncomingMessage, response: ServerResponse): void {
  // One that waits behind another answer on its connection has none of its own to be told on.
  if (response.headersSent || response.socket === null) {
    request.socket.destroy()
    return
  }
  response.once('finish', () => request.socket.destroy())
  response.writeHead(408, { Connection: 'close', 'Content-Length': 0 }).end()
}
