import { z } from 'zod'
import { Labels } from './manifests.ts'
import type { Manifest } from './manifests.ts'

/** What chooses pods by their labels. */
export const Selector = z.object({
  matchLabels: Labels.default({}),
  matchExpressions: z
    .array(
      z.discriminatedUnion('operator', [
        z.object({ key: z.string(), operator: z.enum(['In', 'NotIn']), values: z.array(z.string()) }),
        z.object({ key: z.string(), operator: z.literal('Exists') }),
      ]),
    )
    .default([]),
})
export type Selector = z.output<typeof Selector>

/** Whether a selector chooses a pod with these labels. */
export function selects(selector: Selector, labels: Readonly<Record<string, string>>): boolean {
  const hasAll = Object.entries(selector.matchLabels).every(([name, value]) => labels[name] === value)
  return (
    hasAll &&
    selector.matchExpressions.every((one) =>
      one.operator === 'Exists'
        ? one.key in labels
        : one.values.includes(labels[one.key] ?? '') === (one.operator === 'In'),
    )
  )
}

/** Labels of the pods that operators and charts make of what is written here. */
export function podsOfOperators(manifests: readonly Manifest[]): readonly Readonly<Record<string, string>>[] {
  const clusters = manifests.filter(({ kind }) => kind === 'Cluster').map(({ metadata }) => metadata.name)
  return [
    ...clusters.map((name) => ({ 'cnpg.io/cluster': name, 'cnpg.io/instanceRole': 'primary' })),
    { app: 'redis', redis_setup_type: 'replication' },
    { app: 'redis', redis_setup_type: 'sentinel' },
    { app: 'mongodb-svc' },
    { 'app.kubernetes.io/name': 'nats' },
    { 'acme.cert-manager.io/http01-solver': 'true' },
  ]
}

/** Namespaces of the operators and tools of docs/operating/install-kubernetes.md, and of the cluster itself. */
export const namespacesBeside = [
  'kube-system',
  'traefik',
  'monitoring',
  'cnpg-system',
  'redis-operator',
  'mongodb-operator',
] as const
