import type { Server } from 'node:http'

const drainMs = 3_000

/** Listens on 127.0.0.1 until SIGTERM or SIGINT, then lets running requests end for 3 s. */
export function serveUntilStopped(server: Server, port: number): void {
  server.on('error', (error) => {
    console.error(error.message)
    process.exit(1)
  })
  server.listen(port, '127.0.0.1')
  const stop = (): void => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), drainMs).unref()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
