import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminGetPlayer } from '@kismet/contracts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { detail, news, openQueue, openPlayer, players, sent } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import type { OpenApp } from '../../testing/open-app.tsx'

afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
})

const ownWords = (): HTMLElement => within(detail()).getByRole('textbox', { name: /^Reason, in your own words/ })
const approve = (): HTMLElement => within(detail()).getByRole('button', { name: /^Approve/ })
const search = (): HTMLElement => screen.getByRole('searchbox', { name: 'Search the list' })

async function goOffline(app: OpenApp): Promise<void> {
  app.office.isAway = true
  act(() => app.live.down())
  news(app)
  expect(await within(detail()).findByText(/^Offline: approve and reject are off/)).toBeTruthy()
}

async function comeBack(app: OpenApp): Promise<void> {
  app.office.isAway = false
  act(() => app.live.up())
  news(app)
  await waitFor(() => expect(within(detail()).queryByText(/^Offline/)).toBeNull())
}

describe('an amount that is being typed', () => {
  it('goes on into its field over a loss of connection, and is sent whole', async () => {
    const app = await openQueue()
    const field = (): HTMLElement => within(detail()).getByLabelText(/^Another amount arrived/)
    await app.user.keyboard('a')
    await app.user.type(field(), '9')
    await goOffline(app)
    await app.user.keyboard('5{Enter}')
    expect(document.activeElement).toBe(field())
    await comeBack(app)
    await app.user.keyboard('0')
    expect([sent(app), openPlayer()]).toEqual([[], 'player1'])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved', amount: 950 }]))
  })
})

describe('a reason that is being typed', () => {
  it('is still there after a look at the player, and the browser asks before it is lost', async () => {
    const app = await openQueue()
    app.office.answer(adminGetPlayer, () => refuse('not_found'))
    await app.user.keyboard('r6No such')
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
    await app.user.click(within(detail()).getByRole('link', { name: 'player1@example.com' }))
    await screen.findByText('Player not found')
    act(() => app.back())
    await waitFor(() => expect(openPlayer()).toBe('player1'))
    expect(ownWords()).toHaveProperty('value', 'No such')
    await app.user.click(ownWords())
    await app.user.keyboard('{Escape}')
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(true)
  })

  it('is still there after a reload', async () => {
    const { office, user } = await openQueue()
    await user.keyboard('r6No such')
    cleanup()
    await openQueue(3, { office, isReload: true })
    expect(ownWords()).toHaveProperty('value', 'No such')
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false)
  })

  it('goes on into its field over a loss of connection: nothing of it is sent, and no letter means anything else', async () => {
    const app = await openQueue()
    await app.user.keyboard('r6No such')
    await goOffline(app)
    await app.user.keyboard(' jackpot{Enter}')
    await comeBack(app)
    await app.user.keyboard(' at all')
    expect(document.activeElement).toBe(ownWords())
    expect(ownWords()).toHaveProperty('value', 'No such jackpot at all')
    expect([sent(app), openPlayer()]).toEqual([[], 'player1'])
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'rejected', adminReason: 'No such jackpot at all' }]))
  })

  it('stays in its field when somebody else answers the request meanwhile', async () => {
    const app = await openQueue()
    await app.user.keyboard('r6Not')
    app.office.decide(deposit(1)._id, { status: 'rejected', decidedBy: 'asha' })
    news(app)
    expect(await screen.findByText('asha rejected this')).toBeTruthy()
    await app.user.keyboard(' ja {Enter}')
    expect(ownWords()).toHaveProperty('value', 'Not ja ')
    expect([sent(app), openPlayer()]).toEqual([[], 'player1'])
    await app.user.keyboard('{Escape}')
    expect(within(detail()).queryByRole('textbox')).toBeNull()
  })

  it('stays in its field, too, where an order was chosen and the request leaves the list', async () => {
    const app = await openQueue(3, { query: '?sort=amount&order=asc' })
    await app.user.keyboard('r6Not')
    const before = players()
    app.office.decide(deposit(1)._id, { status: 'rejected', decidedBy: 'asha' })
    news(app)
    expect(await screen.findByText('asha rejected this')).toBeTruthy()
    await app.user.keyboard(' ja {Enter}')
    expect(document.activeElement).toBe(ownWords())
    expect(ownWords()).toHaveProperty('value', 'Not ja ')
    expect([sent(app), openPlayer(), players()]).toEqual([[], 'player1', before])
    await app.user.keyboard('{Escape}j')
    await waitFor(() => expect(players()).toHaveLength(2))
  })

  it('has the focus again after a look at the next request', async () => {
    const app = await openQueue()
    await app.user.keyboard('r6No')
    await app.user.click(screen.getByRole('button', { name: 'Next (J)' }))
    expect(openPlayer()).toBe('player2')
    await app.user.keyboard('k')
    expect(openPlayer()).toBe('player1')
    await app.user.keyboard(' ')
    expect(document.activeElement).toBe(ownWords())
    expect(sent(app)).toEqual([])
  })

  it('stays with its request, whatever is begun at another one meanwhile', async () => {
    const app = await openQueue()
    const goTo = (name: string): Promise<void> => app.user.click(screen.getByRole('button', { name }))
    await app.user.keyboard('r6Of one')
    await goTo('Next (J)')
    await app.user.keyboard('a{Escape}r6Of two')
    await goTo('Previous (K)')
    expect(ownWords()).toHaveProperty('value', 'Of one')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(openPlayer()).toBe('player2'))
    expect(ownWords()).toHaveProperty('value', 'Of two')
    expect(sent(app)).toEqual([{ status: 'rejected', adminReason: 'Of one' }])
  })
})

it('a ready reason that is chosen by pointer does not lead a space to Reject, and Enter rejects', async () => {
  const app = await openQueue()
  await app.user.click(screen.getByRole('button', { name: 'UTR used before' }))
  await app.user.keyboard(' ')
  expect(sent(app)).toEqual([])
  await app.user.keyboard('{Enter}')
  await waitFor(() => expect(sent(app)).toEqual([{ status: 'rejected', adminReason: 'UTR used before' }]))
})

it('own words that come back leave the focus to the search, and an Enter elsewhere does not send them', async () => {
  const app = await openQueue()
  await app.user.keyboard('r6Half a')
  await app.user.click(search())
  await app.user.keyboard('player2')
  await waitFor(() => expect(players()).toEqual(['player2@example.com']))
  await app.user.clear(search())
  await waitFor(() => expect(ownWords()).toHaveProperty('value', 'Half a'))
  expect(document.activeElement).toBe(search())
  await app.user.keyboard('{Escape} {Enter}')
  expect(sent(app)).toEqual([])
})

it.each(['a', 'r', 'r2'])('%s that was begun is begun anew after a look at the next request', async (keys) => {
  const app = await openQueue()
  await app.user.keyboard(`${keys}jk {Enter}`)
  expect(sent(app)).toEqual([])
})

it('a ready reason that was chosen over own words is begun anew too: an Enter after the look sends nothing', async () => {
  const app = await openQueue()
  await app.user.keyboard('r6abc')
  await app.user.click(screen.getByRole('button', { name: 'UTR not found at the bank' }))
  await app.user.keyboard('jk {Enter}')
  expect(openPlayer()).toBe('player1')
  expect(sent(app)).toEqual([])
})

it('an approval stays over a loss of connection, and takes no Enter meanwhile', async () => {
  const app = await openQueue()
  await app.user.keyboard('a')
  await goOffline(app)
  await app.user.keyboard('{Enter}')
  await app.user.type(search(), 'p')
  await app.user.clear(search())
  await comeBack(app)
  expect(document.activeElement).toBe(search())
  await app.user.keyboard(' ')
  expect(sent(app)).toEqual([])
})

it('the second click of a double click approves nothing; a click after a moment does', async () => {
  const app = await openQueue()
  const nowMs = performance.now()
  const clock = jest.spyOn(performance, 'now').mockReturnValue(nowMs)
  fireEvent.click(approve(), { detail: 1 })
  const asked = screen.getByRole('group', { name: 'Approve this request?' })
  const sure = within(asked).getByRole('button', { name: /^Approve/ })
  clock.mockReturnValue(nowMs + 399)
  fireEvent.click(sure, { detail: 2 })
  expect(screen.getByText('Is the money in the bank?')).toBeTruthy()
  clock.mockReturnValue(nowMs + 400)
  fireEvent.click(sure, { detail: 1 })
  clock.mockRestore()
  await waitFor(() => expect(sent(app)).toEqual([{ status: 'approved' }]))
})
