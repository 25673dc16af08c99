// This import also defines the paged query of corrections. Both queries use one operation and must have different endpoint names.
import '../../entities/ledger/player-corrections.tsx'
import { afterEach, expect, it, jest } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getHandover, listCorrections } from '@kismet/contracts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { handover } from '../../testing/reports.ts'
import { instantOf, minutesOf } from './shift.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

const nowMs = Date.parse('2026-11-21T13:41:20.000Z')
it.each([
  ['shift', '2026-11-21T11:12', '2026-11-21T19:12'],
  ['before', '2026-11-21T03:12', '2026-11-21T11:12'],
  ['today', '2026-11-21T00:00', '2026-11-21T19:12'],
  ['yesterday', '2026-11-20T00:00', '2026-11-21T00:00'],
] as const)('the range "%s" is from %s to %s', (name, from, to) => {
  expect(minutesOf(name, nowMs)).toEqual({ from, to })
})

it('a shift is chosen by its name, or by its minutes', async () => {
  const office = new BackOffice()
  office.answer(getHandover, () => ok(handover))
  const { user, address } = openApp(paths.handover, { office })
  await user.selectOptions(await screen.findByLabelText('Shift'), 'Yesterday')
  expect(address()).toContain('range=yesterday')
  expect(screen.queryByLabelText('From')).toBeNull()
  await user.selectOptions(screen.getByLabelText('Shift'), 'Custom range')
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-11-01T08:00' } })
  const asked = () => office.requestsOf(getHandover).at(-1)?.query.get('from')
  await waitFor(() => expect(asked()).toBe(instantOf('2026-11-01T08:00')))
})

it('the totals are by kind, because deposits bring money and withdrawals take money; what waits leads to its list', async () => {
  const office = new BackOffice()
  office.answer(getHandover, () => ok(handover))
  office.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 2 }))
  openApp(paths.handover, { office })
  const table = await screen.findByRole('table', { name: 'Decisions of the shift' })
  const totals = within(table).getAllByRole('row').slice(-2)
  expect(totals.map(({ textContent }) => textContent)).toEqual([
    'All deposits73₹1,37,500.003₹4,500.003',
    'All withdrawals12₹74,000.001₹2,000.000',
  ])
  const left = await screen.findByRole('link', { name: '2 corrections' })
  expect(left.getAttribute('href')).toBe(paths.ledger)
  screen.getByRole('link', { name: '4 deposits' })
  screen.getByRole('link', { name: /support message/ })
})

it('a named shift shows its minutes and moves with the clock', async () => {
  jest.useFakeTimers({ now: nowMs, advanceTimers: true })
  const office = new BackOffice()
  office.answer(getHandover, () => ok(handover))
  openApp(paths.handover, { office })
  expect(await screen.findByText('Sat 21 Nov, 11:12 to Sat 21 Nov, 19:12 IST')).toBeTruthy()
  await act(() => jest.advanceTimersByTimeAsync(61_000))
  expect(await screen.findByText('Sat 21 Nov, 11:13 to Sat 21 Nov, 19:13 IST')).toBeTruthy()
  const asked = () => office.requestsOf(getHandover).at(-1)?.query.get('to')
  await waitFor(() => expect(asked()).toBe('2026-11-21T13:43:00.000Z'))
})

it.each(['?from=x', '?from=2026-11-21T25:00&to=2026-11-21T26:00', '?to=2026-02-31T10:00', '?from=2026-11-21T10:00'])(
  'the address %s, which has no range, shows this shift',
  async (query) => {
    const office = new BackOffice()
    office.answer(getHandover, () => ok(handover))
    openApp(`${paths.handover}${query}`, { office })
    expect(await screen.findByLabelText('Shift')).toHaveProperty('value', 'shift')
    await waitFor(() => expect(office.requestsOf(getHandover)).toHaveLength(1))
  },
)

it('a range that ends before it starts is called wrong and is not asked for', async () => {
  const office = new BackOffice()
  office.answer(getHandover, () => ok(handover))
  openApp(`${paths.handover}?from=2026-11-21T14:00&to=2026-11-21T06:00`, { office })
  expect(await screen.findByText('The end of the range must be after its start.')).toBeTruthy()
  expect(screen.getByLabelText('From')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Export/ })).toBeNull()
  expect(office.requestsOf(getHandover)).toEqual([])
})
