import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { withTheirOwn } from '../src/k8s/custom-resources.ts'
import { environmentFaults } from '../src/k8s/environment.ts'
import { Manifest, manifestsFolder } from '../src/k8s/manifests.ts'
import { referenceFaults } from '../src/k8s/references.ts'
import { localSecret, propertiesOf } from '../src/k8s/secrets.ts'

type Part = Record<string, unknown>
const labels = { 'app.kubernetes.io/name': 'support', 'access.kismet/bus': 'true', 'access.kismet/mongodb': 'true' }
const container = {
  name: 'service',
  image: 'kismet/service',
  args: ['services/support'],
  ports: [{ name: 'internal', containerPort: 8080 }],
  env: [
    { name: 'NATS_URL_FILE', value: '/run/secrets/kismet/NATS_URL' },
    { name: 'MONGODB_URL_FILE', value: '/run/secrets/kismet/MONGODB_URL' },
    { name: 'LOG_LEVEL', valueFrom: { configMapKeyRef: { name: 'kismet', key: 'LOG_LEVEL' } } },
  ],
  volumeMounts: [{ name: 'secrets', mountPath: '/run/secrets/kismet' }],
}
const pod = { containers: [container], volumes: [{ name: 'secrets', secret: { secretName: 'support' } }] }
const secret = {
  data: [
    { secretKey: 'bus', remoteRef: { key: 'kismet', property: 'nats-support' } },
    { secretKey: 'documents', remoteRef: { key: 'kismet', property: 'mongodb-support' } },
  ],
  target: {
    template: {
      data: {
        NATS_URL: 'nats://support:{{ .bus | urlquery }}@nats:4222',
        MONGODB_URL: 'mongodb://support:{{ .documents }}@mongodb',
      },
    },
  },
}
const one = (apiVersion: string, kind: string, name: string, rest: Part): Manifest =>
  Manifest.parse({ apiVersion, kind, metadata: { name }, ...rest })
const deployment = (podLabels: Part = labels, podSpec: Part = pod) =>
  one('apps/v1', 'Deployment', 'support', { spec: { template: { metadata: { labels: podLabels }, spec: podSpec } } })
const withContainer = (change: Part) => deployment(labels, { ...pod, containers: [{ ...container, ...change }] })
const configMap = one('v1', 'ConfigMap', 'kismet', { data: { LOG_LEVEL: 'info' } })
const externalSecret = (spec: Part = secret) => one('external-secrets.io/v1', 'ExternalSecret', 'support', { spec })

describe('environmentFaults', () => {
  const faultsOf = (...manifests: Manifest[]) =>
    environmentFaults(manifests).filter((fault) => !fault.startsWith('no workload runs'))

  it('accepts a service with the variables that it reads, and names each service without a workload', () => {
    expect(faultsOf(deployment(), configMap, externalSecret())).toEqual([])
    const others = environmentFaults([deployment(), configMap, externalSecret()])
    expect(others).toContain('no workload runs wallet')
    expect(others).not.toContain('no workload runs support')
  })

  it.each([
    [
      'a name that is not read',
      [withContainer({ env: [...container.env, { name: 'MONGO', value: 'x' }] }), configMap, externalSecret()],
      /does not read MONGO/,
    ],
    [
      'what is missing',
      [withContainer({ env: container.env.slice(0, 2).reverse().slice(0, 1) }), configMap, externalSecret()],
      /NATS_URL/,
    ],
    [
      'a value that is not taken',
      [deployment(), one('v1', 'ConfigMap', 'kismet', { data: { LOG_LEVEL: 'loud' } }), externalSecret()],
      /LOG_LEVEL/,
    ],
    ['a ConfigMap that is not there', [deployment(), externalSecret()], /no ConfigMap kismet with LOG_LEVEL/],
    ['a missing Secret', [deployment(), configMap], /no Secret support with NATS_URL/],
    [
      'a file without a mount',
      [withContainer({ volumeMounts: [] }), configMap, externalSecret()],
      /no Secret is mounted at/,
    ],
    [
      'a template of what is not read',
      [deployment(), configMap, externalSecret({ ...secret, data: secret.data.slice(1) })],
      /uses bus, which it does not read/,
    ],
    [
      'a secret for everybody to see',
      [
        withContainer({ env: [...container.env.slice(1), { name: 'NATS_URL', value: 'nats://nats' }] }),
        configMap,
        externalSecret(),
      ],
      /NATS_URL is secret and comes as no file/,
    ],
    [
      'migrations that are not of every service with a database',
      [
        withContainer({
          command: ['node', 'libs/service-kit/src/bin/migrate.ts'],
          args: ['services/auth', 'services/support'],
          env: [{ name: 'MIGRATION_DATABASE_URL', value: 'postgres://kismet_owner@postgres' }],
        }),
        configMap,
        externalSecret(),
      ],
      /does not migrate services\/wallet/,
    ],
    [
      'migrations of what has no database',
      [withContainer({ command: ['libs/service-kit/src/bin/migrate.ts'] }), configMap, externalSecret()],
      /services\/support has no migrations/,
    ],
    [
      'a secret of the migrations for everybody to see',
      [
        withContainer({
          command: ['libs/service-kit/src/bin/migrate.ts'],
          env: [{ name: 'MIGRATION_DATABASE_URL', value: 'postgres://kismet_owner@postgres' }],
        }),
        configMap,
        externalSecret(),
      ],
      /MIGRATION_DATABASE_URL is secret and comes as no file/,
    ],
    [
      'a part that it may not reach',
      [deployment({ ...labels, 'access.kismet/mongodb': undefined }), configMap, externalSecret()],
      /may not reach mongodb/,
    ],
    [
      'a part that it has no business with',
      [deployment({ ...labels, 'access.kismet/postgres': 'true' }), configMap, externalSecret()],
      /may reach postgres/,
    ],
  ])('finds %s', (_, manifests, fault) => {
    const clean = manifests.map((manifest) => Manifest.parse(JSON.parse(JSON.stringify(manifest))))
    expect(faultsOf(...clean)).toContainEqual(expect.stringMatching(fault))
  })
})

describe('referenceFaults', () => {
  const policy = (spec: Part) => one('networking.k8s.io/v1', 'NetworkPolicy', 'p', { spec })
  const service = (targetPort: string) =>
    one('v1', 'Service', 'support', {
      spec: { selector: { 'app.kubernetes.io/name': 'support' }, ports: [{ name: 'http', port: 8080, targetPort }] },
    })
  const ingress = (name: string) =>
    one('networking.k8s.io/v1', 'Ingress', 'players', {
      spec: {
        rules: [
          { host: 'a', http: { paths: [{ path: '/', backend: { service: { name, port: { name: 'http' } } } }] } },
        ],
      },
    })
  const guard = (name: string) =>
    one('policy/v1', 'PodDisruptionBudget', 'b', {
      spec: { selector: { matchLabels: { 'app.kubernetes.io/name': name } } },
    })
  const scaler = (name: string) =>
    one('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', {
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name } },
    })
  const cluster = (name: string) =>
    one('mongodbcommunity.mongodb.com/v1', 'MongoDBCommunity', 'm', {
      spec: { users: [{ passwordSecretRef: { name, key: 'MONGODB_URL' } }] },
    })
  const all = [
    deployment(),
    configMap,
    externalSecret(),
    policy({
      podSelector: {},
      ingress: [{ from: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'nats' } } }] }],
    }),
    service('internal'),
    ingress('support'),
    guard('support'),
    scaler('support'),
    cluster('support'),
  ]

  it('finds nothing where everything that is named is there', () => {
    expect(referenceFaults(all)).toEqual([])
  })

  it.each([
    ['a policy of no pod', policy({ podSelector: { matchLabels: { a: 'b' } } }), /chooses no pod/],
    [
      'a policy without pods',
      policy({ podSelector: {}, egress: [{ to: [{ podSelector: { matchLabels: { a: 'b' } } }] }] }),
      /no pod matches .*"a":"b"/,
    ],
    [
      'an unknown namespace',
      policy({
        podSelector: {},
        ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'elsewhere' } } }] }],
      }),
      /no pod matches .*elsewhere/,
    ],
    ['a port that no pod has', service('page'), /no pod of it has the port page/],
    ['a way to nowhere', ingress('web'), /leads to web/],
    ['a budget of nothing', guard('web'), /selects no pod/],
    ['an autoscaler of nothing', scaler('web'), /there is no Deployment web/],
    [
      'a monitor of nothing',
      one('monitoring.coreos.com/v1', 'PodMonitor', 'm', {
        spec: { selector: { matchExpressions: [{ key: 'cnpg.io/cluster', operator: 'Exists' }] } },
      }),
      /PodMonitor m: watches no pod/,
    ],
    [
      'a backup of nothing',
      one('postgresql.cnpg.io/v1', 'ScheduledBackup', 'b', { spec: { cluster: { name: 'postgres' } } }),
      /there is no Cluster postgres/,
    ],
    ['a Secret of a custom resource', cluster('other'), /names a Secret other with MONGODB_URL/],
    [
      'a Secret that is no volume',
      deployment(labels, { ...pod, volumes: [{ name: 'secrets', secret: { secretName: 'other' } }] }),
      /the Secret of its volume secrets is missing/,
    ],
    [
      'a volume without a claim',
      deployment(labels, {
        ...pod,
        volumes: [...pod.volumes, { name: 'v', persistentVolumeClaim: { claimName: 'v' } }],
      }),
      /the claim of its volume v is missing/,
    ],
  ])('finds %s', (_, broken, fault) => {
    const others = all.filter(({ kind }) => kind !== broken.kind)
    expect(referenceFaults([...others, broken])).toContainEqual(expect.stringMatching(fault))
  })
})

describe('the Secret of a local cluster', () => {
  it('has every property that is read, each with a random value of its own', () => {
    const properties = propertiesOf([externalSecret()])
    expect(properties).toEqual(['mongodb-support', 'nats-support'])
    let made = 0
    const text = localSecret([...properties, 'admin-username'], () => `random-${++made}`)
    expect(JSON.parse(text)).toMatchObject({
      kind: 'Secret',
      stringData: { 'mongodb-support': 'random-1', 'nats-support': 'random-2', 'admin-username': 'owner' },
    })
  })
})

describe('withTheirOwn', () => {
  it('has the definitions of a folder stand for those of the same name, and adds none', () => {
    const define = (name: string, spec: string) =>
      one('apiextensions.k8s.io/v1', 'CustomResourceDefinition', name, { spec })
    const given = [define('b', 'theirs'), define('c', 'theirs')]
    const { used, replaced } = withTheirOwn([define('a', 'ours'), define('b', 'ours')], given)
    expect(used).toEqual([define('a', 'ours'), define('b', 'theirs')])
    expect(replaced).toEqual(['b'])
  })
})

describe('a gateway', () => {
  it('begins with the bus, Redis and auth, and goes on as long as it reaches the bus: Redis has failovers, and every gateway works without it', () => {
    const gateway = readFileSync(join(manifestsFolder, 'base/services/gateway.yaml'), 'utf8')
    const probes = [...gateway.matchAll(/(\w+)Probe:\n.*path: '(.+)'/g)]
    expect(Object.fromEntries(probes.map(([, name = '', path]) => [name, path]))).toEqual({
      startup: '/ready?of=bus,redis,auth',
      readiness: '/ready?of=bus',
    })
  })
})
