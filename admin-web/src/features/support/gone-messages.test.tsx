import { afterEach, expect, it, jest } from '@jest/globals'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import {
  adminGetSupportMessage,
  adminListSupportMessages,
  setSupportMessageStatus,
  socketEvents,
} from '@kismet/contracts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { messages } from '../../testing/messages.ts'
import type { WireMessage } from '../../testing/messages.ts'
import type { OpenApp } from '../../testing/open-app.tsx'
import { openApp } from '../../testing/open-app.tsx'
import { SupportOffice } from '../../testing/support-office.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

const closings = 12

/** All messages, of which so many have been closed that they stand in none of the pages that are read; and how often one of them was asked for. */
async function closedAndGone(): Promise<
  OpenApp & { office: SupportOffice; asked: () => number; sinceBegunMs: () => number }
> {
  jest.useFakeTimers({ advanceTimers: true })
  const office = new SupportOffice()
  office.inPage = closings
  const [first] = messages(Date.now())
  if (!first) throw new Error('there are five')
  office.all = Array.from({ length: 2 * closings }, (_, n) => ({ ...first, _id: `${first._id.slice(0, -2)}${10 + n}` }))
  const app = openApp(paths.support, { office })
  await screen.findAllByText('Lakshmi Narayan')
  const asked = (): number => office.requestsOf(adminGetSupportMessage).length
  const begunMs = Date.now()
  for (let closed = 1; closed <= closings; closed += 1) {
    // Without a pointer, as by a key.
    fireEvent.click(screen.getAllByRole('button', { name: 'Mark Closed' })[0] ?? document.body)
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reopen' })).toHaveLength(closed))
    act(() => app.live.push(socketEvents.queueUpdate, { support: 2 * closings - closed }))
    await act(() => jest.advanceTimersByTimeAsync(1_000))
  }
  await waitFor(() => expect(asked()).toBeGreaterThanOrEqual(closings))
  // The fake time goes on with the real one, which a busy machine needs more of.
  return { ...app, office, asked, sinceBegunMs: () => Date.now() - begunMs }
}

it('messages that are closed and gone are asked for once each, and not with news nor when the line is back', async () => {
  const { office, live, asked } = await closedAndGone()
  expect(asked()).toBe(closings)
  act(() => live.push(socketEvents.queueUpdate, { support: closings - 1 }))
  act(() => live.down())
  const before = office.requestsOf(adminListSupportMessages).length
  act(() => live.up())
  await waitFor(() => expect(office.requestsOf(adminListSupportMessages).length).toBeGreaterThan(before))
  expect(asked()).toBe(closings)
})

it('messages that are gone are asked for each at a time of its own, and without a line no more often', async () => {
  const { live, asked, sinceBegunMs } = await closedAndGone()
  act(() => live.down())
  await act(() => jest.advanceTimersByTimeAsync(pollMs.live - sinceBegunMs() - 2_000))
  expect(asked()).toBe(closings)
  await act(() => jest.advanceTimersByTimeAsync(3 * closings * 1_000))
  expect(asked()).toBe(2 * closings)
})

it('a message that is gone is asked for when its status may have been changed here', async () => {
  const office = new SupportOffice()
  const [, , , one] = office.all
  if (!one) throw new Error('there are five')
  const closed = (name: string): WireMessage => ({ ...one, name, _id: `${one._id.slice(0, -2)}${name}` })
  office.all = ['a0', 'a1'].map(closed)
  const { live } = openApp(`${paths.support}?view=closed`, { office })
  await screen.findByText('a1')
  office.all = ['a2', 'a0', 'a1'].map(closed)
  act(() => live.push(socketEvents.queueUpdate, { support: 0 }))
  await waitFor(() => expect(office.requestsOf(adminGetSupportMessage)).toHaveLength(1))
  office.answer(setSupportMessageStatus, () => {
    office.change(2, { status: 'open', changedBy: 'leela' })
    return null
  })
  fireEvent.click(screen.getAllByRole('button', { name: 'Reopen' })[1] ?? document.body)
  await screen.findByText(/reopened by leela/)
})

it('messages are read again with news of them, once a second at most, and not with news of other queues', async () => {
  jest.useFakeTimers({ advanceTimers: true })
  const office = new SupportOffice()
  const { live } = openApp(paths.support, { office })
  await screen.findByText('dev.m@example.com')
  const read = (): number =>
    office.requestsOf(adminListSupportMessages).filter(({ query }) => !query.has('view')).length
  const told = (support: number, deposits: number): Promise<void> =>
    act(async () => {
      live.push(socketEvents.queueUpdate, { support, deposits })
      await jest.advanceTimersByTimeAsync(100)
    })
  const before = read()
  await told(4, 0)
  expect(read()).toBe(before + 1)
  await told(5, 0)
  await told(6, 0)
  expect(read()).toBe(before + 1)
  await act(() => jest.advanceTimersByTimeAsync(2_000))
  expect(read()).toBe(before + 2)
  await told(6, 1)
  await act(() => jest.advanceTimersByTimeAsync(2_000))
  expect(read()).toBe(before + 2)
})
