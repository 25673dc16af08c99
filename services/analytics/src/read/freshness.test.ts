import { expect, it } from '@jest/globals'
import { Freshness } from './freshness.ts'

const clock = { ms: 1_760_000_000_000, steady: 5_000, now: () => clock.ms, steadyMs: () => clock.steady }
const pass = (ms: number) => {
  clock.ms += ms
  clock.steady += ms
}

it('is fresh for a minute after the newest moment until which all was taken, and not before anything was', () => {
  const freshness = new Freshness()
  expect(freshness.isFresh(clock)).toBe(false)
  freshness.takenUntil('epoch', clock.steady)
  freshness.takenUntil('epoch', clock.steady - 1_000)
  pass(59_999)
  expect(freshness.isFresh(clock)).toBe(true)
  pass(1)
  expect(freshness.isFresh(clock)).toBe(false)
})

it('is as old as the newest entry that was taken', () => {
  const freshness = new Freshness()
  freshness.takenEntryOf('epoch', clock.ms - 60_000, clock)
  expect(freshness.isFresh(clock)).toBe(false)
  freshness.takenEntryOf('epoch', clock.ms - 59_999, clock)
  expect(freshness.isFresh(clock)).toBe(true)
})

it.each([
  ['all', (freshness: Freshness) => freshness.takenUntil('epoch', clock.steady)],
  ['an entry', (freshness: Freshness) => freshness.takenEntryOf('epoch', clock.ms, clock)],
])('is not fresh for longer because the clock of the machine was ahead when %s was taken', (_what, take) => {
  const freshness = new Freshness()
  clock.ms += 600_000
  take(freshness)
  clock.ms -= 600_000
  freshness.takenEntryOf('epoch', clock.ms + 600_000, clock)
  pass(61_000)
  expect(freshness.isFresh(clock)).toBe(false)
})

it('has looked once all was taken until some moment, and lets who asks before that wait', async () => {
  const freshness = new Freshness()
  const asked = freshness.epoch(clock)
  freshness.takenUntil('epoch', clock.steady)
  expect(await asked).toBe('epoch')
})

it('lets a caller wait for the first look while the newest known entry is old', async () => {
  const freshness = new Freshness()
  freshness.takenEntryOf('epoch', clock.ms - 3_600_000, clock)
  const asked = freshness.epoch(clock)
  setImmediate(() => freshness.takenUntil('epoch', clock.steady))
  expect(await asked).toBe('epoch')
})

it('says nothing of the epoch before when another one can be read', async () => {
  const freshness = new Freshness()
  freshness.takenUntil('before', clock.steady)
  freshness.takenUntil('now', clock.steady - 59_999)
  expect(await freshness.epoch(clock)).toBe('now')
  pass(1)
  await expect(freshness.epoch(clock)).rejects.toMatchObject({ code: 'unavailable' })
})
