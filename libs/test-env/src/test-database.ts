import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { ServiceName } from '@kismet/contracts'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { migrate, migrationsOf } from '@kismet/service-kit/migrate'
import pg from 'pg'
import { testPostgresUrl } from './test-servers.ts'

export interface TestDatabase {
  readonly name: string
  /** Connection of the owner, who may do anything to the tables. */
  readonly ownerUrl: string
  /** Connection of the runtime role of a service, with the grants of its migrations and nothing more. */
  urlOf(service: ServiceName): string
  /** Applies the migrations that are missing, as they are below the root of a repository. */
  migrate(root: string): Promise<void>
  /** Removes the database, with whoever is still connected. */
  drop(): Promise<void>
}

/** Runs `work` on a connection of the superuser of a server. */
export async function asSuperuser<T>(serverUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Roles belong to the whole server, which several test files share. */
export async function createRole(client: pg.Client, role: string): Promise<void> {
  await client.query(`SELECT pg_advisory_lock(hashtext('test roles'))`)
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  if (rowCount === 0) await client.query(`CREATE ROLE ${pg.escapeIdentifier(role)} LOGIN PASSWORD 'test'`)
  await client.query(`SELECT pg_advisory_unlock(hashtext('test roles'))`)
}

const schemaOf = (service: ServiceName) => service.replaceAll('-', '_')
const roleOf = (service: ServiceName) => `kismet_test_${schemaOf(service)}`

/**
 * Makes a database of its own for one test file, with the migrations of the services named, on the server of the run or on another one.
 * @param root of the repository whose migrations it gets
 */
export async function createTestDatabase(
  services: readonly ServiceName[],
  serverUrl: string = testPostgresUrl(),
  root: string = repositoryRoot,
): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asSuperuser(serverUrl, async (client) => {
    for (const service of services) await createRole(client, roleOf(service))
    await client.query(`CREATE DATABASE ${name}`)
  })
  const ownerUrl = new URL(serverUrl)
  ownerUrl.pathname = `/${name}`
  const migrateAll = async (from: string) => {
    for (const service of services) {
      const folder = migrationsOf(join(from, 'services', service))
      await migrate({ ownerUrl: ownerUrl.href, folder, schema: schemaOf(service), serviceRole: roleOf(service) })
    }
  }
  await migrateAll(root)
  return {
    name,
    ownerUrl: ownerUrl.href,
    urlOf(service) {
      const url = new URL(ownerUrl)
      url.username = roleOf(service)
      url.password = 'test'
      return url.href
    },
    migrate: migrateAll,
    async drop() {
      await asSuperuser(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}
