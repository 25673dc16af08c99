import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { ControlPlane } from '../k8s/control-plane.ts'
import { operatorDefinitions, ownDefinitions, withTheirOwn } from '../k8s/custom-resources.ts'
import { Kustomize, overlays } from '../k8s/manifests.ts'
import { applyAll, define, acceptedBreakages, unrestricted } from '../k8s/trial.ts'

// Applies every overlay to an API server of Kubernetes. The definitions of the operators come from the folder CRDS if it is
// set, else from deploy/k8s/definitions.
const report = (line: string): void => console.log(line)
const local = localDirAt(process.env.LOCAL_DIR)
await createLocalDir(local)
const kustomize = await Kustomize.provide(local, report)
const folder = process.env.CRDS
const given = folder === undefined || folder === '' ? [] : (await readdir(folder)).map((name) => join(folder, name))
const built = await kustomize.build()
const definitions = [...(await operatorDefinitions(kustomize, report)), ...(await ownDefinitions(kustomize))]
const { used, replaced } = withTheirOwn(
  definitions,
  Object.values(given.length === 0 ? {} : await kustomize.read(given)).flat(),
)
report(
  `${used.length} definitions of custom resources${replaced.length === 0 ? '' : `, of CRDS: ${replaced.join(', ')}`}`,
)

let faultsInAll = 0
for (const overlay of overlays) {
  const plane = await ControlPlane.start(report)
  try {
    await define(plane.api, used)
    const manifests = built[overlay]
    const { taken, faults } = await applyAll(plane.api, manifests)
    const found = [
      ...faults,
      ...(await unrestricted(plane.api, manifests)),
      ...(await acceptedBreakages(plane.api, manifests)),
    ]
    report(`${overlay}: ${taken} of ${manifests.length} resources taken, ${found.length} faults`)
    for (const fault of found) console.error(`${overlay}: ${fault}`)
    faultsInAll += found.length
  } finally {
    await plane.stop()
  }
}
process.exit(faultsInAll === 0 ? 0 : 1)
