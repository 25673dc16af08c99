import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Ingest } from '../src/ingest/ingest.ts'
import { everything } from '../src/domain/lists.ts'
import { RowList } from '../src/read/row-list.ts'
import type { AnalyticsDocuments } from '../src/db/models.ts'
import { createDocumentsFor } from './documents.ts'
import type { DocumentsUnderTest } from './documents.ts'
import { LedgerScript } from './ledger-script.ts'

let store: DocumentsUnderTest
beforeAll(async () => {
  store = await createDocumentsFor('rows')
})
afterAll(() => store.close())

it.each([0, 1, 49, 50, 51, 99, 100, 1_000, 1_730])(
  'the newest of %d lines is found in few looks, however few of them were known of',
  async (lines) => {
    await store.clear()
    const id = '0199c3a0-0000-7000-8000-000000000001'
    const script = new LedgerScript()
    for (let bet = 0; bet < lines; bet += 1) script.play(id, 'Dice', 100, 0)
    const ingest = await Ingest.begin(store.ctx)
    await ingest.take(script.entries, String(lines), true)
    let looks = 0
    const counted: AnalyticsDocuments = {
      run: (work, options) => {
        looks += 1
        return store.ctx.documents.run(work, options)
      },
    }
    for (const known of [0, 50, Math.floor(lines / 2), lines].filter((count) => count <= lines)) {
      looks = 0
      const list = await RowList.fromNewest(counted, id, everything, known)
      expect(list.newest?.number).toBe(lines === 0 ? undefined : lines - 1)
      expect(list.place).toBe(lines)
      expect(looks).toBeLessThanOrEqual(13)
    }
  },
)
