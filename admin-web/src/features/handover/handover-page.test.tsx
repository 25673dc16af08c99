import { afterEach, expect, it } from '@jest/globals'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getHandover } from '@kismet/contracts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { handover } from '../../testing/reports.ts'
import { instantOf, minutesOf } from './shift.ts'

afterEach(() => localStorage.clear())

const nowMs = Date.parse('2026-11-21T13:42:00.000Z')
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
