import { afterEach, beforeEach, it, jest } from '@jest/globals'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { getOnlineUsers, limits } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { openApp } from '../testing/open-app.tsx'

const aheadMs = 3 * 60 * 60_000

// The clock of this desk says 17:40 in India.
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2026-11-21T12:10:00.000Z'), advanceTimers: true })
})
afterEach(() => {
  localStorage.clear()
  jest.useRealTimers()
})

it('the clock has the time of the server', async () => {
  const { live } = openApp(paths.dashboard)
  await screen.findByText(/^Sat 21 Nov, 17:4\d IST$/)
  act(() => live.clock(aheadMs))
  await screen.findByText(/^Sat 21 Nov, 20:4\d IST$/)
})

it('what could not be read anew says of when it is by the clock of the server', async () => {
  const { live, office } = openApp(paths.analytics)
  await screen.findByText('No players online')
  act(() => live.clock(aheadMs))
  office.answer(getOnlineUsers, () => refuse('unavailable'))
  await act(() => jest.advanceTimersByTimeAsync(limits.onlineUsersPollMs))
  await screen.findByText(/^Failed to load online users\..* As of 20:4\d:\d\d\./)
})
