import { randomBytes } from 'node:crypto'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { Kustomize } from '../k8s/manifests.ts'
import { localSecret, propertiesOf } from '../k8s/secrets.ts'

// Prints a Secret for a local cluster with every property that the manifests read. The values are random and are kept,
// because data that is encrypted with a lost value is lost too.
const local = localDirAt(process.env.LOCAL_DIR)
await createLocalDir(local)
const kustomize = await Kustomize.provide(local, (line) => console.error(line))
const { local: manifests } = await kustomize.build()
process.stdout.write(localSecret(propertiesOf(manifests), () => randomBytes(32).toString('base64url')))
