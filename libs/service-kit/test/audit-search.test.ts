import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readRows } from '../src/audit/rows.ts'
import { KitDatabase } from './kit-database.ts'

const startMs = Date.UTC(2026, 0, 1)
const minute = (count: number) => new Date(startMs + count * 60_000).toISOString()

let kit: KitDatabase

const read = (asked: Partial<Parameters<typeof readRows>[2]>) => readRows(kit.pool, 'auth', { limit: 2, ...asked }, 500)
const found = (page: Awaited<ReturnType<typeof read>>) => page.rows.map(({ sequence }) => sequence)

/** 1,200 rows, one a minute; the third is Asha's, and the last three. A call looks at 500 rows. */
beforeAll(async () => {
  kit = await KitDatabase.create('auth', '-- kit: turn\n-- kit: audit\n')
  await kit.migrate()
  const row = `jsonb_build_object('sequence', n, 'at', to_timestamp(${startMs / 1_000} + n * 60),
    'admin_name', CASE WHEN n = 3 OR n > 1197 THEN 'asha' ELSE 'rohan' END, 'hash', n::text)`
  const same = JSON.stringify({
    admin_id: '0190a000-0000-7000-8000-000000000001',
    action: 'coin.add',
    target: 'coin',
    detail: {},
    request_id: 'r',
    previous_hash: '',
    key_id: '',
  })
  const owner = await kit.owner.connect()
  try {
    await owner.query('ALTER TABLE audit DISABLE TRIGGER ALL')
    await owner.query(
      `INSERT INTO audit SELECT made.* FROM generate_series(1, 1200) n,
        jsonb_populate_record(NULL::audit, '${same}'::jsonb || ${row}) made`,
    )
  } finally {
    owner.release()
  }
})

afterAll(() => kit.drop())

it('looks at a limited number of rows a call, and says where it goes on', async () => {
  const newest = await read({ admin: 'asha' })
  expect(found(newest)).toEqual([1_200, 1_199])
  expect(newest.next).toEqual({ before: 1_199, at: minute(1_199) })
  const second = await read({ admin: 'asha', before: 1_199 })
  expect(found(second)).toEqual([1_198])
  expect(second.next).toEqual({ before: 699, at: minute(699) })
  const third = await read({ admin: 'asha', before: 699 })
  expect(third).toEqual({ rows: [], next: { before: 199, at: minute(199) } })
  const last = await read({ admin: 'asha', before: 199 })
  expect(found(last)).toEqual([3])
  expect(last.next).toBeNull()
})

it('looks at no more rows for a place behind the newest row', async () => {
  const newest = await read({ search: 'nobody' })
  expect(newest).toEqual({ rows: [], next: { before: 701, at: minute(701) } })
  expect(await read({ search: 'nobody', before: 999_999_999_999_999 })).toEqual(newest)
})

it('ends where all that is older is from before the time that is asked for', async () => {
  expect(await read({ search: 'nobody', from: minute(1_190) })).toEqual({ rows: [], next: null })
  expect((await read({ search: 'nobody', from: minute(710) })).next).toEqual({
    before: 701,
    at: minute(701),
  })
  expect((await read({ search: 'nobody', from: minute(762) })).next).toBeNull()
})

it.each([
  { search: 'asha add', from: 1_200 },
  { search: '  ADD   asha ', from: 1_200 },
  { search: 'asha approve', from: null },
])('finds the rows with each word of "$search"', async ({ search, from }) => {
  expect(found(await read({ search }))).toEqual(from === null ? [] : [from, from - 1])
})

it('leaves out what is no decision', async () => {
  expect(found(await read({ action: 'decisions' }))).toEqual([])
  const action = 'deposit.approve'
  await kit.owner.query(
    `INSERT INTO audit SELECT made.* FROM audit, jsonb_populate_record(audit, $1) made
    WHERE audit.sequence = 1200`,
    [{ sequence: 1_201, action, hash: 'of a decision' }],
  )
  expect(found(await read({ action: 'decisions' }))).toEqual([1_201])
})
