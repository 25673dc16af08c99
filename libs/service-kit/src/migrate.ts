import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { lockNotAvailable, sqlState } from './database.ts'
import type { Queryable } from './database.ts'
import { withClient } from './database-setup.ts'

/**
 * How a migration stands to the release before, whose code runs meanwhile and afterwards (docs/decisions/0018): that goes on with what it adds, or with what it takes away because it does not use it any more; at
 * a `standstill` no process of the service may run.
 */
type Kind = 'expand' | 'contract' | 'standstill'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
  readonly kind: Kind
}

/** Where a service keeps its migrations: `src/db/migrations/0001-<what>.sql`. */
export function migrationsOf(serviceFolder: string): string {
  return join(serviceFolder, 'src/db/migrations')
}

const require = createRequire(import.meta.url)

/**
 * A line `-- kit: audit` in a migration stands for tables that service-kit defines for every service that needs them, `-- kit: game-kit/game` for those of
 * another library that the service depends on.
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

/** What a line such as `-- standstill: why` says; a migration without one expands. */
function kindOf(sql: string): Kind {
  const [, kind = 'expand'] = /^-- (expand|contract|standstill): \S/m.exec(sql) ?? []
  return kind as Kind
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      if (!name.startsWith(`${String(index + 1).padStart(4, '0')}-`))
        throw new Error(`${name}: migrations are numbered from 0001 without gaps`)
      const sql = await expand(await readFile(join(folder, name), 'utf8'), folder)
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex'), kind: kindOf(sql) }
    }),
  )
}

export interface MigrateOptions {
  /** Connection of the role that owns the schema. */
  readonly ownerUrl: string
  readonly folder: string
  readonly schema: string
  /** The role that the service itself connects as. It owns nothing; a migration grants it what it needs as `:service_role`. */
  readonly serviceRole: string
}

/**
 * Applies the migrations that are missing, all or none, beside the processes of the release before. @returns their names. @throws Error when an applied one was edited, when one needs a standstill
 * and the service runs, or when they would hold up who runs for longer than a moment.
 */
export async function migrate({ ownerUrl, folder, schema, serviceRole }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return withClient(ownerUrl, async (client) => {
    const role = pg.escapeIdentifier(serviceRole)
    const named = pg.escapeIdentifier(schema)
    await beginAlone(client, named)
    await client.query(`GRANT USAGE ON SCHEMA ${named} TO ${role}`)
    await client.query(`GRANT SELECT ON migration TO ${role}`)
    const added = await applyMissing(client, migrations, role, (missing) => makeWay(client, missing, serviceRole))
    await client.query('COMMIT')
    return added
  })
}

/** Begins the transaction in which nobody else migrates that schema: its table is locked, as nobody but its owner can. */
async function beginAlone(client: pg.Client, schema: string, tries = 5): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(`SET LOCAL search_path = ${schema}`)
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration
         (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(), kind text NOT NULL DEFAULT 'expand')`,
    )
  } catch (error) {
    await client.query('ROLLBACK')
    // Somebody else has just made one of them.
    if (tries === 1 || sqlState(error) !== '23505') throw error
    return beginAlone(client, schema, tries - 1)
  }
  await client.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE')
  await addKind(client)
}

/** To a table that is older than kinds. Nobody could read it meanwhile, and whoever starts or comes to lead does. */
async function addKind(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_attribute WHERE attrelid = 'migration'::regclass AND attname = 'kind'`,
  )
  if (rowCount === 0) await client.query(`ALTER TABLE migration ADD COLUMN kind text NOT NULL DEFAULT 'expand'`)
}

/** Who waits for a lock makes all wait who come behind: a migration gives up before a player would. */
const lockWithinMs = 2_000
/** The locks that it has are kept to its end, which comes before a player has given up, too. */
const endsWithinMs = 5_000
/** PostgreSQL 17 is the first that bounds a transaction. */
const boundsTransactions = 170_000

/** Beside others that run locks are waited for, and kept, briefly; for a standstill nobody may run. @throws Error when somebody does */
async function makeWay(client: pg.Client, missing: readonly Migration[], serviceRole: string): Promise<void> {
  const still = missing.find(({ kind }) => kind === 'standstill')
  if (still !== undefined) await keepFromLeading(client)
  const { rows } = await client.query<{ runs: boolean; version: number }>(
    `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = $1) AS runs,
       current_setting('server_version_num')::int AS version`,
    [serviceRole],
  )
  if (rows[0]?.runs !== true) return
  if (still !== undefined)
    throw new Error(`${still.name} needs a standstill: stop all processes of ${serviceRole} first`)
  await client.query(`SET LOCAL lock_timeout = ${lockWithinMs}`)
  if (rows[0].version >= boundsTransactions) await client.query(`SET LOCAL transaction_timeout = ${endsWithinMs}`)
}

/** While the transaction lasts nobody begins to lead. */
async function keepFromLeading(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('leadership') IS NOT NULL AS exists`)
  if (rows[0]?.exists === true) await client.query('SELECT FROM leadership FOR UPDATE')
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  role: string,
  before: (missing: readonly Migration[]) => Promise<void>,
): Promise<string[]> {
  const applied = await appliedMigrations(client)
  const edited = migrations.find(({ name, sha256 }) => (applied.get(name)?.sha256 ?? sha256) !== sha256)
  if (edited !== undefined) throw new Error(`${edited.name} was edited after it had been applied`)
  const missing = migrations.filter(({ name }) => !applied.has(name))
  if (missing.length > 0) await before(missing)
  for (const { name, sql, sha256, kind } of missing) {
    try {
      await client.query(sql.replaceAll(':service_role', role))
      await client.query('INSERT INTO migration (name, sha256, kind) VALUES ($1, $2, $3)', [name, sha256, kind])
    } catch (error) {
      throw new Error(`${name} ${heldUp.get(sqlState(error)) ?? 'failed'}`, { cause: error })
    }
  }
  return missing.map(({ name }) => name)
}

const holdsUp = 'would have held up who works on its tables: nothing was changed'
/** Why a migration was given up, by SQLSTATE. */
const heldUp: ReadonlyMap<string | undefined, string> = new Map([
  [lockNotAvailable, `${holdsUp}, try again`],
  ['25P04', `${holdsUp}. It takes more than ${endsWithinMs / 1_000} s: stop all processes of the service first`],
])

type Applied = ReadonlyMap<string, Pick<Migration, 'sha256' | 'kind'>>

/** A database that was last migrated before migrations had kinds has none. */
async function appliedMigrations(db: Queryable): Promise<Applied> {
  const { rows } = await db.query<Pick<Migration, 'name' | 'sha256' | 'kind'>>(
    `SELECT name, sha256, coalesce(to_jsonb(migration) ->> 'kind', 'expand') AS kind FROM migration`,
  )
  return new Map(rows.map(({ name, ...applied }) => [name, applied]))
}

const noSuchTable = '42P01'

/**
 * @throws Error when the database lacks a migration that this code needs, or has one that this code does not know and that needed a standstill: it would not do what that one
 * needs.
 */
export async function requireMigrations(db: Queryable, folder: string): Promise<void> {
  const applied = await appliedMigrations(db).catch((error: unknown): Applied => {
    if (sqlState(error) === noSuchTable) return new Map()
    throw error
  })
  const migrations = await readMigrations(folder)
  const missing = migrations.filter(({ name, sha256 }) => applied.get(name)?.sha256 !== sha256)
  if (missing.length > 0)
    throw new Error(
      `The database lacks the migrations ${missing.map(({ name }) => name).join(', ')}: run the migrations first`,
    )
  const known = new Set(migrations.map(({ name }) => name))
  const newer = [...applied].filter(([name, { kind }]) => !known.has(name) && kind === 'standstill')
  if (newer.length > 0)
    throw new Error(
      `The database has the newer migrations ${newer.map(([name]) => name).join(', ')}: this release may not run on it`,
    )
}
