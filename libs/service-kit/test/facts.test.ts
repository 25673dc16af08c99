import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { paise, readDecidedDeposits } from '@kismet/contracts'
import type { DepositDecided } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startOwnPostgres, startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { createPool } from '../src/database.ts'
import type { Pool, PoolClient } from '../src/database.ts'
import { factsOf, followFacts } from '../src/facts.ts'
import { handle } from '../src/handle.ts'
import { createLogger } from '../src/logger.ts'
import type { Loop } from '../src/loop.ts'
import { readerMetrics, Registry } from '../src/metrics.ts'
import { migrate } from '../src/migrate.ts'

const tables = `-- kit: fact-cursor
CREATE TABLE fact (id uuid PRIMARY KEY, xid xid8 NOT NULL DEFAULT pg_current_xact_id(), amount_paise bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());
CREATE TABLE taken (position bigint GENERATED ALWAYS AS IDENTITY, id uuid NOT NULL);
`
const log = testLogger('facts')
const meta = { requestId: 'test' }
const idOf = (index: number) => `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`

interface Row {
  id: string
  amount_paise: number
  at: Date
}

const factOf = ({ id, amount_paise, at }: Row): DepositDecided => ({
  depositId: id,
  playerId: idOf(0),
  amountPaise: paise(amount_paise),
  status: 'approved',
  at: at.toISOString(),
})

/** A PostgreSQL of its own: what others have under way would hold the horizon back. */
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>
let nats: TestNats
let database: TestDatabase
let folder: string
let pool: Pool
let owner: Bus
let reader: Bus
const loops: Loop[] = []

beforeAll(async () => {
  ;[postgres, nats] = await Promise.all([startOwnPostgres(), startTestNats()])
  folder = await mkdtemp(join(tmpdir(), 'kismet-test-migrations-'))
  await writeFile(join(folder, '0001-tables.sql'), tables)
  database = await createTestDatabase(['payments'], postgres.url)
  const options = { ownerUrl: database.ownerUrl, folder, schema: 'kit', serviceRole: 'kismet_test_payments' }
  await migrate(options)
  pool = createPool({ url: database.ownerUrl, schema: 'kit', maxConnections: 8, log })
  const tokens = new TestTokens()
  owner = await joinBus(nats, 'payments', tokens)
  reader = await joinBus(nats, 'analytics', tokens)
  const source = factsOf({
    from: 'fact',
    columns: 'id, amount_paise, at',
    order: [
      ['xid', 'xid8'],
      ['id', 'uuid'],
    ],
    factOf,
  })
  owner.serve([handle(readDecidedDeposits, source)], { db: pool })
  await owner.flush()
}, 60_000)

beforeEach(async () => {
  await pool.query('TRUNCATE fact, taken, fact_cursor')
})

afterEach(async () => {
  await Promise.all(loops.splice(0).map((loop) => loop.stop()))
})

afterAll(async () => {
  await Promise.all([reader.close(), owner.close(), pool.end()])
  await database.drop()
  await Promise.all([nats.remove(), postgres.stop(), rm(folder, { recursive: true })])
})

const add = (db: Pick<Pool, 'query'>, ...indexes: number[]) =>
  db.query('INSERT INTO fact (id, amount_paise) SELECT id, 1 FROM unnest($1::uuid[]) AS id', [indexes.map(idOf)])
const read = (after = '', limit = 200) => reader.call(readDecidedDeposits, { after, limit }, meta)
const ids = (facts: readonly DepositDecided[]) => facts.map(({ depositId }) => depositId)

describe('the log of an owner', () => {
  it('holds back what is later than a slow writer, says so, and tells both in order when it has committed', async () => {
    await add(pool, 1)
    const slow = await pool.connect()
    await slow.query('BEGIN')
    await add(slow, 2)
    await add(pool, 3)
    const before = await read()
    expect(before).toMatchObject({ facts: [{ depositId: idOf(1) }], more: true })
    expect(await read(before.cursor)).toEqual({ facts: [], cursor: before.cursor, more: true })

    await slow.query('COMMIT')
    slow.release()
    const after = await read(before.cursor)
    expect(ids(after.facts)).toEqual([idOf(2), idOf(3)])
    expect(after.more).toBe(false)
  })

  it('goes on without a writer that has rolled back', async () => {
    const slow = await pool.connect()
    await slow.query('BEGIN')
    await add(slow, 1)
    await add(pool, 2)
    expect((await read()).facts).toEqual([])
    await slow.query('ROLLBACK')
    slow.release()
    expect(ids((await read()).facts)).toEqual([idOf(2)])
  })

  it('cuts pages by their number, in the middle of a transaction too', async () => {
    await add(pool, 1, 2, 3)
    await add(pool, 4)
    const first = await read('', 2)
    expect(ids(first.facts)).toEqual([idOf(1), idOf(2)])
    expect(first.more).toBe(true)
    expect(ids((await read(first.cursor, 2)).facts)).toEqual([idOf(3), idOf(4)])
  })

  it('cuts pages by their characters, and always gives one fact', async () => {
    const long = factsOf({
      from: 'fact',
      columns: 'id, at',
      order: [
        ['xid', 'xid8'],
        ['id', 'uuid'],
      ],
      factOf: ({ id, at }: Pick<Row, 'id' | 'at'>) => ({ id, at: at.toISOString(), text: 'x'.repeat(250_000) }),
    })
    await add(pool, 1, 2)
    const page = await long({ db: pool }, { input: { after: '', limit: 200 } })
    expect(page.facts).toHaveLength(1)
    expect(page.more).toBe(true)
  })

  it('goes on from the place of a fact that is still there, with its time and, as it was given before, without', async () => {
    await add(pool, 1)
    await add(pool, 2)
    const { cursor } = await read('', 1)
    expect(ids((await read(cursor)).facts)).toEqual([idOf(2)])
    expect(ids((await read(cursor.replace(/:\d+$/, ''))).facts)).toEqual([idOf(2)])
  })

  it.each([
    { what: 'no fact is there', change: (xid: string) => pool.query('DELETE FROM fact WHERE xid = $1::xid8', [xid]) },
    {
      what: 'a later fact is there',
      change: (xid: string) => pool.query(`UPDATE fact SET at = at + interval '1 ms' WHERE xid = $1::xid8`, [xid]),
    },
  ])('answers that it has not got the place of a cursor where $what', async ({ change }) => {
    await add(pool, 1)
    await add(pool, 2)
    const { cursor } = await read('', 1)
    await change(cursor.split(':')[0] ?? '')
    expect(await read(cursor)).toEqual({ facts: [], cursor: '', more: true })
  })

  it.each([{ after: '1' }, { after: '1:2:3:4' }, { after: 'x' }, { after: `1:${idOf(1)}; SELECT` }])(
    'refuses $after, which is no cursor of it',
    async ({ after }) => {
      const call = reader.send(readDecidedDeposits, { after, limit: 1 }, meta)
      await expect(call).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )
})

describe('a reader', () => {
  const taken = async () => {
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM taken ORDER BY position')
    return rows.map(({ id }) => id)
  }
  const keep = async (transaction: PoolClient, facts: readonly DepositDecided[]): Promise<void> => {
    await transaction.query('INSERT INTO taken (id) SELECT unnest($1::uuid[])', [ids(facts)])
  }
  const forget = async (transaction: PoolClient): Promise<void> => {
    await transaction.query('DELETE FROM taken')
  }
  /** Follows the log, and looks at it again in this test's time only when it is woken. */
  const follow = (apply = keep, registry = new Registry(), logger = log) => {
    const parts = { log: readDecidedDeposits, bus: reader, db: pool, logger, metrics: readerMetrics(registry) }
    const loop = followFacts({ ...parts, apply, forget, readEveryMs: 3_600_000 })
    loops.push(loop)
    return loop
  }
  const allTaken = (count: number) => eventually('all are taken', async () => (await taken()).length === count)
  const all = (count: number) => Array.from({ length: count }, (_, index) => idOf(index + 1))

  it('takes what is there, is woken by what comes, and shows how it keeps up', async () => {
    const registry = new Registry()
    await add(pool, 1, 2)
    follow(keep, registry)
    await allTaken(2)
    await add(pool, 3)
    owner.signal(readDecidedDeposits.wake, {})
    await allTaken(3)
    expect(await taken()).toEqual(all(3))
    const shown = await registry.metrics()
    expect(shown).toContain('facts_taken_total{log="payments.read-decided-deposits"} 3')
    expect(shown).toMatch(/facts_behind_seconds\{log="payments.read-decided-deposits"\} [0-9.e-]+\n/)
  })

  it('does all of a page or nothing, and comes back to one that failed', async () => {
    await add(pool, 1, 2, 3)
    const failed = Promise.withResolvers<undefined>()
    let attempts = 0
    const loop = follow(async (transaction, facts) => {
      await keep(transaction, facts)
      attempts += 1
      if (attempts > 1) return
      failed.resolve(undefined)
      throw new Error('in the middle of a page')
    })
    await failed.promise
    loop.wake()
    await allTaken(3)
    expect(await taken()).toEqual(all(3))
  })

  it('of which there are several takes each fact once, in its order', async () => {
    follow()
    follow()
    follow()
    for (let index = 1; index <= 60; index += 1) {
      await add(pool, index)
      loops.forEach((loop) => loop.wake())
    }
    await allTaken(60)
    expect(await taken()).toEqual(all(60))
  })

  it('takes everything again, and says so loudly, when its owner was put back to an earlier time', async () => {
    await add(pool, 1, 2)
    await add(pool, 3)
    const lines: string[] = []
    const told = createLogger('facts', 'error', { write: (line) => void lines.push(line) })
    follow(keep, new Registry(), told)
    follow(keep, new Registry(), told)
    await allTaken(3)
    await pool.query('DELETE FROM fact WHERE id = $1', [idOf(3)])
    await add(pool, 4)
    await add(pool, 5)
    loops.forEach((loop) => loop.wake())
    await eventually('the facts of now are taken', async () => (await taken()).length === 4)
    expect(await taken()).toEqual([1, 2, 4, 5].map(idOf))
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toContain('facts.place-lost')
  })

  it('takes everything again from the beginning of the log', async () => {
    await add(pool, 1, 2)
    const loop = follow()
    await allTaken(2)
    await pool.query(`WITH forgotten AS (DELETE FROM taken) UPDATE fact_cursor SET cursor = ''`)
    loop.wake()
    await allTaken(2)
    expect(await taken()).toEqual(all(2))
  })
})
