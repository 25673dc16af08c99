import { z } from 'zod'
import { operation } from './operation.ts'
import type { OperationShape, ServiceName } from './operation.ts'
import { NoInput } from './primitives.ts'

export const Readiness = z.object({ ready: z.boolean(), checks: z.record(z.string(), z.boolean()) })
export type Readiness = z.output<typeof Readiness>

export interface ReadinessOperation extends OperationShape {
  readonly input: typeof NoInput
  readonly output: typeof Readiness
}

/**
 * Whether a service can serve. The gateway asks on the bus for its own /ready. service-kit answers for every service, so it
 * is not one of the `operations`.
 */
export function readinessOf(service: ServiceName): ReadinessOperation {
  return operation({
    subject: `${service}.get-readiness`,
    callers: ['gateway'],
    input: NoInput,
    output: Readiness,
    errors: [],
    timeoutMs: 2_000,
  })
}
