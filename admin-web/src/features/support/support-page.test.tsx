import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetSupportMessage,
  adminListSupportMessages,
  setSupportMessageStatus,
  socketEvents,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { messages } from '../../testing/messages.ts'
import type { WireMessage } from '../../testing/messages.ts'
import { openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'
import { SupportOffice } from '../../testing/support-office.ts'

afterEach(() => {
  jest.restoreAllMocks()
  jest.useRealTimers()
  localStorage.clear()
})

function open(at: string = paths.support, role: 'owner' | 'cashier' = 'owner'): OpenApp & { office: SupportOffice } {
  const office = new SupportOffice()
  return { ...openApp(at, { office, role }), office }
}
const rows = (): HTMLElement[] =>
  within(screen.getByRole('region', { name: 'User Support Messages' })).getAllByRole('listitem')
const inMenu = (): string =>
  within(screen.getByRole('complementary', { name: 'Sidebar' })).getByRole('link', { name: /^Support/ }).textContent
/** By a key: a pointer may not press what has only just come. */
async function press(user: OpenApp['user'], name: string | RegExp): Promise<void> {
  const [button] = await screen.findAllByRole('button', { name })
  act(() => button?.focus())
  await user.keyboard('{Enter}')
}

describe('support messages', () => {
  it('are listed open first, with the next ones by Older, and counted in the menu', async () => {
    const office = new SupportOffice()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    office.held = promise
    const { user } = openApp(paths.support, { office })
    await screen.findByText('Loading messages...')
    resolve(undefined)
    await screen.findByText('lakshmi.narayan@example.com')
    expect(rows()[0]?.textContent).toMatch(/^OPEN.*Lakshmi Narayan.*2 h 10 minMark Closed$/)
    await waitFor(() => expect(inMenu()).toBe('Support3 waiting'))
    await press(user, 'Older')
    await waitFor(() => expect(rows()).toHaveLength(4))
    expect(rows()[3]?.textContent).toMatch(/^CLOSED.*closed by sanaReopen$/)
  })

  it.each([
    [796, null],
    [797, '800 messages are open. At 1,000 from visitors, or 2,000 in total, new ones are refused.'],
  ])('that are open beside %i others have it said when they become too many', async (more, says) => {
    const office = new SupportOffice()
    office.more = more
    openApp(paths.support, { office })
    await waitFor(() => expect(inMenu()).toMatch(/^Support.+ waiting$/))
    await screen.findByText('lakshmi.narayan@example.com')
    expect(document.body.textContent.includes(says ?? 'messages are open')).toBe(says !== null)
  })

  it('have that said below them, and for as long as the page is open, so that no row moves', async () => {
    const office = new SupportOffice()
    office.more = 797
    const { user } = openApp(paths.support, { office })
    const said = await screen.findByText(/^800 messages are open/)
    const list = screen.getByRole('region', { name: 'User Support Messages' })
    expect(list.compareDocumentPosition(said)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await press(user, 'Mark Closed')
    expect(await screen.findByText(/^799 messages are open/)).toBe(said)
  })

  it('are closed and reopened, as the answer says', async () => {
    const { user, office } = open(`${paths.support}?view=us`)
    await screen.findByText('lakshmi.narayan@example.com')
    await press(user, 'Mark Closed')
    await waitFor(() => expect(inMenu()).toBe('Support2 waiting'))
    expect(office.requestsOf(setSupportMessageStatus)[0]?.body).toEqual({ status: 'closed' })
    await user.click(screen.getByRole('button', { name: /^CLOSED/ }))
    await press(user, 'Reopen')
    await waitFor(() => expect(office.all.filter(({ status }) => status === 'open')).toHaveLength(3))
  })

  it.each([paths.support, `${paths.support}?view=us`])(
    'keep their places while their list at %s is looked at, and keys go on at the next one',
    async (at) => {
      const { user, office } = open(at)
      await screen.findByText('lakshmi.narayan@example.com')
      await press(user, 'Mark Closed')
      await waitFor(() => expect(inMenu()).toBe('Support2 waiting'))
      await waitFor(() => expect(office.requestsOf(adminListSupportMessages).length).toBeGreaterThan(3))
      expect(rows()[0]?.textContent).toMatch(/^CLOSED.*Lakshmi Narayan.*Reopen$/)
      expect(rows()[1]?.textContent).toMatch(/^OPEN.*Dev M.*Mark Closed$/)
      expect(rows()[1]?.contains(document.activeElement)).toBe(true)
      await user.keyboard('{Enter}')
      await waitFor(() => expect(inMenu()).toBe('Support1 waiting'))
      await user.click(screen.getByRole('button', { name: /^CLOSED/ }))
      await user.click(await screen.findByRole('button', { name: /^For us/ }))
      await waitFor(() => expect(rows()[0]?.textContent).toMatch(/^OPEN.*R K/))
    },
  )

  it('hand keys on to the next that is open, and to none where none is', async () => {
    const { user, office } = open()
    await press(user, 'Older')
    await waitFor(() => expect(rows()).toHaveLength(4))
    const closeBy = async (at: number, isIn: number): Promise<void> => {
      const button = within(rows()[at] ?? document.body).getByRole('button', { name: 'Mark Closed' })
      act(() => button.focus())
      await user.keyboard('{Enter}')
      await waitFor(() => expect(button.textContent).toBe('Reopen'))
      await waitFor(() => expect(rows().findIndex((row) => row.contains(document.activeElement))).toBe(isIn))
    }
    await closeBy(1, 2)
    await closeBy(0, 2)
    await closeBy(2, 2)
    expect(office.requestsOf(setSupportMessageStatus).map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 'closed' })),
    )
  })

  it('keep the focus where a pointer has closed one', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(10_000)
    const { user } = open()
    await screen.findByText('lakshmi.narayan@example.com')
    const [button = document.body] = screen.getAllByRole('button', { name: 'Mark Closed' })
    now.mockReturnValue(11_000)
    await user.click(button)
    await waitFor(() => expect(inMenu()).toBe('Support2 waiting'))
    expect(button.textContent).toBe('Reopen')
    expect(document.activeElement).toBe(button)
  })

  it('are not opened again by the second click of a double click', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(10_000)
    const { user, office } = open()
    await screen.findByText('lakshmi.narayan@example.com')
    const [button = document.body] = screen.getAllByRole('button', { name: 'Mark Closed' })
    now.mockReturnValue(11_000)
    await user.click(button)
    await waitFor(() => expect(button.textContent).toBe('Reopen'))
    await user.click(button)
    expect(office.requestsOf(setSupportMessageStatus)).toHaveLength(1)
    now.mockReturnValue(12_000)
    await user.click(button)
    await waitFor(() => expect(office.all.filter(({ status }) => status === 'open')).toHaveLength(3))
  })

  it('are not reopened by a pointer under which a new one has just moved them', async () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(10_000)
    const office = new SupportOffice()
    const [first, second, , closed] = messages(Date.now())
    if (!first || !second || !closed) throw new Error('there are five')
    office.all = [first, closed]
    const { user, live } = openApp(paths.support, { office })
    const reopen = await screen.findByRole('button', { name: 'Reopen' })
    now.mockReturnValue(11_000)
    office.all = [first, second, closed]
    act(() => live.push(socketEvents.queueUpdate, { support: 2 }))
    await screen.findByText('dev.m@example.com')
    await user.click(reopen)
    expect(office.requestsOf(setSupportMessageStatus)).toHaveLength(0)
    now.mockReturnValue(12_000)
    await user.click(reopen)
    await waitFor(() => expect(office.requestsOf(setSupportMessageStatus)).toHaveLength(1))
  })

  it('are looked through on the server, and none of them is a sentence', async () => {
    const { user, office } = open()
    await screen.findByText('lakshmi.narayan@example.com')
    await user.type(screen.getByRole('searchbox'), 'bonus')
    await waitFor(() => expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('nisha.b')]))
    await user.type(screen.getByRole('searchbox'), ' of mine')
    expect(await screen.findByText('No support messages found.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear the search' }))
    await screen.findByText('lakshmi.narayan@example.com')
    expect(office.requestsOf(adminListSupportMessages).some(({ query }) => query.get('search') === 'bonus')).toBe(true)
  })

  it('come by themselves', async () => {
    const { office, live } = open()
    await screen.findByText('lakshmi.narayan@example.com')
    office.all = office.all.slice(0, 1).map((first) => ({ ...first, name: 'New' }))
    act(() => live.push(socketEvents.queueUpdate, { support: 1 }))
    expect(await screen.findByText('New')).toBeTruthy()
  })

  it.each([paths.support, `${paths.support}?view=us`])(
    'keep their places at %s when another admin closes one, and new ones come below',
    async (at) => {
      const { user, office, live } = open(at)
      await screen.findByText('dev.m@example.com')
      const told = (open: number): void => act(() => live.push(socketEvents.queueUpdate, { support: open }))
      office.change(0, { status: 'closed', changedBy: 'sana' })
      told(2)
      await within(rows()[0] ?? document.body).findByText(/closed by sana/)
      expect(rows().map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^CLOSED.*Lakshmi Narayan.*Reopen$/),
        expect.stringMatching(/^OPEN.*Dev M.*Mark Closed$/),
        expect.stringMatching(/^OPEN.*R K.*Mark Closed$/),
      ])
      await press(user, 'Reopen')
      await waitFor(() => expect(rows()[0]?.textContent).toMatch(/^OPEN.*reopened by some\.ownerMark Closed$/))
      office.change(0, { status: 'closed', changedBy: 'sana' })
      told(3)
      told(2)
      await within(rows()[0] ?? document.body).findByText(/closed by sana/, {}, { timeout: 3_000 })
      expect(rows()).toHaveLength(3)
    },
  )

  it('are asked for now and then, because news can be lost', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const { office } = open()
    await screen.findByText('dev.m@example.com')
    office.change(1, { status: 'closed', changedBy: 'sana' })
    await act(() => jest.advanceTimersByTimeAsync(pollMs.live))
    await within(rows()[1] ?? document.body).findByText(/closed by sana/)
    await waitFor(() => expect(screen.getByRole('button', { name: /^For us/ }).textContent).toBe('For us2'))
  })

  it('are asked for by themselves too, where their list tells them no more', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const office = new SupportOffice()
    const [, , , closed] = office.all
    if (!closed) throw new Error('there are five')
    const another = (end: string): WireMessage => ({ ...closed, _id: `${closed._id.slice(0, -2)}${end}`, name: end })
    office.all = [another('a0'), another('a1')]
    const { live } = openApp(`${paths.support}?view=closed`, { office })
    await screen.findByText('a1')
    office.answer(adminGetSupportMessage, () => null)
    office.all = [another('a2'), ...office.all]
    const told = (open: number): void => act(() => live.push(socketEvents.queueUpdate, { support: open }))
    told(0)
    await screen.findByText('a2')
    await waitFor(() => expect(office.requestsOf(adminGetSupportMessage)).toHaveLength(1))
    office.answerMessages()
    office.change(2, { status: 'open', changedBy: 'sana' })
    await act(() => jest.advanceTimersByTimeAsync(pollMs.live + 1_000))
    await within(rows()[1] ?? document.body).findByText(/reopened by sana/)
    office.change(2, { status: 'closed', changedBy: 'leela' })
    told(1)
    await within(rows()[1] ?? document.body).findByText(/closed by leela/)
  })

  it.each([
    { answer: () => refuse('unavailable', 'Support is not available.'), says: 'Support is not available.' },
    { answer: () => null, says: 'Network error.' },
  ])('say why they could not be had: $says', async ({ answer, says }) => {
    const office = new SupportOffice()
    office.answer(adminListSupportMessages, answer)
    const { user } = openApp(paths.support, { office })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`Failed to fetch messages.${says}Try again`)
    office.answerMessages()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await screen.findByText('lakshmi.narayan@example.com')
  })

  it('stay as they are when their status could not be changed, and it is said', async () => {
    const { user, office } = open()
    await screen.findByText('lakshmi.narayan@example.com')
    office.answer(setSupportMessageStatus, () => null)
    await press(user, 'Mark Closed')
    expect(await screen.findByText('Failed to update status.')).toBeTruthy()
    expect(screen.getByText('Network error.')).toBeTruthy()
    expect(rows()[0]?.textContent).toContain('OPEN')
  })

  it('are only read by roles that may not change them', async () => {
    open(paths.support, 'cashier')
    await screen.findByText('lakshmi.narayan@example.com')
    expect(screen.queryByRole('button', { name: 'Mark Closed' })).toBeNull()
  })
})
