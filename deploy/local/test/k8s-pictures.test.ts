import { describe, expect, it } from '@jest/globals'
import { Manifest } from '../src/k8s/manifests.ts'
import { picturesFaults } from '../src/k8s/pictures.ts'

type Part = Record<string, unknown>
const one = (apiVersion: string, kind: string, name: string, rest: Part): Manifest =>
  Manifest.parse({ apiVersion, kind, metadata: { name }, ...rest })

describe('picturesFaults', () => {
  const ofPictures = { 'app.kubernetes.io/name': 'pictures' }
  const opener = {
    name: 'service',
    image: 'kismet/service',
    command: ['node', 'services/payments/src/bin/pictures.ts'],
    env: [{ name: 'PORT', value: '8080' }],
  }
  const alone = { automountServiceAccountToken: false, containers: [opener], volumes: [{ name: 'tmp', emptyDir: {} }] }
  const pictures = (podSpec: Part = alone) =>
    one('apps/v1', 'Deployment', 'pictures', {
      spec: { template: { metadata: { labels: ofPictures }, spec: podSpec } },
    })
  const policy = (spec: Part) => one('networking.k8s.io/v1', 'NetworkPolicy', 'p', { spec })
  const openTo = (...from: Part[]) => policy({ podSelector: { matchLabels: ofPictures }, ingress: [{ from }] })
  const asked = openTo({ podSelector: { matchLabels: { 'access.kismet/pictures': 'true' } } })
  const ofOthers = (operator: string) =>
    policy({
      podSelector: { matchExpressions: [{ key: 'app.kubernetes.io/name', operator, values: ['pictures'] }] },
      egress: [{ ports: [{ port: 53 }] }],
    })

  it('finds nothing where it is alone', () => {
    const deny = policy({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] })
    expect(picturesFaults([pictures(), asked, deny, ofOthers('NotIn')])).toEqual([])
  })

  it.each([
    ['no picture server', [asked], /^no workload runs pictures$/],
    ['a token', [pictures({ ...alone, automountServiceAccountToken: true }), asked], /has a token/],
    [
      'a Secret',
      [pictures({ ...alone, volumes: [{ name: 'secrets', secret: { secretName: 'payments' } }] })],
      /has the volume secrets/,
    ],
    [
      'an address of others',
      [pictures({ ...alone, containers: [{ ...opener, env: [{ name: 'NATS_URL', value: 'nats://nats' }] }] })],
      /does not read NATS_URL/,
    ],
    [
      'another program',
      [pictures({ ...alone, containers: [{ ...opener, command: undefined }] })],
      /is not started as services/,
    ],
    ['names that it can resolve', [pictures(), ofOthers('In')], /has a way out by NetworkPolicy p/],
    ['a way in for all', [pictures(), openTo()], /is reached by others, by NetworkPolicy p/],
    [
      'a way in for another pod',
      [pictures(), openTo({ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'gateway' } } })],
      /is reached by others/,
    ],
    [
      'a way in from another namespace',
      [
        pictures(),
        openTo({ namespaceSelector: {}, podSelector: { matchLabels: { 'access.kismet/pictures': 'true' } } }),
      ],
      /is reached by others/,
    ],
  ])('finds %s', (_, manifests, fault) => {
    expect(picturesFaults(manifests)).toContainEqual(expect.stringMatching(fault))
  })
})
