import { serviceNames } from '@kismet/contracts'
import type { ServiceName } from '@kismet/contracts'
import { z } from 'zod'
import { roleOf } from './database-setup.ts'
import { documentsEnv, postgresUrl, secretly } from './env.ts'

const mongoUrl = documentsEnv.shape.MONGODB_URL
const kinds = { DATABASE_URL: postgresUrl, MONGODB_URL: mongoUrl } as const
type Kind = keyof typeof kinds

/** The variable by which the set-up is told the URL of a service. */
export const variableOfUrl = (service: ServiceName, kind: Kind): string => `${roleOf(service).toUpperCase()}_${kind}`

const ofServices = (kind: Kind) =>
  Object.fromEntries(serviceNames.map((name) => [variableOfUrl(name, kind), kinds[kind].optional()]))

const ownerUrl = secretly(postgresUrl, 'PostgreSQL, with the role that owns the tables.')

/** The environment of `bin/migrate.ts`. */
export const migrateEnv = z.object({ MIGRATION_DATABASE_URL: ownerUrl })

/** The environment of `bin/set-up.ts`: a superuser, the owner of the schemas, and the URL that each service has itself. */
export const setUpEnv = z.object({
  POSTGRES_URL: secretly(postgresUrl, 'PostgreSQL, with a role that can create roles and databases.'),
  MIGRATION_DATABASE_URL: ownerUrl,
  MONGODB_ADMIN_URL: secretly(
    mongoUrl,
    'MongoDB, with a user that can create users. Without it, the users must exist.',
  ).optional(),
  ...ofServices('DATABASE_URL'),
  ...ofServices('MONGODB_URL'),
})

/** The URLs of one kind that the set-up was told, by service. */
export function urlsOf(env: Readonly<Record<string, string | undefined>>, kind: Kind): Map<ServiceName, string> {
  const urls = serviceNames.map((name) => [name, env[variableOfUrl(name, kind)]] as const)
  return new Map(urls.filter((entry): entry is [ServiceName, string] => entry[1] !== undefined))
}
