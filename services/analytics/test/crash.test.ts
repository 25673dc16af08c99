import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { TestClock } from '@kismet/test-env/test-clock'
import { createDocumentsFor } from './documents.ts'
import type { DocumentsUnderTest } from './documents.ts'
import { emptyHead } from '../src/domain/take-entry.ts'
import { Ingest } from '../src/ingest/ingest.ts'
import { findHead, writeHeads } from '../src/ingest/store.ts'
import { LedgerScript, liveOn } from './ledger-script.ts'

let store: DocumentsUnderTest
beforeAll(async () => {
  store = await createDocumentsFor('crash')
})
afterAll(() => store.close())

const script = new LedgerScript()
;['0199c3a0-0000-7000-8000-000000000001', '0199c3a0-0000-7000-8000-000000000002'].forEach((id, at) =>
  liveOn(script, id, 18, at + 1),
)
const pages = [0, 14, 30, script.entries.length]

/** Takes the log from where everything is kept, in a few pages, until its end or until something fails. */
async function takeAll(): Promise<void> {
  const ingest = await Ingest.begin(store.ctx)
  const from = Number(ingest.cursor)
  for (const end of pages.filter((page) => page > from))
    await ingest.take(script.entries.slice(Number(ingest.cursor), end), String(end), end === script.entries.length)
}

it('makes the same lines and totals whatever fails, before or after it was carried out', async () => {
  await takeAll()
  const whole = await store.everything()
  expect(whole.rows.length).toBeGreaterThan(25)
  let failures = 0
  for (const when of ['before', 'after'] as const) {
    for (let call = 1; ; call += 1) {
      await store.clear()
      store.failAt(call, when)
      const failed = await takeAll().then(
        () => false,
        () => true,
      )
      store.failAt(undefined)
      if (!failed) break
      failures += 1
      await takeAll()
      expect(await store.everything()).toEqual(whole)
    }
  }
  expect(failures).toBeGreaterThan(20)
}, 120_000)

it('is one of two that take the same log at once: the other goes on from there', async () => {
  await store.clear()
  const both = [await Ingest.begin(store.ctx), await Ingest.begin(store.ctx)]
  const outcomes: string[] = []
  for (const end of pages.slice(1)) {
    for (const [at, ingest] of both.entries()) {
      const isEnd = end === script.entries.length
      await ingest
        .take(script.entries.slice(Number(ingest.cursor), end), String(end), isEnd)
        .catch(async (error: unknown) => {
          outcomes.push(error instanceof Error ? error.name : String(error))
          both[at] = await Ingest.begin(store.ctx)
        })
    }
  }
  expect(new Set(outcomes)).toEqual(new Set(['Moved']))
  const found = await store.everything()
  await store.clear()
  await takeAll()
  const alone = await store.everything()
  expect(found).toEqual(alone)
})

it('keeps the totals of charts when its clock is ahead', async () => {
  await store.clear()
  const clock = new TestClock(script.atMs + 90 * 86_400_000)
  const ingest = await Ingest.begin({ ...store.ctx, clock })
  await ingest.take(script.entries, String(script.entries.length), true)
  const { totals } = await store.everything()
  await store.clear()
  await takeAll()
  expect(totals).toEqual((await store.everything()).totals)
  expect(totals).not.toEqual({})
})

it('takes no head back to what it was before', async () => {
  const { documents } = store.ctx
  const headAt = (sequence: number) => new Map([['asha', { ...emptyHead, sequence }]])
  for (const sequence of [5, 3]) await writeHeads(documents, 'epoch', headAt(sequence))
  expect((await findHead(documents, 'epoch', 'asha'))?.sequence).toBe(5)
})

it('refuses to go on where an entry is missing', async () => {
  await store.clear()
  const ingest = await Ingest.begin(store.ctx)
  await expect(ingest.take(script.entries.slice(1, 3), '3', true)).rejects.toThrow('After 0 entries')
})
