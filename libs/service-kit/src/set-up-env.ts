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

const ownerUrl = secretly(postgresUrl, 'The database, with the role that owns the schemas.')

/** The environment of `bin/migrate.ts`. */
export const migrateEnv = z.object({
  MIGRATION_DATABASE_URL: ownerUrl,
  MIGRATION_PATIENCE_S: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600)
    .default(0)
    .describe(
      'How long, in seconds, what passes by itself is tried again: a server or a role that is not there yet, a table that somebody works on.',
    ),
})

/** The environment of `bin/set-up.ts`: a superuser, the owner of the schemas, and the URL that each service has itself. */
export const setUpEnv = z.object({
  POSTGRES_URL: secretly(postgresUrl, 'The server, with a role that may make roles and databases.'),
  MIGRATION_DATABASE_URL: ownerUrl,
  MONGODB_ADMIN_URL: secretly(
    mongoUrl,
    'MongoDB, with who may make users; without it they are made elsewhere.',
  ).optional(),
  ...ofServices('DATABASE_URL'),
  ...ofServices('MONGODB_URL'),
})

/** The URLs of one kind that the set-up was told, by service. */
export function urlsOf(env: Readonly<Record<string, string | undefined>>, kind: Kind): Map<ServiceName, string> {
  return new Map(
    serviceNames.flatMap((name): [ServiceName, string][] => {
      const url = env[variableOfUrl(name, kind)]
      return url === undefined ? [] : [[name, url]]
    }),
  )
}
