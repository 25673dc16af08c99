import type { ServiceName } from '@kismet/contracts'
import { ownerRole, roleOf } from '@kismet/service-kit/database-setup'
import { serviceTable } from '../service-table.ts'
import type { Need, ServiceRow } from '../service-table.ts'

/** A key of a Secret: its template, in which `@property@` stands for a property of what is kept outside, in a URL `@property|urlquery@`. */
type Template = readonly [key: string, template: string]

/** The name of the property of a secret that a service has alone, by the variable that it is given as: `wallet-audit-key`. */
function propertyOf(service: ServiceName, variable: string): string {
  const name = variable.toLowerCase().replaceAll('_', '-')
  return name.startsWith(`${service}-`) ? name : `${service}-${name}`
}

const ofItsOwn = (service: ServiceName, variable: string): Template => [variable, `@${propertyOf(service, variable)}@`]

const postgresUrl = (role: string, property: string): string =>
  `postgres://${role}:@${property}|urlquery@@postgres-primary:5432/kismet`
const mongodb = 'mongodb-svc.kismet.svc.cluster.local/?replicaSet=mongodb&authSource=admin&tls=false'

/** The files of a Secret for each need. A need without a secret has no row. */
const templatesOf: Readonly<Partial<Record<Need, (name: ServiceName) => readonly Template[]>>> = {
  database: (name) => [['DATABASE_URL', postgresUrl(roleOf(name), `postgres-${name}`)]],
  audit: (name) => [ofItsOwn(name, 'AUDIT_KEY')],
  documents: (name) => [['MONGODB_URL', `mongodb+srv://${name}:@mongodb-${name}|urlquery@@${mongodb}`]],
  streams: (name) => [ofItsOwn(name, 'STREAM_KEY')],
  redis: () => [['REDIS_URL', 'redis://:@redis|urlquery@@redis-master:6379']],
  mail: () => [['SMTP_URL', '@smtp-url@']],
  'first-admin': () => [
    ['ADMIN_USERNAME', '@admin-username@'],
    ['ADMIN_PASSWORD', '@admin-password@'],
  ],
  services: () =>
    serviceTable
      .filter(({ needs }) => needs.includes('streams'))
      .map(({ name }) => [`${roleOf(name).toUpperCase()}_STREAM_KEY`, `@${propertyOf(name, 'STREAM_KEY')}@`]),
}

function templatesOfService({ name, needs, secrets }: ServiceRow): readonly Template[] {
  return [
    ['NATS_URL', `nats://${name}:@nats-${name}|urlquery@@nats:4222`],
    ...needs.flatMap((need) => templatesOf[need]?.(name) ?? []),
    ...secrets.map((secret) => ofItsOwn(name, secret)),
  ]
}

interface Described {
  readonly name: string
  readonly templates: readonly Template[]
  /** Of the Secret, beside its data. */
  readonly type?: string
  readonly labels?: Readonly<Record<string, string>>
}

const marks = /@([a-z-]+)(\|urlquery)?@/g

/** The manifest of a Secret that External Secrets makes of what is kept outside. A template has names without a dash. */
export function externalSecret({ name, templates, type, labels }: Described): string {
  const properties = new Set(
    templates.flatMap(([, text]) => [...text.matchAll(marks)].map(([, property = '']) => property)),
  )
  const nameOf = (property: string): string => property.replaceAll('-', '_')
  const lines = [
    'apiVersion: external-secrets.io/v1',
    'kind: ExternalSecret',
    'metadata:',
    `  name: ${name}`,
    'spec:',
    '  data:',
    ...[...properties].flatMap((property) => [
      `    - secretKey: ${nameOf(property)}`,
      `      remoteRef: { key: kismet, property: ${property} }`,
    ]),
    '  target:',
    '    template:',
    ...(type === undefined ? [] : [`      type: ${type}`]),
    ...(labels === undefined ? [] : [`      metadata: { labels: ${inline(labels)} }`]),
    '      data:',
    ...templates.map(([key, text]) => {
      const filled = text.replaceAll(
        marks,
        (_, property: string, filter?: string) =>
          `{{ .${nameOf(property)}${filter === undefined ? '' : ' | urlquery'} }}`,
      )
      return `        ${key}: '${filled}'`
    }),
    '',
  ]
  return lines.join('\n')
}

const inline = (pairs: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(pairs)
    .map(([key, value]) => `${key}: '${value}'`)
    .join(', ')} }`

/** What each service, and the migrations, are given as files. */
export function serviceSecrets(): readonly string[] {
  const migrate = {
    name: 'migrate',
    templates: [['MIGRATION_DATABASE_URL', postgresUrl(ownerRole, 'postgres-owner')]],
  } as const
  return [...serviceTable.map((row) => ({ name: row.name, templates: templatesOfService(row) })), migrate].map(
    externalSecret,
  )
}

/** A login role of PostgreSQL, which CloudNativePG gives a new password when the Secret has one. */
const roleSecret = (name: string, role: string): Described => ({
  name,
  type: 'kubernetes.io/basic-auth',
  labels: { 'cnpg.io/reload': 'true' },
  templates: [
    ['username', role],
    ['password', `@${name}@`],
  ],
})

const passwordSecret = (name: string): Described => ({ name, templates: [['password', `@${name}@`]] })

/** What the operators of the stores are given: the passwords of who logs in there. */
export function storeSecrets(): readonly string[] {
  const withNeed = (need: Need) => serviceTable.filter(({ needs }) => needs.includes(need)).map(({ name }) => name)
  return [
    roleSecret('postgres-owner', ownerRole),
    ...withNeed('database').map((name) => roleSecret(`postgres-${name}`, roleOf(name))),
    passwordSecret('redis'),
    ...withNeed('documents').map((name) => passwordSecret(`mongodb-${name}`)),
  ].map(externalSecret)
}
