import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createPool } from '../src/database.ts'
import { requireMigrations } from '../src/migrate.ts'
import { KitDatabase } from './kit-database.ts'

const first = `CREATE TABLE coin (name text PRIMARY KEY);
GRANT SELECT, INSERT ON coin TO :service_role;
-- kit: leadership
`
let kit: KitDatabase

/** Adds a migration, the second one. */
const write = (sql: string) => writeFile(join(kit.folder, '0002-next.sql'), sql)
/** The code of the release before, which does not know it. */
const asBefore = () => rm(join(kit.folder, '0002-next.sql'))
const isWaiting = (query: string) => async () => {
  const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`
  return (await kit.owner.query(sql, [`${query}%`])).rowCount === 1
}

beforeEach(async () => {
  kit = await KitDatabase.create('upgrade', first)
  await kit.migrate()
})
afterEach(() => kit.drop())

it('what only adds is migrated while the release before leads, which goes on and may lead again', async () => {
  const leader = await kit.pool.connect()
  await leader.query('UPDATE leadership SET (pid, session_began) = (pg_backend_pid(), now())')
  await write('ALTER TABLE coin ADD COLUMN mint text')
  expect(await kit.migrate()).toEqual(['0002-next.sql'])
  await leader.query(`INSERT INTO coin VALUES ('of before')`)
  leader.release()
  await asBefore()
  await requireMigrations(kit.pool, kit.folder)
})

it('gives up what would hold up who works on the table, and changes nothing', async () => {
  const working = await kit.pool.connect()
  await working.query('BEGIN')
  await working.query('SELECT FROM coin')
  await write('ALTER TABLE coin ADD COLUMN mint text')
  await expect(kit.migrate()).rejects.toThrow('0002-next.sql would have held up who works on its tables')
  await working.query('ROLLBACK')
  working.release()
  expect(await kit.migrate()).toEqual(['0002-next.sql'])
})

it('gives up what would keep a table from who works on it for long, and takes its time when nobody runs', async () => {
  const connected = await kit.pool.connect()
  await write('ALTER TABLE coin ADD COLUMN mint text;\nSELECT pg_sleep(6)')
  const migrated = kit.migrate()
  await expect(migrated).rejects.toThrow('0002-next.sql would have held up who works on its tables')
  await expect(migrated).rejects.toThrow('stop all processes of the service first')
  await connected.query(`INSERT INTO coin VALUES ('of before')`)
  connected.release(true)
  await eventually('nobody runs, and it is migrated', () => kit.migrate().catch(() => undefined), 30_000)
}, 60_000)

it('keeps nobody from reading which migrations there are', async () => {
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

it('what a database that does not answer has is not known', async () => {
  const gone = createPool({
    url: 'postgres://127.0.0.1:1/none',
    schema: 'upgrade',
    maxConnections: 1,
    log: testLogger('kit'),
  })
  await expect(requireMigrations(gone, kit.folder)).rejects.toThrow('ECONNREFUSED')
  await gone.end()
})

it('what needs a standstill waits until no process of the service is connected, and no code runs on it that does not know it', async () => {
  const connected = await kit.pool.connect()
  await write('-- standstill: every writer must fill it\nALTER TABLE coin ADD COLUMN mint text')
  await expect(kit.migrate()).rejects.toThrow('0002-next.sql needs a standstill: stop all processes of kismet_test_kit')
  connected.release(true)
  await eventually('it is gone', () => kit.migrate().catch(() => undefined))
  await requireMigrations(kit.pool, kit.folder)
  await asBefore()
  await expect(requireMigrations(kit.pool, kit.folder)).rejects.toThrow('newer migrations 0002-next.sql')
})

it('nobody begins to lead while a standstill is under way; a session of another role leads nothing', async () => {
  const stranger = await kit.owner.connect()
  await stranger.query('UPDATE leadership SET (pid, session_began) = (pg_backend_pid(), now())')
  await stranger.query('BEGIN; LOCK TABLE coin')
  await write('-- standstill: every writer must fill it\nALTER TABLE coin ADD COLUMN mint text')
  const migrated = kit.migrate()
  await eventually('the migration waits', isWaiting('-- standstill'))
  const leading = kit.pool.query('UPDATE leadership SET pid = pg_backend_pid()').then(() => 'leads')
  const stands = eventually('who would lead waits', isWaiting('UPDATE leadership')).then(() => 'stands by')
  expect(await Promise.race([leading, stands])).toBe('stands by')
  await stranger.query('ROLLBACK')
  stranger.release()
  expect(await migrated).toEqual(['0002-next.sql'])
  expect(await leading).toBe('leads')
})
