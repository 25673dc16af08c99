import { firstValueOf } from '../service-table.ts'
import type { Manifest } from './manifests.ts'
import { secretsOf } from './workloads.ts'

/** Every property that the manifests read of what is kept outside. */
export function propertiesOf(manifests: readonly Manifest[]): string[] {
  const all = [...secretsOf(manifests).values()].flatMap(({ propertyOf }) => Object.values(propertyOf))
  return [...new Set(all)].sort()
}

/** Properties that cannot be random. */
const chosen: Readonly<Record<string, string>> = {
  'admin-username': 'owner',
  'smtp-url': 'smtp://mailbox:1025',
}

/**
 * The Secret of a local cluster, as JSON, from which External Secrets makes all others.
 * @param random a new password
 */
export function localSecret(properties: readonly string[], random: () => string): string {
  const valueOf = (name: string) => chosen[name] ?? firstValueOf(name, random())
  const stringData = Object.fromEntries(properties.map((name) => [name, valueOf(name)]))
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'kismet', namespace: 'kismet' }, stringData }
  return `${JSON.stringify(secret, null, 2)}\n`
}
