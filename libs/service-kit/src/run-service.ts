import { collectDefaultMetrics } from 'prom-client'
import { stopWithinMs } from './define-service.ts'
import type { Service } from './define-service.ts'

/**
 * Runs a service as a process until SIGTERM or SIGINT, which drain the service. A signal during the
 * start drains the service after the start.
 */
export async function runService<Context>(service: Service<Context>): Promise<void> {
  let endsWithinMs = stopWithinMs
  const told = new Promise<void>((resolve) => {
    const tell = () => {
      setTimeout(() => process.exit(1), endsWithinMs).unref()
      resolve()
    }
    // As the first process of a container it would not even be ended by a signal that it does not hear.
    process.once('SIGTERM', tell).once('SIGINT', tell)
  })
  const running = await service.start(process.env).catch((error: unknown) => {
    process.stderr.write(`${service.name} cannot start: ${error instanceof Error ? describe(error) : String(error)}\n`)
    process.exit(1)
  })
  endsWithinMs = running.stopsWithinMs
  collectDefaultMetrics({ register: running.registry })
  await told
  await running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  )
}

function describe(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
