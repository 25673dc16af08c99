import { once } from 'node:events'
import { collectDefaultMetrics } from 'prom-client'
import type { Service } from './define-service.ts'

/**
 * Runs a service as a process until SIGTERM or SIGINT, which drain the service. A signal during the
 * start drains the service after the start. One that hangs is killed by what runs it.
 */
export async function runService<Context>(service: Service<Context>): Promise<void> {
  // As the first process of a container it would not even be ended by a signal that it does not hear.
  const told = Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  const running = await service.start(process.env).catch((error: unknown) => {
    process.stderr.write(`${service.name} cannot start: ${error instanceof Error ? describe(error) : String(error)}\n`)
    process.exit(1)
  })
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
