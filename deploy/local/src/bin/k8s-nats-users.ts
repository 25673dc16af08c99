import { writeFile } from 'node:fs/promises'
import { natsUsersFile, natsUsersManifest } from '../k8s/nats-users.ts'

// Writes the users of the bus of Kubernetes anew, from the contracts.
await writeFile(natsUsersFile, natsUsersManifest())
