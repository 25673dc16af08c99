import { join } from 'node:path'
import { serviceSecrets, storeSecrets } from './external-secrets.ts'
import { manifestsFolder } from './manifests.ts'
import { natsUsersManifest } from './nats-users.ts'

const head =
  '# Made of the contracts and the table of services by `make k8s-manifests`; a change is overwritten, and `make check` finds it.\n'
const folder = join(manifestsFolder, 'base/secrets')

/** The manifests that follow from the contracts and the table of services, by the path of their file. */
export function madeManifests(): ReadonlyMap<string, string> {
  const made = [
    ['nats-users.yaml', [natsUsersManifest()]],
    ['services.yaml', serviceSecrets()],
    ['stores.yaml', storeSecrets()],
  ] as const
  return new Map(made.map(([name, documents]) => [join(folder, name), head + documents.join('---\n')]))
}
