import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import pg from 'pg'
import { deadlockDetected, lockNotAvailable, sqlState } from './database-failure.ts'
import type { Queryable } from './database.ts'
import { roleOf, withClient } from './database-setup.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** Whether all processes of the service must be stopped (docs/internals/decisions/0018): a line `-- standstill: why`. */
  readonly standstill: boolean
}

/** Where a service keeps its migrations: `src/db/migrations/0001-<what>.sql`. */
export function migrationsOf(serviceFolder: string): string {
  return join(serviceFolder, 'src/db/migrations')
}

const require = createRequire(import.meta.url)

/**
 * Replaces a line such as `-- kit: audit` by the SQL file of service-kit with that name, and
 * `-- kit: game-kit/game` by a file of another library.
 */
async function expand(sql: string, folder: string): Promise<string> {
  const parts = sql.split('\n').map(async (line) => {
    const [, library = 'service-kit', tables] = /^-- kit: (?:([a-z-]+)\/)?([a-z-]+)$/.exec(line) ?? []
    if (tables === undefined) return line
    const file = `@kismet/${library}/migrations/${tables}.sql`
    return readFile(require.resolve(file, { paths: [folder, import.meta.dirname] }), 'utf8')
  })
  return (await Promise.all(parts)).join('\n')
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      if (!name.startsWith(`${String(index + 1).padStart(4, '0')}-`))
        throw new Error(`${name}: migrations are numbered from 0001 without gaps`)
      const sql = await expand(await readFile(join(folder, name), 'utf8'), folder)
      return {
        name,
        sql,
        sha256: createHash('sha256').update(sql).digest('hex'),
        standstill: /^-- standstill: \S/m.test(sql),
      }
    }),
  )
}

export interface MigrateOptions {
  /** Connection of the role that owns the schema. */
  readonly ownerUrl: string
  readonly folder: string
  readonly schema: string
  /** The role of the service's connections. It owns no table; migrations grant rights to `:service_role`. */
  readonly serviceRole: string
}

/**
 * Applies the missing migrations of services, each service in one transaction, and reports them.
 * @param folders of the services
 * @throws Error that names the service
 */
export async function migrateServices(
  ownerUrl: string,
  folders: readonly string[],
  report: (line: string) => void,
): Promise<void> {
  for (const folder of folders) {
    const [service, role] = [basename(folder), roleOf(basename(folder))]
    const options = { ownerUrl, folder: migrationsOf(folder), schema: role, serviceRole: role }
    const added = await migrate(options).catch((cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`The migrations of ${service} failed: ${reason}`, { cause })
    })
    report(`${service}: ${added.length === 0 ? 'up to date' : added.join(', ')}`)
  }
}

const mostAttempts = 3

/**
 * Applies all missing migrations in one transaction, beside processes of the previous release. After a deadlock with their
 * transactions it tries again.
 * @returns their names
 * @throws Error for another history of migrations, a standstill that is needed, or a timeout
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await migrateOnce(options)
    } catch (error) {
      const isDeadlock = error instanceof Error && sqlState(error.cause) === deadlockDetected
      if (!isDeadlock || attempt === mostAttempts) throw error
    }
}

function migrateOnce({ ownerUrl, folder, schema, serviceRole }: MigrateOptions): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    const role = pg.escapeIdentifier(serviceRole)
    const named = pg.escapeIdentifier(schema)
    await client.query('BEGIN')
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${named}`)
    await client.query(`SET LOCAL search_path = ${named}`)
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration
         (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), standstill boolean NOT NULL)`,
    )
    // One process at a time migrates a schema. Only the owner of the table can take this lock.
    await client.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE')
    await client.query(rightsOf(role, named, pg.escapeIdentifier(client.database ?? '')))
    const { missing, others } = await compare(client, folder)
    if (missing.length > 0 && others.length > 0)
      throw new Error(
        `the database has other migrations (${namesOf(others)}) and stays unchanged. Use an empty database (local stack: make reset), or the release that created this database`,
      )
    if (missing.length > 0) await makeWay(client, missing, serviceRole)
    for (const migration of missing) await apply(client, migration, role)
    await client.query('COMMIT')
    return missing.map(({ name }) => name)
  })
}

/** A role may use its own schema and no other. PostgreSQL finds that schema first, by the search path `"$user"`. */
const rightsOf = (role: string, schema: string, database: string) => `
  REVOKE ALL ON DATABASE ${database} FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC;
  GRANT CONNECT ON DATABASE ${database} TO ${role}; GRANT USAGE ON SCHEMA ${schema} TO ${role};
  GRANT SELECT ON migration TO ${role}`

/** The lock timeout. A migration that waits for a lock also blocks every later statement on that table. */
const lockWithinMs = 2_000
/** The transaction timeout. The transaction keeps its locks until its end. */
const endsWithinMs = 5_000

/** Sets the timeouts where the service runs. @throws Error when a standstill is needed and the service runs */
async function makeWay(client: pg.Client, missing: readonly Migration[], serviceRole: string): Promise<void> {
  const still = missing.find(({ standstill }) => standstill)
  // A process that starts meanwhile waits for this lock, and then refuses to run.
  if (still !== undefined) await client.query('LOCK TABLE migration IN ACCESS EXCLUSIVE MODE')
  const running = await client.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = $1',
    [serviceRole],
  )
  if (running.rowCount === 0) return
  if (still !== undefined)
    throw new Error(`${still.name} needs a standstill: stop all processes of ${serviceRole} first`)
  await client.query(`SET LOCAL lock_timeout = ${lockWithinMs}`)
  await client.query(`SET LOCAL transaction_timeout = ${endsWithinMs}`)
}

async function apply(client: pg.Client, { name, sql, sha256, standstill }: Migration, role: string): Promise<void> {
  try {
    await client.query(sql.replaceAll(':service_role', role))
    const insert = 'INSERT INTO migration (name, sha256, standstill) VALUES ($1, $2, $3)'
    await client.query(insert, [name, sha256, standstill])
  } catch (error) {
    throw new Error(`${name} ${timeouts.get(sqlState(error)) ?? 'failed'}`, { cause: error })
  }
}

/** The timeouts of a migration, by SQLSTATE. */
const timeouts: ReadonlyMap<string | undefined, string> = new Map([
  [lockNotAvailable, `reached the lock timeout of ${lockWithinMs / 1_000} s. The database is unchanged: try again`],
  [
    '25P04',
    `reached the timeout of ${endsWithinMs / 1_000} s. The database is unchanged: stop all processes of the service, then try again`,
  ],
])

type Applied = Pick<Migration, 'name' | 'sha256' | 'standstill'>

const namesOf = (migrations: readonly Applied[]): string => migrations.map(({ name }) => name).join(', ')

/** The migrations that the database lacks, and those that it has from other files. Text counts, not only the name. */
async function compare(db: Queryable, folder: string): Promise<{ missing: Migration[]; others: Applied[] }> {
  const migrations = await readMigrations(folder)
  const { rows } = await db.query<Applied>('SELECT name, sha256, standstill FROM migration ORDER BY name')
  const isSame = (one: Applied) => (other: Applied) => one.name === other.name && one.sha256 === other.sha256
  const missing = migrations.filter((one) => !rows.some(isSame(one)))
  return { missing, others: rows.filter((one) => !migrations.some(isSame(one))) }
}

/**
 * An earlier release finds other migrations after its own, once a newer release has migrated.
 * @throws Error when the database lacks a migration of this code, or has an unknown migration that
 * needed a standstill
 */
export async function requireMigrations(db: Queryable, folder: string): Promise<void> {
  const { rows } = await db.query<{ isNew: boolean }>(`SELECT to_regclass('migration') IS NULL AS "isNew"`)
  if (rows[0]?.isNew !== false) throw new Error('The database lacks all migrations: run the migrations first')
  const { missing, others } = await compare(db, folder)
  if (missing.length > 0)
    throw new Error(`The database lacks the migrations ${namesOf(missing)}: run the migrations first`)
  const newer = others.filter(({ standstill }) => standstill)
  if (newer.length > 0)
    throw new Error(`The database has the newer migrations ${namesOf(newer)}: this release may not run on it`)
}
