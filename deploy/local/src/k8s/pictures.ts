import { z } from 'zod'
import { pictureServer } from '../picture-server.ts'
import { titleOf } from './manifests.ts'
import type { Manifest } from './manifests.ts'
import { Selector, selects } from './selectors.ts'
import { podLabels, workloadsOf } from './workloads.ts'
import type { Workload } from './workloads.ts'

const { name, program, reads } = pictureServer
/** A pod with this label reaches the picture server and has its address (environment.ts). */
const access = `access.kismet/${name}`

/** What it finds in its pod beside its own program. */
function contentFaults({ spec }: Workload): string[] {
  const { containers, volumes, ...pod } = spec.template.spec
  return [
    ...(pod.automountServiceAccountToken === false ? [] : ['has a token of the API server']),
    ...volumes.filter((volume) => !('emptyDir' in volume)).map((volume) => `has the volume ${volume.name}`),
    ...containers.flatMap(({ command, env }) => [
      ...(command.join(' ') === `node ${program}` ? [] : [`is not started as ${program}`]),
      ...env.filter((one) => !reads.includes(one.name)).map((one) => `does not read ${one.name}`),
    ]),
  ]
}

const Peer = z.looseObject({ podSelector: Selector.optional() })
const NetworkPolicy = z.object({
  spec: z.object({
    podSelector: Selector,
    ingress: z.array(z.object({ from: z.array(Peer).default([]) })).default([]),
    egress: z.array(z.unknown()).default([]),
  }),
})

/** Whether a peer of a policy admits only pods with that label. */
const isWhoAsks = (peer: z.output<typeof Peer>) =>
  Object.keys(peer).join() === 'podSelector' && peer.podSelector?.matchLabels[access] === 'true'

/** What the picture server reaches, and what reaches it, by the network policies. */
function policyFaults(manifests: readonly Manifest[], labels: Readonly<Record<string, string>>): string[] {
  return manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .flatMap((policy) => {
      const { podSelector, ingress, egress } = NetworkPolicy.parse(policy).spec
      if (!selects(podSelector, labels)) return []
      const isReached = ingress.some(({ from }) => from.length === 0 || !from.every(isWhoAsks))
      return [
        ...(isReached ? [`is reached by others, by ${titleOf(policy)}`] : []),
        ...(egress.length > 0 ? [`has a way out by ${titleOf(policy)}`] : []),
      ]
    })
}

/** Where what opens strangers' files has more around it than who asks it. */
export function picturesFaults(manifests: readonly Manifest[]): string[] {
  const workload = workloadsOf(manifests).find(({ metadata }) => metadata.name === name)
  if (workload === undefined) return [`no workload runs ${name}`]
  const faults = [...contentFaults(workload), ...policyFaults(manifests, podLabels(workload))]
  return faults.map((fault) => `${titleOf(workload)}: ${fault}`)
}
