import { z } from 'zod'
import { titleOf } from './manifests.ts'
import type { Manifest } from './manifests.ts'
import { namespacesBeside, podsOfOperators, Selector, selects } from './selectors.ts'
import { podLabels, secretsOf, workloadsOf } from './workloads.ts'
import type { Workload } from './workloads.ts'

/** Fields of custom resources that name a Secret. With no `key` beside it, it is one of a user and a password. */
const namesSecret = new Set([
  'secret',
  'passwordSecret',
  'passwordSecretRef',
  'redisSecret',
  'accessKeyId',
  'secretAccessKey',
])

interface Named {
  readonly field: string
  readonly name: string
  readonly key: string | undefined
}

const Reference = z.object({ name: z.string(), key: z.string().optional() })

function* secretsNamedIn(value: unknown, field = ''): Generator<Named> {
  if (typeof value !== 'object' || value === null) return
  const reference = namesSecret.has(field) ? Reference.safeParse(value) : undefined
  if (reference?.success === true) yield { field, name: reference.data.name, key: reference.data.key }
  for (const [name, inner] of Object.entries(value)) yield* secretsNamedIn(inner, Array.isArray(value) ? field : name)
}

/** Missing Secrets that custom resources name. */
function secretFaults(manifests: readonly Manifest[]): string[] {
  const secrets = secretsOf(manifests)
  const faultsOf = (manifest: Manifest) =>
    [...secretsNamedIn(manifest.spec)].flatMap(({ field, name, key = 'password' }) => {
      const isThere = secrets.get(name)?.templates[key] !== undefined
      return isThere ? [] : [`${titleOf(manifest)}: ${field} names a Secret ${name} with ${key}, which is missing`]
    })
  const ofPods = ['Deployment', 'Job', 'ExternalSecret', 'SecretStore']
  return manifests.filter(({ kind }) => !ofPods.includes(kind)).flatMap(faultsOf)
}

/** Volumes of pods that are nowhere. */
function volumeFaults(manifests: readonly Manifest[], workloads: readonly Workload[]): string[] {
  const secrets = secretsOf(manifests)
  const isClaim = (name: string) =>
    manifests.some(({ kind, metadata }) => kind === 'PersistentVolumeClaim' && metadata.name === name)
  return workloads.flatMap((workload) =>
    workload.spec.template.spec.volumes.flatMap(({ name, secret, persistentVolumeClaim: claim }) => [
      ...(secret === undefined || secrets.has(secret.secretName)
        ? []
        : [`${titleOf(workload)}: the Secret of its volume ${name} is missing`]),
      ...(claim === undefined || isClaim(claim.claimName)
        ? []
        : [`${titleOf(workload)}: the claim of its volume ${name} is missing`]),
    ]),
  )
}

const HorizontalPodAutoscaler = z.object({
  spec: z.object({ scaleTargetRef: z.object({ kind: z.string(), name: z.string() }) }),
})
const PodDisruptionBudget = z.object({ spec: z.object({ selector: Selector }) })

type Pods = readonly Readonly<Record<string, string>>[]

/** Budgets and autoscalers without a workload, and Deployments of several replicas without a budget. */
function guardFaults(manifests: readonly Manifest[], workloads: readonly Workload[], pods: Pods): string[] {
  const faults: string[] = []
  for (const manifest of manifests) {
    if (manifest.kind === 'HorizontalPodAutoscaler') {
      const { kind, name } = HorizontalPodAutoscaler.parse(manifest).spec.scaleTargetRef
      if (!workloads.some((one) => one.kind === kind && one.metadata.name === name))
        faults.push(`${titleOf(manifest)}: there is no ${kind} ${name}`)
    }
    if (manifest.kind === 'PodDisruptionBudget') {
      const { selector } = PodDisruptionBudget.parse(manifest).spec
      if (!pods.some((labels) => selects(selector, labels))) faults.push(`${titleOf(manifest)}: selects no pod`)
    }
  }
  return faults
}

const Peer = z.object({ podSelector: Selector.optional(), namespaceSelector: Selector.optional() }).loose()
const Rule = z.object({ from: z.array(Peer).default([]), to: z.array(Peer).default([]) }).loose()
const NetworkPolicy = z.object({
  spec: z.object({ podSelector: Selector, ingress: z.array(Rule).default([]), egress: z.array(Rule).default([]) }),
})

/** Policies that choose no pod, or let through what is nowhere. */
function policyFaults(manifests: readonly Manifest[], pods: Pods): string[] {
  const isSome = (selector: Selector) => pods.some((labels) => selects(selector, labels))
  return manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap((manifest) => {
      const { podSelector, ingress, egress } = NetworkPolicy.parse(manifest).spec
      const peers = [...ingress, ...egress].flatMap(({ from, to }) => [...from, ...to])
      const isAPlace = ({ podSelector: selector, namespaceSelector }: z.output<typeof Peer>) => {
        const namespace = namespaceSelector?.matchLabels['kubernetes.io/metadata.name']
        if (namespaceSelector !== undefined) return namespacesBeside.some((name) => name === namespace)
        return selector === undefined || isSome(selector)
      }
      return [
        ...(isSome(podSelector) ? [] : [`${titleOf(manifest)}: chooses no pod`]),
        ...peers
          .filter((peer) => !isAPlace(peer))
          .map((peer) => `${titleOf(manifest)}: no pod matches ${JSON.stringify(peer)}`),
      ]
    })
}

const Service = z.object({
  spec: z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ name: z.string(), targetPort: z.string() }).loose()),
  }),
})
const Backend = z.object({ service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }) })
const Ingress = z.object({
  spec: z
    .object({
      rules: z.array(z.object({ http: z.object({ paths: z.array(z.object({ backend: Backend }).loose()) }) }).loose()),
    })
    .loose(),
})

/** Services without pods or with ports that their pods do not have, and Ingresses that lead nowhere. The ports of pods of operators are theirs to know. */
function serviceFaults(manifests: readonly Manifest[], workloads: readonly Workload[], pods: Pods): string[] {
  const services = manifests
    .filter(({ kind }) => kind === 'Service')
    .map((manifest) => ({ manifest, ...Service.parse(manifest).spec }))
  const ofServices = services.flatMap(({ manifest, selector, ports }) => {
    const chosen = Selector.parse({ matchLabels: selector })
    const behind = workloads.filter((one) => selects(chosen, podLabels(one)))
    if (behind.length === 0 && pods.some((labels) => selects(chosen, labels))) return []
    const open = behind.flatMap((one) => one.spec.template.spec.containers).flatMap((one) => one.ports)
    return ports
      .filter(({ targetPort }) => !open.some(({ name }) => name === targetPort))
      .map(({ targetPort }) => `${titleOf(manifest)}: no pod of it has the port ${targetPort}`)
  })
  const leads = ({ service: { name, port } }: z.output<typeof Backend>) =>
    services.some(
      ({ manifest, ports }) => manifest.metadata.name === name && ports.some((one) => one.name === port.name),
    )
  const ofIngresses = manifests
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap((manifest) => {
      const backends = Ingress.parse(manifest).spec.rules.flatMap(({ http }) =>
        http.paths.map(({ backend }) => backend),
      )
      return backends
        .filter((one) => !leads(one))
        .map(({ service }) => `${titleOf(manifest)}: leads to ${service.name}, which is missing`)
    })
  return [...ofServices, ...ofIngresses]
}

const PodMonitor = z.object({ spec: z.object({ selector: Selector }) })

/** What Prometheus is to ask and is nowhere. */
function watchFaults(manifests: readonly Manifest[], pods: Pods): string[] {
  return manifests
    .filter(({ kind }) => kind === 'PodMonitor')
    .filter((one) => !pods.some((labels) => selects(PodMonitor.parse(one).spec.selector, labels)))
    .map((one) => `${titleOf(one)}: watches no pod`)
}

const ScheduledBackup = z.object({ spec: z.object({ cluster: z.object({ name: z.string() }) }) })

/** Backups of a database that is not there. */
function backupFaults(manifests: readonly Manifest[]): string[] {
  const clusters = manifests.filter(({ kind }) => kind === 'Cluster').map(({ metadata }) => metadata.name)
  return manifests
    .filter(({ kind }) => kind === 'ScheduledBackup')
    .map((manifest) => ({ manifest, name: ScheduledBackup.parse(manifest).spec.cluster.name }))
    .filter(({ name }) => !clusters.includes(name))
    .map(({ manifest, name }) => `${titleOf(manifest)}: there is no Cluster ${name}`)
}

/** All dangling references of an overlay. environment.ts checks ConfigMaps and Secrets of environments. */
export function referenceFaults(manifests: readonly Manifest[]): string[] {
  const workloads = workloadsOf(manifests)
  const pods = [...workloads.map(podLabels), ...podsOfOperators(manifests)]
  return [
    ...secretFaults(manifests),
    ...volumeFaults(manifests, workloads),
    ...guardFaults(manifests, workloads, pods),
    ...policyFaults(manifests, pods),
    ...serviceFaults(manifests, workloads, pods),
    ...watchFaults(manifests, pods),
    ...backupFaults(manifests),
  ]
}
