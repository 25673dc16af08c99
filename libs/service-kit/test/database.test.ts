import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testLogger } from '@kismet/test-env/test-bus'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { createPool, inTransaction, isUniqueViolation, takeLock } from '../src/database.ts'
import { isDatabaseDown, outcomeOf, sqlState, Unencodable } from '../src/database-failure.ts'
import type { WriteOutcome } from '../src/database-failure.ts'
import type { Pool } from '../src/database.ts'
import { requireMigrations } from '../src/migrate.ts'
import { KitDatabase } from './kit-database.ts'

const first = `-- kit: turn
CREATE TABLE coin (name text CONSTRAINT coin_name PRIMARY KEY, paise bigint NOT NULL);
GRANT SELECT, INSERT ON coin TO :service_role;
`
const log = testLogger('kit')

/** A statement that fails with an SQLSTATE. */
const raising = (state: string) => `DO $$ BEGIN RAISE EXCEPTION 'as told' USING ERRCODE = '${state}'; END $$`

describe('the database of a service', () => {
  let kit: KitDatabase
  let database: TestDatabase
  let folder: string
  let owner: Pool
  let pool: Pool
  const migrateKit = () => kit.migrate()

  beforeAll(async () => {
    kit = await KitDatabase.create('kit', first)
    ;({ database, folder, owner, pool } = kit)
  })

  afterAll(() => kit.drop())

  describe('a failed write', () => {
    const unchanged = () => undefined
    const fails = (
      what: string,
      outcome: WriteOutcome,
      isDown: boolean,
      sql: string,
      change: (url: URL) => void = unchanged,
    ) => ({
      ...{ what, outcome, isDown, sql, change },
    })

    it.each([
      fails('a server that does not listen', 'not_committed', true, 'SELECT 1', (url) => void (url.port = '1')),
      fails('an unknown host', 'not_committed', false, 'SELECT 1', (url) => void (url.hostname = 'nowhere.invalid')),
      fails('an unknown database', 'not_committed', false, 'SELECT 1', (url) => void (url.pathname = '/nowhere')),
      fails('a terminated connection', 'unknown', true, 'SELECT pg_terminate_backend(pg_backend_pid())'),
      fails('a timeout of the client', 'unknown', true, 'SET statement_timeout = 0; SELECT pg_sleep(3)'),
      fails('a timeout of the server', 'not_committed', true, 'SET statement_timeout = 1; SELECT pg_sleep(1)'),
      fails('a wrong statement', 'not_committed', false, 'SELEC 1'),
      fails('a table that is missing', 'not_committed', false, 'SELECT * FROM nothing'),
      fails('a serialization failure', 'not_committed', false, raising('40001')),
      fails('a deadlock', 'not_committed', false, raising('40P01')),
      fails('a lock timeout', 'not_committed', false, raising('55P03')),
      fails('a rule in a trigger', 'not_committed', false, raising('P0001')),
      fails('a full disk', 'not_committed', false, raising('53100')),
      fails('a commit whose end PostgreSQL does not know', 'unknown', false, raising('40003')),
      fails('a broken connection between servers', 'unknown', true, raising('08006')),
      fails('a unique constraint', 'refused', false, raising('23505')),
      fails('a check constraint', 'refused', false, raising('23514')),
      fails('a text that is no UUID', 'refused', false, `SELECT 'x'::uuid`),
      fails('a number that is too large', 'refused', false, 'SELECT 2147483647::integer + 1'),
    ])('by $what is $outcome', async ({ change, sql, outcome, isDown }) => {
      const url = new URL(database.ownerUrl)
      change(url)
      const other = createPool({ url: url.href, schema: 'kit', maxConnections: 1, log, queryTimeoutMs: 2_000 })
      const error: unknown = await other.query(sql).catch((reason: unknown) => reason)
      expect([outcomeOf(error), isDatabaseDown(error)]).toEqual([outcome, isDown])
      await other.end()
    })

    it.each([
      { what: 'a value that a column cannot hold', error: new Unencodable('no uuid'), outcome: 'refused' },
      { what: 'a bug after the write', error: new TypeError('x is undefined'), outcome: 'unknown' },
      { what: 'a reset connection', error: Object.assign(new Error(), { code: 'ECONNRESET' }), outcome: 'unknown' },
      { what: 'a thrown text', error: 'broken', outcome: 'unknown' },
    ])('by $what is $outcome', ({ error, outcome }) => {
      expect(outcomeOf(error)).toBe(outcome)
    })
  })

  it('is refused before its migrations ran, and accepted afterwards', async () => {
    await expect(requireMigrations(owner, folder)).rejects.toThrow('lacks all migrations')
    expect(await migrateKit()).toEqual(['0001-first.sql'])
    expect(await Promise.all([migrateKit(), migrateKit()])).toEqual([[], []])
    await requireMigrations(pool, folder)
  })

  it('waits for no lock that any other role may hold', async () => {
    const stranger = createPool({ url: database.ownerUrl, schema: 'public', maxConnections: 1, log })
    const held = `SELECT pg_advisory_lock(hashtext(name)) FROM unnest(ARRAY['migrate kit', 'coin kit']) AS name`
    await stranger.query(held)
    await migrateKit()
    const taken = inTransaction(pool, async (client) => {
      await client.query(`SET LOCAL lock_timeout = '1s'`)
      await takeLock(client, 'coin')
      throw new Error('taken')
    })
    await expect(taken).rejects.toThrow('taken')
    await stranger.end()
  })

  it('refuses a migration that was edited, and a gap in their numbers', async () => {
    await writeFile(join(folder, '0001-first.sql'), `${first}-- edited`)
    await expect(migrateKit()).rejects.toThrow('other migrations (0001-first.sql)')
    await expect(requireMigrations(pool, folder)).rejects.toThrow('lacks the migrations')
    await writeFile(join(folder, '0001-first.sql'), first)
    await writeFile(join(folder, '0003-third.sql'), 'SELECT 1')
    await expect(migrateKit()).rejects.toThrow('numbered from 0001 without gaps')
    await rm(join(folder, '0003-third.sql'))
  })

  it('rolls a failed migration back whole', async () => {
    await writeFile(join(folder, '0002-broken.sql'), 'CREATE TABLE half (id int); SELECT 1 / 0;')
    await expect(migrateKit()).rejects.toThrow('0002-broken.sql failed')
    await rm(join(folder, '0002-broken.sql'))
    await expect(owner.query('SELECT * FROM half')).rejects.toThrow('does not exist')
  })

  it('reads BIGINT as a safe integer, and fails on one that is none', async () => {
    const { rows } = await pool.query<{ amount: number }>('SELECT 9007199254740991::bigint AS amount')
    expect(rows[0]?.amount).toBe(Number.MAX_SAFE_INTEGER)
    await expect(pool.query('SELECT 9007199254740993::bigint')).rejects.toThrow('above the safe integers')
  })

  it('commits what returned and rolls back what threw', async () => {
    await inTransaction(pool, (client) => client.query(`INSERT INTO coin VALUES ('one', 100)`))
    const broken = inTransaction(pool, async (client) => {
      await client.query(`INSERT INTO coin VALUES ('two', 200)`)
      await client.query(`INSERT INTO coin VALUES ('one', 300)`)
    })
    const error: unknown = await broken.catch((reason: unknown) => reason)
    expect(isUniqueViolation(error, 'coin_name')).toBe(true)
    expect(isUniqueViolation(error, 'other')).toBe(false)
    const { rows } = await pool.query('SELECT name FROM coin')
    expect(rows).toEqual([{ name: 'one' }])
  })

  it('that ends a connection within a transaction, between two statements, fails that transaction and nothing else', async () => {
    const other = createPool({ url: database.ownerUrl, schema: 'kit', maxConnections: 1, log })
    const work = inTransaction(other, async (client) => {
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const ended = new Promise<void>((resolve) => void client.once('end', resolve))
      await owner.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
      await ended
      await client.query('SELECT 1')
    })
    const error: unknown = await work.catch((reason: unknown) => reason)
    expect(isDatabaseDown(error)).toBe(true)
    expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await other.end()
  })

  it('does not let the service rewrite what was granted for adding only', async () => {
    const error: unknown = await pool.query('UPDATE coin SET paise = 0').catch((reason: unknown) => reason)
    expect(sqlState(error)).toBe('42501')
  })
})
