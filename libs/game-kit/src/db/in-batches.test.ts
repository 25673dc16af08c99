import { afterEach, expect, it, jest } from '@jest/globals'
import { inBatches } from './in-batches.ts'

afterEach(() => {
  jest.restoreAllMocks()
})

/** Batches that the test ends by hand. */
function batchesOf(maxRunning: number) {
  const batches: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const handle = inBatches<number, string>(maxRunning, (items) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    batches.push({ items, end: () => resolve(items.map((one) => `result ${one}`)), fail: reject })
    return promise
  })
  return { handle, batches, sent: () => batches.map(({ items }) => items) }
}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('runs the items of one turn in one batch, and those that come meanwhile in the next one', async () => {
  const { handle, batches, sent } = batchesOf(1)
  const first = [handle(1), handle(2)]
  await nextTurn()
  const second = [handle(3), handle(4)]
  await nextTurn()
  expect(sent()).toEqual([[1, 2]])
  batches[0]?.end()
  expect(await Promise.all(first)).toEqual(['result 1', 'result 2'])
  await nextTurn()
  expect(sent()).toEqual([
    [1, 2],
    [3, 4],
  ])
  batches[1]?.end()
  expect(await Promise.all(second)).toEqual(['result 3', 'result 4'])
})

it('runs no more batches side by side than may', async () => {
  const { handle, batches, sent } = batchesOf(2)
  const answers: Promise<string>[] = []
  for (const item of [1, 2, 3]) {
    answers.push(handle(item))
    await nextTurn()
  }
  expect(sent()).toEqual([[1], [2]])
  batches[1]?.end()
  await answers[1]
  await nextTurn()
  expect(sent()).toEqual([[1], [2], [3]])
})

it('runs a limited number in one batch', async () => {
  const { handle, sent } = batchesOf(2)
  for (let item = 0; item < 300; item += 1) void handle(item)
  await nextTurn()
  await nextTurn()
  expect(sent().map(({ length }) => length)).toEqual([256, 44])
})

it('fails the items of a failed batch alone', async () => {
  const { handle, batches } = batchesOf(1)
  const failed = [handle(1), handle(2)]
  await nextTurn()
  const waiting = handle(3)
  batches[0]?.fail(new Error('no database'))
  for (const one of await Promise.allSettled(failed)) expect(one).toMatchObject({ status: 'rejected' })
  await nextTurn()
  batches[1]?.end()
  expect(await waiting).toBe('result 3')
})

it('does not send what waited too long', async () => {
  const { handle, batches, sent } = batchesOf(1)
  const first = handle(1)
  await nextTurn()
  const late = handle(2)
  const nowMs = performance.now()
  jest.spyOn(performance, 'now').mockReturnValue(nowMs + 6_000)
  const fresh = handle(3)
  batches[0]?.end()
  await first
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  await nextTurn()
  batches[1]?.end()
  expect(await fresh).toBe('result 3')
  expect(sent()).toEqual([[1], [3]])
})
