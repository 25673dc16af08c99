import type { IncomingMessage } from 'node:http'

const discardAtMostBytes = 16 * 1024 * 1024
const discardWithinMs = 10_000

/**
 * Reads away what is left of a refused request's body, so that its sender gets to read the answer; one that sends on without an end loses its
 * connection.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete) return
  const seen = { bytes: 0 }
  const timer = setTimeout(() => request.destroy(), discardWithinMs)
  request.once('close', () => clearTimeout(timer))
  request.on('data', (chunk: Buffer) => {
    seen.bytes += chunk.length
    if (seen.bytes > discardAtMostBytes) request.destroy()
  })
  request.resume()
}
