import { z } from 'zod'
import { Labels, Manifest } from './manifests.ts'

/** A key of a ConfigMap or a Secret. */
const KeyRef = z.object({ name: z.string(), key: z.string() })

const Variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z.object({ configMapKeyRef: KeyRef.optional(), secretKeyRef: KeyRef.optional() }).optional(),
})
export type Variable = z.output<typeof Variable>

const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z.array(Variable).default([]),
  ports: z.array(z.looseObject({ name: z.string(), containerPort: z.int() })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
})
export type Container = z.output<typeof Container>

const Volume = z.looseObject({
  name: z.string(),
  secret: z.object({ secretName: z.string() }).optional(),
  persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
})

/** What runs pods of ours: a Deployment or a Job. */
const Workload = Manifest.extend({
  spec: z.looseObject({
    template: z.looseObject({
      metadata: z.looseObject({ labels: Labels }),
      spec: z.looseObject({ containers: z.array(Container), volumes: z.array(Volume).default([]) }),
    }),
  }),
})
export type Workload = z.output<typeof Workload>

/** All Deployments and Jobs. */
export function workloadsOf(manifests: readonly Manifest[]): Workload[] {
  return manifests.filter(({ kind }) => kind === 'Deployment' || kind === 'Job').map((one) => Workload.parse(one))
}

export const podLabels = ({ spec }: Workload): Record<string, string> => spec.template.metadata.labels

/** The data of a ConfigMap by its name. */
export function configMapsOf(manifests: readonly Manifest[]): Map<string, Record<string, string>> {
  const ConfigMap = z.object({ data: Labels.default({}) })
  const found = manifests.filter(({ kind }) => kind === 'ConfigMap')
  return new Map(found.map((one) => [one.metadata.name, ConfigMap.parse(one).data]))
}

const ExternalSecret = z.object({
  spec: z.object({
    data: z.array(z.object({ secretKey: z.string(), remoteRef: z.object({ key: z.string(), property: z.string() }) })),
    target: z.object({ template: z.object({ data: Labels }).optional() }).optional(),
  }),
})

/** A Secret that is made of what is kept outside: the templates of its keys, and the property that each name in them stands for. */
export interface DescribedSecret {
  readonly templates: Readonly<Record<string, string>>
  readonly propertyOf: Readonly<Record<string, string>>
}

/** The Secrets that External Secrets makes, by name. */
export function secretsOf(manifests: readonly Manifest[]): Map<string, DescribedSecret> {
  const found = manifests.filter(({ kind }) => kind === 'ExternalSecret')
  return new Map(
    found.map((one) => {
      const { data, target } = ExternalSecret.parse(one).spec
      const propertyOf = Object.fromEntries(data.map(({ secretKey, remoteRef }) => [secretKey, remoteRef.property]))
      const plain = Object.fromEntries(data.map(({ secretKey }) => [secretKey, `{{ .${secretKey} }}`]))
      return [one.metadata.name, { templates: target?.template?.data ?? plain, propertyOf }]
    }),
  )
}
