import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import pg from 'pg'
import { sqlState } from './database.ts'
import type { Queryable } from './database.ts'

interface Migration {
  readonly name: string
  readonly sql: string
  readonly sha256: string
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name, index) => {
      if (!name.startsWith(`${String(index + 1).padStart(4, '0')}-`))
        throw new Error(`${name}: migrations are numbered from 0001 without gaps`)
      const sql = await expand(await readFile(join(folder, name), 'utf8'), folder)
      return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') }
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
 * Applies the migrations that are missing, all or none. @returns their names. @throws Error when an applied one was edited, or when a replica leads that does not
 * know the missing ones: it would go on writing without what they add.
 */
export async function migrate({ ownerUrl, folder, schema, serviceRole }: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const role = pg.escapeIdentifier(serviceRole)
    const named = pg.escapeIdentifier(schema)
    await beginAlone(client, named)
    await client.query(`GRANT USAGE ON SCHEMA ${named} TO ${role}`)
    await client.query(`GRANT SELECT ON migration TO ${role}`)
    const added = await applyMissing(client, migrations, role, () => requireNobodyLeads(client, serviceRole))
    await client.query('COMMIT')
    return added
  } finally {
    await client.end()
  }
}

/** Begins the transaction in which nobody else migrates that schema: its table is locked, as nobody but its owner can. */
async function beginAlone(client: pg.Client, schema: string, tries = 5): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(`SET LOCAL search_path = ${schema}`)
    await client.query(
      'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
    )
  } catch (error) {
    await client.query('ROLLBACK')
    // Somebody else has just made one of them.
    if (tries === 1 || sqlState(error) !== '23505') throw error
    return beginAlone(client, schema, tries - 1)
  }
  await client.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE')
}

/** While the transaction lasts nobody begins to lead, either. */
async function requireNobodyLeads(client: pg.Client, serviceRole: string): Promise<void> {
  const { rows: tables } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('leadership') IS NOT NULL AS exists`,
  )
  if (tables[0]?.exists !== true) return
  const { rows } = await client.query<{ leads: boolean }>(
    'SELECT EXISTS (SELECT FROM pg_stat_activity AS session WHERE session.pid = leader.pid AND usename = $1) AS leads FROM leadership AS leader FOR UPDATE',
    [serviceRole],
  )
  if (rows[0]?.leads === true) throw new Error(`A replica of ${serviceRole} leads: stop all of them before you migrate`)
}

async function applyMissing(
  client: pg.Client,
  migrations: readonly Migration[],
  role: string,
  before: () => Promise<void>,
): Promise<string[]> {
  const applied = await appliedMigrations(client)
  const added: string[] = []
  for (const { name, sql, sha256 } of migrations) {
    const known = applied.get(name)
    if (known !== undefined && known !== sha256) throw new Error(`${name} was edited after it had been applied`)
    if (known !== undefined) continue
    if (added.length === 0) await before()
    try {
      await client.query(sql.replaceAll(':service_role', role))
      await client.query('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [name, sha256])
    } catch (error) {
      throw new Error(`${name} failed`, { cause: error })
    }
    added.push(name)
  }
  return added
}

async function appliedMigrations(db: Queryable): Promise<Map<string, string>> {
  const { rows } = await db.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM migration')
  return new Map(rows.map((row) => [row.name, row.sha256]))
}

/** @throws Error when the database lacks a migration that this code needs. @returns those that it has. */
export async function requireMigrations(db: Queryable, folder: string): Promise<ReadonlyMap<string, string>> {
  const applied = await appliedMigrations(db).catch(() => new Map<string, string>())
  const missing = (await readMigrations(folder)).filter(({ name, sha256 }) => applied.get(name) !== sha256)
  if (missing.length > 0)
    throw new Error(
      `The database lacks the migrations ${missing.map(({ name }) => name).join(', ')}: run the migrations first`,
    )
  return applied
}

/** For the one that leads, and writes alone. @throws Error when the database has a migration that this code does not know, too: what it adds would not be written. */
export async function requireSameMigrations(db: Queryable, folder: string): Promise<void> {
  const applied = await requireMigrations(db, folder)
  const known = new Set((await readMigrations(folder)).map(({ name }) => name))
  const newer = [...applied.keys()].filter((name) => !known.has(name))
  if (newer.length > 0)
    throw new Error(`The database has the newer migrations ${newer.join(', ')}: this release may not lead`)
}
