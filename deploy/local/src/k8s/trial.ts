import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'
import { NotTaken } from './api.ts'
import type { Api } from './api.ts'
import { environmentFaults } from './environment.ts'
import { Manifest, titleOf } from './manifests.ts'
import { picturesFaults } from './pictures.ts'
import { referenceFaults } from './references.ts'
import { workloadsOf } from './workloads.ts'

/** Has a server know the resources of operators. @throws Error when it does not */
export async function define(api: Api, definitions: readonly Manifest[]): Promise<void> {
  for (const definition of definitions) await api.apply(definition)
  for (const { spec } of definitions.map((one) => DefinedKind.parse(one))) {
    for (const { name, served } of spec.versions) {
      const kind = { apiVersion: `${spec.group}/${name}`, kind: spec.names.kind }
      if (served) await eventually(`the server knows ${kind.kind}`, () => api.knows(kind), 30_000)
    }
  }
}

const DefinedKind = z.object({
  spec: z.object({
    group: z.string(),
    names: z.object({ kind: z.string() }),
    versions: z.array(z.object({ name: z.string(), served: z.boolean() })),
  }),
})

/** What came of applying an overlay. */
export interface Outcome {
  readonly taken: number
  readonly faults: readonly string[]
}

/** Applies resources as they come, a namespace before what is in it, and looks at them again as the server holds them. */
export async function applyAll(api: Api, manifests: readonly Manifest[]): Promise<Outcome> {
  const taken: Manifest[] = []
  const faults: string[] = []
  for (const manifest of [...manifests].sort(
    (a, b) => Number(b.kind === 'Namespace') - Number(a.kind === 'Namespace'),
  )) {
    try {
      taken.push(await api.apply(manifest))
    } catch (error) {
      faults.push(messageOf(error))
    }
  }
  const found = [referenceFaults, environmentFaults, picturesFaults].flatMap((find) => find(taken))
  return { taken: taken.length, faults: [...faults, ...found] }
}

function messageOf(error: unknown): string {
  if (error instanceof NotTaken) return error.message
  throw error
}

/** Faults of our pods under the Pod Security Standard `restricted`. */
export async function unrestricted(api: Api, manifests: readonly Manifest[]): Promise<string[]> {
  const namespace = 'restricted'
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
  await api.apply(Manifest.parse({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, labels } }))
  const faults: string[] = []
  for (const { metadata, spec } of workloadsOf(manifests)) {
    const { template } = spec
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...template.metadata, name: metadata.name, namespace },
      spec: template.spec,
    }
    await api.wouldCreate(Manifest.parse(pod)).catch((error: unknown) => faults.push(messageOf(error)))
  }
  return faults
}

/** A manifest of the overlay, broken. */
interface Breakage {
  readonly what: string
  readonly kind: string
  readonly change: (spec: Record<string, unknown>) => Record<string, unknown>
  readonly refusal: RegExp
}

const breakages: readonly Breakage[] = [
  {
    what: 'a field that no Deployment has',
    kind: 'Deployment',
    change: (spec) => ({ ...spec, replikas: 2 }),
    refusal: /replikas/,
  },
  {
    what: 'a number of replicas in words',
    kind: 'Deployment',
    change: (spec) => ({ ...spec, replicas: 'two' }),
    refusal: /replicas|two/,
  },
  {
    what: 'a field that no PostgreSQL cluster has',
    kind: 'Cluster',
    change: (spec) => ({ ...spec, instancez: 3 }),
    refusal: /instancez/,
  },
  {
    what: 'a Secret of outside without a name',
    kind: 'ExternalSecret',
    change: (spec) => ({ ...spec, data: [{ remoteRef: {} }] }),
    refusal: /secretKey|Required/,
  },
  {
    what: 'more replicas at least than at most',
    kind: 'HorizontalPodAutoscaler',
    change: (spec) => ({ ...spec, minReplicas: 99 }),
    refusal: /maxReplicas/,
  },
]

/** Broken manifests that a server accepts. If there are any, the server proves too little. */
export async function acceptedBreakages(api: Api, manifests: readonly Manifest[]): Promise<string[]> {
  const faults: string[] = []
  for (const { what, kind, change, refusal } of breakages) {
    const whole = manifests.find((one) => one.kind === kind)
    if (whole === undefined) continue
    const broken = Manifest.parse({ ...whole, spec: change(Object(whole.spec) as Record<string, unknown>) })
    try {
      await api.apply(broken)
      faults.push(`${titleOf(broken)} with ${what} was accepted`)
    } catch (error) {
      const message = messageOf(error)
      if (!refusal.test(message))
        faults.push(`${titleOf(broken)} with ${what} was refused for something else: ${message}`)
    }
  }
  return faults
}
