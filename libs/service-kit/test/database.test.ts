import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testLogger } from '@kismet/test-env/test-bus'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { createPool, inTransaction, isDatabaseDown, isUniqueViolation, sqlState, takeTurn } from '../src/database.ts'
import type { Pool } from '../src/database.ts'
import { requireMigrations } from '../src/migrate.ts'
import { KitDatabase } from './kit-database.ts'

const first = `-- kit: turn
CREATE TABLE coin (name text CONSTRAINT coin_name PRIMARY KEY, paise bigint NOT NULL);
GRANT SELECT, INSERT ON coin TO :service_role;
`
const log = testLogger('kit')

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

  describe('is down', () => {
    const failure = (query: Promise<unknown>) => query.then(() => undefined).catch((error: unknown) => error)
    const elsewhere = (change: (url: URL) => void) => {
      const url = new URL(database.ownerUrl)
      change(url)
      return createPool({ url: url.href, schema: 'kit', maxConnections: 1, log })
    }

    it.each([
      { what: 'where nothing listens', change: (url: URL) => void (url.port = '1'), sql: 'SELECT 1', isDown: true },
      {
        what: 'when it ends the connection',
        change: () => undefined,
        sql: 'SELECT pg_terminate_backend(pg_backend_pid())',
        isDown: true,
      },
      { what: 'never because of a wrong statement', change: () => undefined, sql: 'SELEC 1', isDown: false },
      {
        what: 'never because of a slow statement',
        change: () => undefined,
        sql: `SET statement_timeout = 1; SELECT pg_sleep(1)`,
        isDown: false,
      },
    ])('$what', async ({ change, sql, isDown }) => {
      const other = elsewhere(change)
      expect(isDatabaseDown(await failure(other.query(sql)))).toBe(isDown)
      await other.end()
    })
  })

  it('is refused before its migrations ran, and accepted afterwards', async () => {
    await expect(requireMigrations(owner, folder)).rejects.toThrow('lacks the migrations 0001-first.sql')
    const [one, other] = await Promise.all([migrateKit(), migrateKit()])
    expect([one, other].sort()).toEqual([[], ['0001-first.sql']])
    await requireMigrations(pool, folder)
  })

  it('waits for no lock that any other role may hold', async () => {
    const stranger = createPool({ url: database.ownerUrl, schema: 'public', maxConnections: 1, log })
    const held = `SELECT pg_advisory_lock(hashtext(name)) FROM unnest(ARRAY['migrate kit', 'coin kit']) AS name`
    await stranger.query(held)
    await migrateKit()
    const taken = inTransaction(pool, async (client) => {
      await client.query(`SET LOCAL lock_timeout = '1s'`)
      await takeTurn(client, 'coin')
      throw new Error('taken')
    })
    await expect(taken).rejects.toThrow('taken')
    await stranger.end()
  })

  it('refuses a migration that was edited, and a gap in their numbers', async () => {
    await writeFile(join(folder, '0001-first.sql'), `${first}-- edited`)
    await expect(migrateKit()).rejects.toThrow('0001-first.sql was edited')
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
