import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { steadyMsOf, systemClock } from '@kismet/service-kit/clock'
import { Ingest } from '../src/ingest/ingest.ts'
import { openEpoch, rebuild } from '../src/ingest/store.ts'
import { Freshness } from '../src/read/freshness.ts'
import { openStatement } from '../src/read/statement.ts'
import type { AnalyticsDocuments } from '../src/db/store.ts'
import { createDocumentsFor } from './documents.ts'
import type { DocumentsUnderTest } from './documents.ts'
import { LedgerScript } from './ledger-script.ts'

let store: DocumentsUnderTest
let looks = 0
const documents: AnalyticsDocuments = {
  run: (work, options) => {
    looks += 1
    return store.ctx.documents.run(work, options)
  },
}
const id = '0199c3a0-0000-7000-8000-000000000001'

beforeAll(async () => {
  store = await createDocumentsFor('pages')
})
afterAll(() => store.close())

/** The context of a reader, with a statement of this number of lines. */
async function asker(lines: number) {
  await store.clear()
  const script = new LedgerScript()
  for (let bet = 0; bet < lines; bet += 1) script.play(id, 'Dice', 100, 0)
  const ingest = await Ingest.begin(store.ctx)
  await ingest.take(script.entries, String(lines), true)
  const freshness = new Freshness()
  freshness.takenUntil(ingest.epoch, steadyMsOf(systemClock))
  return { documents, clock: systemClock, freshness, epoch: ingest.epoch }
}

it.each([0, 1, 50, 51, 120])(
  'a place behind %d lines costs two looks, and one that nobody was given is none',
  async (lines) => {
    const ctx = await asker(lines)
    for (const place of [0, 1, 50, 51, 120, 121, 999_999_999]) {
      looks = 0
      const opened = openStatement(ctx, id, {}, { cursor: String(place) })
      if (place <= lines) expect((await (await opened).take(1))[0]?.number).toBe(place === 0 ? undefined : place - 1)
      else await expect(opened).rejects.toMatchObject({ code: 'invalid_request' })
      expect(looks).toBeLessThanOrEqual(place % 50 === 1 ? 3 : 2)
    }
    const cursor = Array.from({ length: 4 }, () => '999999999').join('-')
    const others = openStatement(ctx, id, { result: 'loss' }, { cursor })
    await expect(others).rejects.toMatchObject({ code: 'invalid_request' })
  },
)

it('shows the lines of the last step alone', async () => {
  const ctx = await asker(60)
  const { rows } = await store.ctx.documents.run(async (models) => ({
    rows: await models.store.rows(ctx.epoch).find({}).toArray(),
  }))
  const [last] = rows.filter(({ number }) => number === 59)
  if (last === undefined) throw new Error('There is no last line')
  await store.ctx.documents.run((models) =>
    models.store.rows(ctx.epoch).insertOne({ ...last, _id: `${id}:61`, number: 60 }),
  )
  const statement = await openStatement(ctx, id, {})
  expect((await statement.take(100)).map(({ number }) => number)).toEqual(
    Array.from({ length: 60 }, (_, at) => 59 - at),
  )
  expect(statement.cursor()).toBeNull()
})

it.each([10, 60])('of %d lines, those that are dropped with their epoch are unavailable, at once', async (lines) => {
  const ctx = await asker(lines)
  const statement = await openStatement(ctx, id, {}, { cursor: String(lines) })
  await rebuild(store.ctx, ctx.epoch)
  await openEpoch(store.ctx)
  await expect(statement.take(lines)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(openStatement(ctx, id, {})).rejects.toMatchObject({ code: 'unavailable' })
})
