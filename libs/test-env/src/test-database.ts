import { createHash, randomBytes } from 'node:crypto'
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
  /** Removes the database and ends its connections. */
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

function urlOfDatabase(serverUrl: string, name: string): URL {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url
}

/** Applies the migrations of services that are missing in a database, as they are below the root of a repository. */
async function migrateAll(ownerUrl: string, services: readonly ServiceName[], root: string): Promise<void> {
  for (const service of services) {
    const folder = migrationsOf(join(root, 'services', service))
    await migrate({ ownerUrl, folder, schema: schemaOf(service), serviceRole: roleOf(service) })
  }
}

/** Makes the template of all test databases with these services, once for each server. A copy takes a tenth of the time of the migrations. */
async function provideTemplate(
  client: pg.Client,
  serverUrl: string,
  services: readonly ServiceName[],
): Promise<string> {
  const name = `template_${createHash('sha256').update(services.join()).digest('hex').slice(0, 12)}`
  await client.query(`SELECT pg_advisory_lock(hashtext('test templates'))`)
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (rowCount === 0) {
    // One that was left half made has another name.
    const made = `${name}_${randomBytes(3).toString('hex')}`
    await client.query(`CREATE DATABASE ${made}`)
    await migrateAll(urlOfDatabase(serverUrl, made).href, services, repositoryRoot)
    await client.query(`ALTER DATABASE ${made} RENAME TO ${name}`)
  }
  await client.query(`SELECT pg_advisory_unlock(hashtext('test templates'))`)
  return name
}

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
  const isOfRun =
    process.env.KISMET_TEST_POSTGRES_URLS?.split(' ').includes(serverUrl) === true && root === repositoryRoot
  await asSuperuser(serverUrl, async (client) => {
    for (const service of services) await createRole(client, roleOf(service))
    const template = isOfRun ? await provideTemplate(client, serverUrl, services) : 'template1'
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`)
  })
  const ownerUrl = urlOfDatabase(serverUrl, name)
  if (!isOfRun) await migrateAll(ownerUrl.href, services, root)
  return {
    name,
    ownerUrl: ownerUrl.href,
    urlOf(service) {
      const url = new URL(ownerUrl)
      url.username = roleOf(service)
      url.password = 'test'
      return url.href
    },
    migrate: (from) => migrateAll(ownerUrl.href, services, from),
    async drop() {
      await asSuperuser(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
    },
  }
}
