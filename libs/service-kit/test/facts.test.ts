import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { paise, readEntries } from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { joinBus, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startOwnPostgres, startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { createPool } from '../src/database.ts'
import type { Pool } from '../src/database.ts'
import { factsOf } from '../src/facts.ts'
import { handle } from '../src/handle.ts'
import { migrate } from '../src/migrate.ts'

const tables = `CREATE TABLE fact (id uuid PRIMARY KEY, xid xid8 NOT NULL DEFAULT pg_current_xact_id(), amount_paise bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());
`
const log = testLogger('facts')
const meta = { requestId: 'test' }
const idOf = (index: number) => `0190a000-0000-7000-8000-${String(index).padStart(12, '0')}`

interface Row {
  id: string
  amount_paise: number
  at: Date
}

const factOf = ({ id, amount_paise, at }: Row): LedgerEntry => ({
  entryId: id,
  playerId: idOf(0),
  amountPaise: paise(amount_paise),
  sequence: 1,
  kind: 'deposit',
  game: null,
  reference: id,
  heldPaise: paise(0),
  stakePaise: paise(0),
  payoutPaise: paise(0),
  balanceAfterPaise: paise(0),
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

beforeAll(async () => {
  ;[postgres, nats] = await Promise.all([startOwnPostgres(), startTestNats()])
  folder = await mkdtemp(join(tmpdir(), 'kismet-test-migrations-'))
  await writeFile(join(folder, '0001-tables.sql'), tables)
  database = await createTestDatabase(['wallet'], postgres.url)
  const options = { ownerUrl: database.ownerUrl, folder, schema: 'kit', serviceRole: 'kismet_test_wallet' }
  await migrate(options)
  pool = createPool({ url: database.ownerUrl, schema: 'kit', maxConnections: 8, log })
  const tokens = new TestTokens()
  owner = await joinBus(nats, 'wallet', tokens)
  reader = await joinBus(nats, 'analytics', tokens)
  const source = factsOf({
    name: 'facts',
    from: 'fact',
    columns: 'id, amount_paise, at',
    order: [
      ['xid', 'xid8'],
      ['id', 'uuid'],
    ],
    factOf,
  })
  owner.serve([handle(readEntries, source)], { db: pool })
  await owner.flush()
}, 60_000)

beforeEach(async () => {
  await pool.query('TRUNCATE fact')
})

afterAll(async () => {
  await Promise.all([reader.close(), owner.close(), pool.end()])
  await database.drop()
  await Promise.all([nats.remove(), postgres.stop(), rm(folder, { recursive: true })])
})

const add = (db: Pick<Pool, 'query'>, ...indexes: number[]) =>
  db.query('INSERT INTO fact (id, amount_paise) SELECT id, 1 FROM unnest($1::uuid[]) AS id', [indexes.map(idOf)])
const read = (after = '', limit = 200) => reader.call(readEntries, { after, limit }, meta)
const ids = (facts: readonly LedgerEntry[]) => facts.map(({ entryId }) => entryId)

describe('the log of an owner', () => {
  it('holds back what is later than a slow writer, says so, and tells both in order when it has committed', async () => {
    await add(pool, 1)
    const slow = await pool.connect()
    await slow.query('BEGIN')
    await add(slow, 2)
    await add(pool, 3)
    const before = await read()
    expect(before).toMatchObject({ facts: [{ entryId: idOf(1) }], more: false, waiting: true })
    expect(await read(before.cursor)).toEqual({ facts: [], cursor: before.cursor, more: false, waiting: true })

    await slow.query('COMMIT')
    slow.release()
    const after = await read(before.cursor)
    expect(ids(after.facts)).toEqual([idOf(2), idOf(3)])
    expect(after).toMatchObject({ more: false, waiting: false })
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
      name: 'long',
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

  it('goes on from the place of an entry that is still there', async () => {
    await add(pool, 1)
    await add(pool, 2)
    const { cursor } = await read('', 1)
    expect(ids((await read(cursor)).facts)).toEqual([idOf(2)])
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
    expect(await read(cursor)).toEqual({ facts: [], cursor: '', more: true, waiting: false })
  })

  it.each([{ after: '1' }, { after: '1:2:3:4' }, { after: 'x' }, { after: `1:${idOf(1)}; SELECT` }])(
    'refuses $after, which is no cursor of it',
    async ({ after }) => {
      const call = reader.send(readEntries, { after, limit: 1 }, meta)
      await expect(call).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )
})
