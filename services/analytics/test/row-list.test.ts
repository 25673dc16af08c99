import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { steadyMsOf, systemClock } from '@kismet/service-kit/clock'
import { Ingest } from '../src/ingest/ingest.ts'
import { everything } from '../src/domain/lists.ts'
import { Freshness } from '../src/read/freshness.ts'
import { RowList } from '../src/read/row-list.ts'
import { Statement } from '../src/read/statement.ts'
import type { AnalyticsDocuments } from '../src/db/models.ts'
import { createDocumentsFor } from './documents.ts'
import type { DocumentsUnderTest } from './documents.ts'
import { LedgerScript } from './ledger-script.ts'

let store: DocumentsUnderTest
let looks = 0
const counted: AnalyticsDocuments = {
  run: (work, options) => {
    looks += 1
    return store.ctx.documents.run(work, options)
  },
}
const id = '0199c3a0-0000-7000-8000-000000000001'

beforeAll(async () => {
  store = await createDocumentsFor('rows')
})
afterAll(() => store.close())

/** Whoever opens statements begins with nothing remembered. */
const asker = () => {
  const freshness = new Freshness()
  freshness.takenUntil(steadyMsOf(systemClock))
  return { documents: { ...counted }, clock: systemClock, freshness }
}

async function play(lines: number): Promise<void> {
  await store.clear()
  const script = new LedgerScript()
  for (let bet = 0; bet < lines; bet += 1) script.play(id, 'Dice', 100, 0)
  const ingest = await Ingest.begin(store.ctx)
  await ingest.take(script.entries, String(lines), true)
}

it.each([0, 1, 49, 50, 51, 99, 100, 330])(
  'the newest of %d lines is found, however many of them were saved at the last step',
  async (lines) => {
    await play(lines)
    for (const known of [0, 50, Math.floor(lines / 2), lines].filter((count) => count <= lines)) {
      looks = 0
      const list = await RowList.fromNewest(counted, id, everything, known)
      expect(list.newest?.number).toBe(lines === 0 ? undefined : lines - 1)
      expect(list.place).toBe(lines)
      expect(looks).toBeLessThanOrEqual(2 + Math.ceil((lines - known) / 50))
    }
  },
)

it.each([0, 1, 50, 51, 120])(
  'a place behind %d lines costs one look, and one that nobody was given is none',
  async (lines) => {
    await play(lines)
    const places = [0, 1, 50, 51, 120, 121, 999_999_999]
    for (const place of places) {
      const ctx = asker()
      looks = 0
      const opened = Statement.open(ctx, id, {}, { cursor: String(place) })
      if (place <= lines) expect((await (await opened).take(1))[0]?.number).toBe(place === 0 ? undefined : place - 1)
      else await expect(opened).rejects.toMatchObject({ code: 'invalid_request' })
      expect(looks).toBeLessThanOrEqual(3)
    }
    looks = 0
    const cursor = Array.from({ length: 4 }, () => '999999999').join('-')
    await expect(Statement.open(asker(), id, { result: 'loss' }, { cursor })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(looks).toBeLessThanOrEqual(6)
  },
)

it('lines that were there and are cleared away are unavailable, at once', async () => {
  await play(60)
  const ctx = asker()
  const statement = await Statement.open(ctx, id, {}, { cursor: '60' })
  await store.clear()
  await expect(statement.take(60)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(Statement.open(ctx, id, {}, { cursor: '60' })).rejects.toMatchObject({ code: 'unavailable' })
  looks = 0
  await expect(RowList.fromNewest(counted, id, everything, 50_000_000)).rejects.toMatchObject({ code: 'unavailable' })
  expect(looks).toBe(2)
})
