import { z } from 'zod'
import { Labels } from './manifests.ts'

/** What chooses pods by their labels. */
export const Selector = z.object({
  matchLabels: Labels.default({}),
  matchExpressions: z
    .array(z.object({ key: z.string(), operator: z.literal('In'), values: z.array(z.string()) }))
    .default([]),
})
export type Selector = z.output<typeof Selector>

/** Whether a selector chooses a pod with these labels. */
export function selects(selector: Selector, labels: Readonly<Record<string, string>>): boolean {
  const hasAll = Object.entries(selector.matchLabels).every(([name, value]) => labels[name] === value)
  return hasAll && selector.matchExpressions.every(({ key, values }) => values.includes(labels[key] ?? ''))
}

/** Labels of the pods that operators and charts make of what is written here. */
export const podsOfOperators: readonly Readonly<Record<string, string>>[] = [
  { 'cnpg.io/cluster': 'postgres' },
  { app: 'redis', redis_setup_type: 'replication' },
  { app: 'redis', redis_setup_type: 'sentinel' },
  { app: 'mongodb-svc' },
  { 'app.kubernetes.io/name': 'nats' },
]

/** Namespaces of what stands beside the casino (docs/operations.md), and of the cluster itself. */
export const namespacesBeside = [
  'kube-system',
  'traefik',
  'monitoring',
  'cnpg-system',
  'redis-operator',
  'mongodb-operator',
] as const
