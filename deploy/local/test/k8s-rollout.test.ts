import { expect, it } from '@jest/globals'
import { Manifest } from '../src/k8s/manifests.ts'
import { rolloutFaults } from '../src/k8s/rollout.ts'

interface Rolled {
  readonly service: string
  readonly graceS?: number
  readonly preStopS?: number
  readonly maxUnavailable?: number | string
}

const deployment = ({ service, graceS = 30, preStopS, maxUnavailable = 0 }: Rolled): Manifest =>
  Manifest.parse({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'any' },
    spec: {
      strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable } },
      template: {
        metadata: { labels: {} },
        spec: {
          terminationGracePeriodSeconds: graceS,
          containers: [
            {
              name: 'service',
              image: 'kismet/service',
              args: [service],
              ...(preStopS === undefined ? {} : { lifecycle: { preStop: { sleep: { seconds: preStopS } } } }),
            },
          ],
        },
      },
    },
  })

it.each<Rolled>([
  { service: 'services/wallet' },
  { service: 'services/payments', graceS: 150, preStopS: 5 },
  { service: 'gateway', graceS: 150, preStopS: 10 },
  { service: 'of somebody else', graceS: 1, maxUnavailable: 1 },
])('nothing is lost with $service', (rolled) => {
  expect(rolloutFaults([deployment(rolled)])).toEqual([])
})

it.each<Rolled & { readonly fault: string }>([
  { service: 'services/wallet', graceS: 10, fault: 'wallet: is killed after 10 s, and may take 15 s to end' },
  {
    service: 'services/payments',
    preStopS: 5,
    fault: 'payments: is killed after 30 s, and may take 140 s to end',
  },
  { service: 'gateway', graceS: 150, preStopS: 0, fault: 'gateway: ends before those in front of it know' },
  {
    service: 'services/mines',
    maxUnavailable: '25%',
    fault: 'mines: a pod may go before its successor is there',
  },
])('is told of $fault', ({ fault, ...rolled }) => {
  expect(rolloutFaults([deployment(rolled)])).toEqual([fault])
})
