import { z } from 'zod'
import { carriesStreams, graceFaults } from '../grace.ts'
import { serviceTable } from '../service-table.ts'
import type { Manifest } from './manifests.ts'
import { workloadsOf } from './workloads.ts'

/** With the defaults of Kubernetes. */
const Rolled = z.object({
  strategy: z
    .object({ rollingUpdate: z.object({ maxUnavailable: z.unknown() }) })
    .default({ rollingUpdate: { maxUnavailable: '25%' } }),
  template: z.object({
    spec: z.object({
      terminationGracePeriodSeconds: z.number().default(30),
      containers: z.array(
        z.object({
          args: z.array(z.string()).default([]),
          env: z.array(z.object({ name: z.string(), value: z.string().optional() })).default([]),
          lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
        }),
      ),
    }),
  }),
})

/** In which those in front of a service learn that its address is gone. */
const leastBeforeMs = 5_000

/** Deployments that would lose calls in a rolling upgrade: a pod must stay until its successor is ready, with time to drain. */
export function rolloutFaults(manifests: readonly Manifest[]): string[] {
  return workloadsOf(manifests).flatMap(({ kind, spec }) => {
    if (kind !== 'Deployment') return []
    const { strategy, template } = Rolled.parse(spec)
    const [container] = template.spec.containers
    const service = serviceTable.find(({ folder }) => container?.args.includes(folder) === true)?.name
    if (container === undefined || service === undefined) return []
    const beforeMs = (container.lifecycle?.preStop.sleep.seconds ?? 0) * 1_000
    const drainDelayMs = Number(container.env.find(({ name }) => name === 'DRAIN_DELAY_MS')?.value ?? 0)
    const graceMs = template.spec.terminationGracePeriodSeconds * 1_000
    const isTold = !carriesStreams(service) || beforeMs + drainDelayMs >= leastBeforeMs
    return [
      ...graceFaults(service, { graceMs, beforeMs, drainDelayMs }),
      ...(isTold ? [] : [`${service}: ends before those in front of it know`]),
      ...(strategy.rollingUpdate.maxUnavailable === 0
        ? []
        : [`${service}: a pod may go before its successor is there`]),
    ]
  })
}
