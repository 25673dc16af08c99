import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { Refusal } from '@kismet/service-kit/refusal'
import { TestClock } from '@kismet/test-env/test-clock'
import { createDocumentsFor } from './documents.ts'
import type { DocumentsUnderTest } from './documents.ts'
import { emptyHead, emptyHour } from '../src/domain/take-entry.ts'
import type { ProgressDocument } from '../src/db/models.ts'
import { Ingest } from '../src/ingest/ingest.ts'
import { untilWhole } from '../src/rebuild.ts'
import { findHead, findHour, writeHeads, writeHours } from '../src/ingest/store.ts'
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
  expect(failures).toBeGreaterThan(30)
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
  expect(found.rows).toEqual(alone.rows)
  expect(found.hours).toEqual(alone.hours)
})

it('takes no head and no hour back to what it was before', async () => {
  await store.clear()
  const { documents } = store.ctx
  const headAt = (sequence: number) => new Map([['asha', { ...emptyHead, sequence }]])
  for (const sequence of [5, 3]) await writeHeads(documents, 'epoch', headAt(sequence))
  expect((await findHead(documents, 'epoch', 'asha'))?.sequence).toBe(5)
  const hour = '2026-11-23T05'
  const progressAt = (step: number): ProgressDocument => ({
    ...{ _id: 'entries', epoch: 'epoch', cursor: '', isWhole: true, isPaused: false },
    step,
    hours: { [hour]: { ...emptyHour, bets: step } },
  })
  for (const [step, bets] of [
    [1, 1],
    [2, 2],
    [1, 2],
    [3, 3],
  ] as const) {
    await writeHours(documents, progressAt(step))
    expect((await findHour(documents, 'epoch', hour))?.bets).toBe(bets)
  }
})

it('refuses to go on where an entry is missing', async () => {
  await store.clear()
  const ingest = await Ingest.begin(store.ctx)
  await expect(ingest.take(script.entries.slice(1, 3), '3', true)).rejects.toThrow('After 0 entries')
})

describe('who waits until everything is made', () => {
  /** Waits while the database leaves these questions without an answer, with a minute before each further one; answers how many there were. */
  async function asked(...unanswered: readonly number[]): Promise<number> {
    const clock = new TestClock(0)
    let questions = 1
    const next = (): void => store.failAt(unanswered.includes(questions) ? 1 : undefined)
    next()
    const pause = async (): Promise<void> => {
      if (questions === 4) await takeAll()
      questions += 1
      clock.advance(60_000)
      next()
    }
    await untilWhole({ documents: store.ctx.documents, clock }, pause)
    return questions
  }

  beforeEach(async () => {
    await store.clear()
    const ingest = await Ingest.begin(store.ctx)
    await ingest.take(script.entries.slice(0, 14), '14', false)
  })
  afterEach(() => store.failAt(undefined))

  it.each([[[]], [[1]], [[1, 2, 4]]])('asks again where the questions %j are not answered', async (unanswered) => {
    expect(await asked(...unanswered)).toBe(5)
  })

  it('asks nothing else once it is told that all is there: that could have no answer', async () => {
    await takeAll()
    store.failAt(2)
    const again = () => Promise.reject(new Error('It was asked again'))
    await untilWhole({ documents: store.ctx.documents, clock: new TestClock(0) }, again)
  })

  it('is told when nothing was answered for more than two minutes', async () => {
    await expect(asked(1, 2, 3, 4)).rejects.toEqual(new Refusal('unavailable'))
  })
})
