import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetPlayer,
  adminGetPlayerFunds,
  adminGetPlayerStatement,
  adminListDeposits,
  adminListPlayers,
  getOnlineUsers,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths, playerPath } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { deposit } from '../../testing/deposits.ts'
import { ledgerPlayer } from '../../testing/ledger.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import type { OpenApp } from '../../testing/open-app.tsx'
import { funds, player, players } from '../../testing/players.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

/** A back office with players, in pages of three. */
class PlayersOffice extends BackOffice {
  /** Whom another admin has suspended. */
  suspended: string | null = null

  constructor() {
    super()
    this.answer(adminListPlayers, ({ query }) => {
      const found = players(Date.now())
        .map((one) => (one.email === this.suspended ? { ...one, state: 'suspended' as const } : one))
        .filter(({ state }) => state === (query.get('state') ?? state))
        .filter(({ email }) => email.startsWith(query.get('search') ?? ''))
      const from = Number(query.get('cursor') ?? 0)
      const nextCursor = from + 3 < found.length ? String(from + 3) : null
      return ok({ players: found.slice(from, from + 3), nextCursor })
    })
    this.answer(adminGetPlayer, () => ok({ player: player(Date.now()) }))
    this.answer(adminGetPlayerFunds, () => ok({ funds }))
    this.answer(adminGetPlayerStatement, () => ok({ statements: [], nextCursor: null }))
  }
}

function open(at: string = paths.players, phone = false): OpenApp & { office: PlayersOffice } {
  const office = new PlayersOffice()
  return { ...openApp(at, { office, phone }), office }
}
const list = async () => within(await screen.findByRole('table', { name: 'Players' }))
const emails = async (): Promise<(string | null)[]> =>
  (await list()).getAllByRole('link').map(({ textContent }) => textContent)

describe('the list of players', () => {
  it('shows each with the state and when they were here, and those who follow', async () => {
    const { user } = open()
    const rows = await list()
    expect(rows.getByRole('row', { name: /player3/ }).textContent).toMatch(/Suspended\d+ \w+ \d{4}/)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(async () => expect(await emails()).toHaveLength(5))
    expect(rows.getByRole('row', { name: /player5/ }).textContent).toContain('Closed')
  })

  it('is read anew now and then, while nobody has gone on to those who follow', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const { user, office } = open()
    const rows = await list()
    const asked = () => office.requestsOf(adminListPlayers).length
    office.suspended = 'player2@example.com'
    await act(() => jest.advanceTimersByTimeAsync(personPollMs))
    await rows.findByRole('row', { name: /player2.*Suspended/ })
    expect(asked()).toBe(2)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await rows.findByRole('row', { name: /player5/ })
    await act(() => jest.advanceTimersByTimeAsync(personPollMs))
    expect(asked()).toBe(3)
  })

  it('is looked through from the keyboard, with what is looked for in the address, and Enter opens the first', async () => {
    const { user, address, back } = open()
    await list()
    await user.keyboard('/')
    await user.keyboard('player2')
    await waitFor(() => expect(address()).toBe(`${paths.players}?search=player2`))
    await waitFor(async () => expect(await emails()).toEqual(['player2@example.com']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(playerPath('0190b2a0-0000-7000-8000-000000000a02')))
    act(back)
    await waitFor(async () => expect(await emails()).toEqual(['player2@example.com']))
  })

  it('opens the first of what was typed also where Enter comes before the rows', async () => {
    const { user, address } = open()
    await list()
    await user.keyboard('/')
    await user.keyboard('player3{Enter}')
    await waitFor(() => expect(address()).toBe(playerPath('0190b2a0-0000-7000-8000-000000000a03')))
  })

  it('keeps the state that is chosen in the address, and says when nobody is found', async () => {
    const { user, address } = open(`${paths.players}?state=suspended`)
    await waitFor(async () => expect(await emails()).toEqual(['player3@example.com']))
    await user.keyboard('/')
    await user.keyboard('nobody')
    await screen.findByText('No match for these filters')
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(address()).toBe(`${paths.players}?state=suspended`))
  })

  it('leads to the page of a player, on a phone too', async () => {
    const { user, address } = open(paths.players, true)
    await user.click(await screen.findByRole('link', { name: /asha\.rao/ }))
    await waitFor(() => expect(address()).toBe(playerPath(ledgerPlayer)))
    await screen.findByRole('region', { name: 'asha.rao@example.com' })
  })

  it('says why it could not be had', async () => {
    const office = new PlayersOffice()
    office.answer(adminListPlayers, () => refuse('unavailable', 'Players are not available.'))
    openApp(paths.players, { office })
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^Failed to load players.*Players are not available\./,
    )
  })
})

describe('the way to a player', () => {
  it('leads from a request on a desk', async () => {
    const office = new PlayersOffice()
    const request = deposit(1)
    office.answer(adminListDeposits, () => ok({ deposits: [request], nextCursor: null, pending: 1 }))
    const { user, address } = openApp(`${paths.deposits}?id=${request._id}`, { office })
    const of = within(await screen.findByRole('region', { name: 'Player' }))
    await user.click(of.getByRole('link', { name: request.user.email }))
    await waitFor(() => expect(address()).toBe(playerPath(request.user._id)))
  })

  it('leads from who is online', async () => {
    const office = new PlayersOffice()
    const online = {
      ...{ _id: ledgerPlayer, userId: ledgerPlayer, username: null, email: 'asha.rao@example.com', ip: null },
      ...{ currentGame: null, loginTime: null, lastActive: new Date().toISOString() },
    }
    office.answer(getOnlineUsers, () => ok({ count: 1, users: [online] }))
    const { user, address } = openApp(paths.analytics, { office })
    const table = within(await screen.findByRole('table', { name: 'Current Online Players' }))
    await user.click(table.getByRole('link', { name: 'asha.rao@example.com' }))
    await waitFor(() => expect(address()).toBe(playerPath(ledgerPlayer)))
  })
})
