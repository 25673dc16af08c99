import { writeFile } from 'node:fs/promises'
import { madeManifests } from '../k8s/made-manifests.ts'

// Writes the manifests anew that follow from the contracts and the table of services.
for (const [path, text] of madeManifests()) await writeFile(path, text)
