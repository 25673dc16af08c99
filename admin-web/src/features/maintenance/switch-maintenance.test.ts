import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getSiteMaintenance, setSiteMaintenance } from '@kismet/contracts'
import { selectNotices } from '../../entities/notices/notices-slice.ts'
import { selectOrder } from '../../entities/site/sent-orders.ts'
import type { Store } from '../../shell/store.ts'
import { createStore } from '../../shell/store.ts'
import { BackOffice, sessionOf } from '../../testing/open-app.tsx'
import { switchMaintenance } from './switch-maintenance.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

/** Switches maintenance on, without an answer; `isOn` says how the site is after so many looks at it. */
function loseAnswer(isOn: (looks: number) => boolean): { store: Store; office: BackOffice } {
  const office = new BackOffice()
  let looks = 0
  office.answer(setSiteMaintenance, () => null)
  office.answer(getSiteMaintenance, () => ok({ siteMaintenance: isOn((looks += 1)) }))
  const store = createStore(sessionOf('owner'))
  void store.dispatch(switchMaintenance(true))
  return { store, office }
}
const told = (store: Store): string[] => selectNotices(store.getState()).map(({ text }) => text)

it('an order that is late is not told as failed: the site is asked until it is as it was ordered', async () => {
  const { store, office } = loseAnswer((looks) => looks > 3)
  await jest.advanceTimersByTimeAsync(8_000)
  expect([told(store), selectOrder(store.getState(), 'maintenance')]).toEqual([[], 'checking'])
  await jest.advanceTimersByTimeAsync(5_000)
  expect([told(store), selectOrder(store.getState(), 'maintenance')]).toEqual([['Settings updated'], 'idle'])
  expect(office.requestsOf(setSiteMaintenance)).toHaveLength(1)
})

it('an order that does not show for half a minute is told as unclear, with how the site is, and is not sent again', async () => {
  const { store, office } = loseAnswer(() => false)
  await jest.advanceTimersByTimeAsync(25_000)
  expect(told(store)).toEqual([])
  await jest.advanceTimersByTimeAsync(15_000)
  expect(selectNotices(store.getState())).toMatchObject([
    { text: 'Unclear', detail: expect.stringMatching(/^Site maintenance is off\. Your change may still go through/) },
  ])
  expect(selectOrder(store.getState(), 'maintenance')).toBe('idle')
  expect(office.requestsOf(setSiteMaintenance)).toHaveLength(1)
})
