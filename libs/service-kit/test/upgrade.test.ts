import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createPool } from '../src/database.ts'
import type { Queryable } from '../src/database.ts'
import { requireMigrations } from '../src/migrate.ts'
import { KitDatabase } from './kit-database.ts'

const first = `CREATE TABLE coin (name text PRIMARY KEY);
GRANT SELECT, INSERT ON coin TO :service_role;
-- kit: leadership
`
let kit: KitDatabase

/** Writes a second migration. */
const write = (sql: string) => writeFile(join(kit.folder, '0002-next.sql'), sql)
/** Restores the migrations of the previous release, without the second one. */
const asPrevious = () => rm(join(kit.folder, '0002-next.sql'))
const isWaiting =
  (query: string, db: Queryable = kit.owner) =>
  async () => {
    const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`
    return (await db.query(sql, [`${query}%`])).rowCount === 1
  }

beforeEach(async () => {
  kit = await KitDatabase.create('upgrade', first)
  await kit.migrate()
})
afterEach(() => kit.drop())

it('an expanding migration runs while the previous release leads, and the previous release can lead again', async () => {
  const leader = await kit.pool.connect()
  await leader.query('UPDATE leadership SET (pid, session_began) = (pg_backend_pid(), now())')
  await write('ALTER TABLE coin ADD COLUMN mint text')
  expect(await kit.migrate()).toEqual(['0002-next.sql'])
  await leader.query(`INSERT INTO coin VALUES ('previous release')`)
  leader.release()
  await asPrevious()
  await requireMigrations(kit.pool, kit.folder)
})

it('a migration that waits too long for a lock fails and changes nothing', async () => {
  const working = await kit.pool.connect()
  await working.query('BEGIN')
  await working.query('SELECT FROM coin')
  await write('ALTER TABLE coin ADD COLUMN mint text')
  await expect(kit.migrate()).rejects.toThrow('0002-next.sql reached the lock timeout of 2 s')
  await working.query('ROLLBACK')
  working.release()
  expect(await kit.migrate()).toEqual(['0002-next.sql'])
})

it('a migration that PostgreSQL ends for a deadlock with a transaction is tried again', async () => {
  await kit.owner.query('CREATE TABLE purse (name text)')
  const [other, gate] = [await kit.owner.connect(), await kit.owner.connect()]
  // PostgreSQL ends the one that looks for a deadlock first, which is the migration.
  await other.query(`BEGIN; SET LOCAL deadlock_timeout = '1min'; SELECT FROM purse`)
  await gate.query('SELECT pg_advisory_lock(1)')
  const steps = ['ALTER TABLE coin ADD mint text', 'SELECT pg_advisory_xact_lock(1)', 'ALTER TABLE purse ADD mint text']
  await write(steps.join(';\n'))
  const migrated = kit.migrate()
  await eventually('the migration has changed a table', isWaiting('ALTER TABLE coin', gate))
  const read = other.query('SELECT FROM coin')
  await eventually('the transaction waits for that table', isWaiting('SELECT FROM coin', gate))
  await gate.query('SELECT pg_advisory_unlock(1)')
  await read
  await other.query('COMMIT')
  expect(await migrated).toEqual(['0002-next.sql'])
  gate.release()
  other.release()
})

it('a slow migration fails while the service runs, and succeeds when the service is stopped', async () => {
  const connected = await kit.pool.connect()
  await write('ALTER TABLE coin ADD COLUMN mint text;\nSELECT pg_sleep(6)')
  const migrated = kit.migrate()
  await expect(migrated).rejects.toThrow('0002-next.sql reached the timeout of 5 s')
  await expect(migrated).rejects.toThrow('stop all processes of the service')
  await connected.query(`INSERT INTO coin VALUES ('previous release')`)
  connected.release(true)
  await eventually('the service is stopped and the migration runs', () => kit.migrate().catch(() => undefined), 30_000)
}, 60_000)

it('the list of migrations can be read while a migration waits', async () => {
  const connected = await kit.pool.connect()
  const other = await kit.owner.connect()
  await other.query('BEGIN; LOCK TABLE coin')
  await write('ALTER TABLE coin ADD COLUMN mint text')
  const migrated = kit.migrate()
  await eventually('the migration waits', isWaiting('ALTER TABLE coin'))
  await rm(join(kit.folder, '0002-next.sql'))
  await requireMigrations(connected, kit.folder)
  await other.query('ROLLBACK')
  other.release()
  connected.release()
  expect(await migrated).toEqual(['0002-next.sql'])
})

it('a database without an answer is an error', async () => {
  const gone = createPool({
    url: 'postgres://127.0.0.1:1/none',
    schema: 'upgrade',
    maxConnections: 1,
    log: testLogger('kit'),
  })
  await expect(requireMigrations(gone, kit.folder)).rejects.toThrow('ECONNREFUSED')
  await gone.end()
})

it('a standstill needs all processes to be stopped, and the previous release does not start afterwards', async () => {
  const connected = await kit.pool.connect()
  await write('-- standstill: every writer must fill the column\nALTER TABLE coin ADD COLUMN mint text')
  await expect(kit.migrate()).rejects.toThrow('0002-next.sql needs a standstill: stop all processes of kismet_test_kit')
  connected.release(true)
  await eventually('the connection is closed', () => kit.migrate().catch(() => undefined))
  await requireMigrations(kit.pool, kit.folder)
  await asPrevious()
  await expect(requireMigrations(kit.pool, kit.folder)).rejects.toThrow('newer migrations 0002-next.sql')
})

it('no process of the previous release starts during a standstill, and a connection of another role does not count', async () => {
  const stranger = await kit.owner.connect()
  await stranger.query('BEGIN; LOCK TABLE coin')
  await write('-- standstill: every writer must fill the column\nALTER TABLE coin ADD COLUMN mint text')
  const migrated = kit.migrate()
  await eventually('the migration waits', isWaiting('-- standstill'))
  await asPrevious()
  const starting = requireMigrations(kit.pool, kit.folder).then(
    () => 'started',
    (error: unknown) => String(error),
  )
  await eventually('the start waits', isWaiting('SELECT name, sha256'))
  await stranger.query('ROLLBACK')
  stranger.release()
  expect(await migrated).toEqual(['0002-next.sql'])
  expect(await starting).toContain('newer migrations 0002-next.sql')
})

it('a database with other migrations is refused and stays as it is', async () => {
  await write('ALTER TABLE coin ADD COLUMN mint text')
  await kit.migrate()
  await asPrevious()
  expect(await kit.migrate()).toEqual([])
  await writeFile(join(kit.folder, '0002-other.sql'), 'CREATE TABLE other (id int)')
  const unknown = 'the database has other migrations (0002-next.sql)'
  await expect(kit.migrate()).rejects.toThrow(unknown)
  await rm(join(kit.folder, '0002-other.sql'))
  await writeFile(join(kit.folder, '0001-first.sql'), 'CREATE TABLE all_in_one (id int)')
  await expect(kit.migrate()).rejects.toThrow('other migrations (0001-first.sql, 0002-next.sql)')
  await expect(requireMigrations(kit.pool, kit.folder)).rejects.toThrow('lacks the migrations 0001-first.sql')
  await expect(kit.owner.query('SELECT FROM all_in_one')).rejects.toThrow('does not exist')
})
