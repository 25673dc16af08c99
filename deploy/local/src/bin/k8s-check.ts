import { join } from 'node:path'
import { createLocalDir, localDirAt, repositoryRoot } from '@kismet/real-servers/local-dir'
import { ownDefinitions, operatorDefinitions } from '../k8s/custom-resources.ts'
import { environmentFaults } from '../k8s/environment.ts'
import { Kustomize, overlays } from '../k8s/manifests.ts'
import { picturesFaults } from '../k8s/pictures.ts'
import { referenceFaults } from '../k8s/references.ts'
import { rolloutFaults } from '../k8s/rollout.ts'
import { schemaFaults } from '../k8s/schemas.ts'
import { readStepPages, stepFaults } from '../k8s/steps.ts'

// Holds the manifests of Kubernetes against their schemas, against each other and against what the services read. Says each fault, and ends with 1 where there is one.
const report = (line: string): void => console.log(line)
const local = localDirAt(process.env.LOCAL_DIR)
await createLocalDir(local)
const kustomize = await Kustomize.provide(local, report)
const [built, ofOperators, own] = await Promise.all([
  kustomize.build(),
  operatorDefinitions(kustomize, report),
  ownDefinitions(kustomize),
])
const faults: string[] = []
for (const overlay of overlays) {
  const looks = [referenceFaults, environmentFaults, rolloutFaults, picturesFaults]
  const found = looks.flatMap((find) => find(built[overlay]))
  faults.push(...found.map((fault) => `${overlay}: ${fault}`))
}
const pages = await readStepPages(join(repositoryRoot, 'docs/operating'))
// What an operator of production has, and what is put back there.
for (const overlay of ['example', 'restored'] as const)
  faults.push(...stepFaults(pages, built[overlay]).map((fault) => `${overlay}: ${fault}`))
faults.push(...(await schemaFaults(Object.values(built).flat(), [...ofOperators, ...own], report)))
for (const fault of faults) console.error(fault)
process.exit(faults.length === 0 ? 0 : 1)
