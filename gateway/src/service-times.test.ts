import { expect, it } from '@jest/globals'
import { getBalance, getPlayReplay, playDice } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import { TestClock } from '@kismet/test-env/test-clock'
import { ServiceTimes } from './service-times.ts'

const startMs = Date.parse('2026-11-21T12:00:00.000Z')

function gateway() {
  const clock = new TestClock(startMs)
  const times = new ServiceTimes(clock)
  return {
    clock,
    /** What is told of a service. */
    of: (name: string) => times.told().services.find(({ service }) => service === name),
    sinceMs: () => Date.parse(times.told().since),
    /** A call of the wallet that is answered after so many ms, or refused then. */
    call: (ms: number, refusal?: Refusal) =>
      times
        .timed(getBalance, {}, () => {
          clock.advance(ms)
          return refusal ? Promise.reject(refusal) : Promise.resolve('answer')
        })
        .catch((error: unknown) => error),
    times,
  }
}
it('tells within which time 99 of 100 calls were answered', async () => {
  const { call, of } = gateway()
  for (let n = 0; n < 99; n++) expect(await call(4)).toBe('answer')
  expect(of('wallet')).toMatchObject({ answered: 99, p99Ms: 4.1 })
  await call(80)
  expect(of('wallet')).toMatchObject({ answered: 100, p99Ms: 4.1 })
  await call(80)
  expect(of('wallet')).toMatchObject({ answered: 101, unanswered: 0, p99Ms: 80.4 })
  expect(of('mines')).toEqual({ service: 'mines', answered: 0, unanswered: 0, p99Ms: null })
})

it.each([0, 0.1, 5, 1_000, 14_000])('never tells less than it was, and hardly more: %d ms', async (ms) => {
  const { call, of } = gateway()
  await call(ms)
  const told = of('wallet')?.p99Ms ?? Number.NaN
  expect(told).toBeGreaterThanOrEqual(ms)
  expect(told).toBeLessThanOrEqual(ms * 1.01 + 0.1)
})

it('counts a refusal as an answer, and a call without one apart from all times', async () => {
  const { call, of } = gateway()
  const refused = new Refusal('not_found')
  expect(await call(3, refused)).toBe(refused)
  await call(5_000, new Refusal('unavailable'))
  expect(of('wallet')).toMatchObject({ answered: 1, unanswered: 1, p99Ms: 3.1 })
})

it('forgets what is older than two minutes, and says since when it counts', async () => {
  const { clock, call, of, sinceMs } = gateway()
  await call(50)
  clock.advance(59_950)
  await call(4)
  expect(of('wallet')).toMatchObject({ answered: 2 })
  expect(sinceMs()).toBe(startMs)
  clock.advance(60_000)
  expect(of('wallet')).toMatchObject({ answered: 1, p99Ms: 4.1 })
  expect(sinceMs()).toBe(startMs + 60_004)
  clock.advance(300_000)
  expect(of('wallet')).toMatchObject({ answered: 0, p99Ms: null })
  clock.advance(-600_000)
  expect(sinceMs()).toBe(clock.now())
})

it('counts for the service that has what is asked for', async () => {
  const { times, of } = gateway()
  await times.timed(playDice, {}, () => Promise.resolve(null))
  await times.timed(getPlayReplay, { betId: '0190b2a0-0000-7300-8000-0000000000d1' }, () => Promise.resolve(null))
  expect([of('dice-slots')?.answered, of('mines')?.answered]).toEqual([1, 1])
})
