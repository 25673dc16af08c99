import { randomBytes } from 'node:crypto'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { Kustomize } from '../k8s/manifests.ts'
import { localSecret, propertiesOf } from '../k8s/secrets.ts'

// Prints a Secret for a local cluster with every property that the manifests read, each random: made once and then kept, as what is sealed with them is lost with them.
const local = localDirAt(process.env.LOCAL_DIR)
await createLocalDir(local)
const kustomize = await Kustomize.provide(local, (line) => console.error(line))
const { local: manifests } = await kustomize.build()
process.stdout.write(localSecret(propertiesOf(manifests), () => randomBytes(32).toString('base64url')))
