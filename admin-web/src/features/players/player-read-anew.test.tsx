import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetPlayer,
  adminGetPlayerFunds,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListDeposits,
  adminListEntries,
  adminListPlayerSessions,
  adminListWithdrawals,
  socketEvents,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { playerPath } from '../../core/paths.ts'
import { personPollMs } from '../../core/person-poll.ts'
import { deposit } from '../../testing/deposits.ts'
import { ledgerPlayer } from '../../testing/ledger.ts'
import { openApp } from '../../testing/open-app.tsx'
import { bets, entry } from '../../testing/players.ts'
import { openPlayer, playerHead, PlayerOffice, reason } from '../../testing/player-office.ts'
import { withdrawal } from '../../testing/withdrawals.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('the page of a player', () => {
  it('is read anew now and then, all of it at once', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const office = new PlayerOffice()
    const { shown } = office
    const suspension = { by: 'asha', reason, at: new Date().toISOString() }
    office.shown = { ...shown, state: 'suspended', suspension, sessions: 0 }
    const { live } = openApp(playerPath(ledgerPlayer), { office })
    await screen.findByText('No active sessions.')
    await (await playerHead()).findByText('Balance')
    office.shown = shown
    await act(() => jest.advanceTimersByTimeAsync(personPollMs))
    await screen.findByText('Chrome on Android')
    const who = await playerHead()
    await waitFor(() => expect(who.queryByText(reason)).toBeNull())
    expect(who.getByRole('button', { name: 'End sessions' }).hasAttribute('disabled')).toBe(false)
    expect(screen.queryByText(/^The wallet has not confirmed/)).toBeNull()
    const asked = () => [adminGetPlayer, adminGetPlayerFunds].map((read) => office.requestsOf(read).length)
    expect(office.requestsOf(adminGetPlayerLimits)).toHaveLength(2)
    expect(asked()).toEqual([2, 2])
    act(() => live.push(socketEvents.queueUpdate, { deposits: 1 }))
    await waitFor(() => expect(asked()).toEqual([3, 3]))
  })

  it.each([
    {
      ...{ part: 'bets', label: 'Bets', read: adminGetPlayerStatement },
      page: (rows: number, nextCursor: string | null) =>
        ok({ statements: bets(Date.now()).slice(0, rows), nextCursor }),
    },
    {
      ...{ part: 'deposits', label: 'Deposits', read: adminListDeposits },
      page: (rows: number, nextCursor: string | null) =>
        ok({ deposits: [deposit(1), deposit(2)].slice(0, rows), nextCursor, pending: rows }),
    },
    {
      ...{ part: 'withdrawals', label: 'Withdrawals', read: adminListWithdrawals },
      page: (rows: number, nextCursor: string | null) =>
        ok({ withdrawals: [withdrawal(1), withdrawal(2)].slice(0, rows), nextCursor, pending: rows }),
    },
  ])('has $part read anew by who opens them and every 30 s, while nobody has gone on to older ones', async (list) => {
    jest.useFakeTimers({ advanceTimers: true })
    const { part, label, read, page } = list
    const office = new PlayerOffice()
    // The menu asks how many wait.
    const asked = () => office.requestsOf(read).filter(({ query }) => query.get('status') === null).length
    office.answer(read, () => page(1, null))
    const { user } = openPlayer('owner', `?part=${part}`, office)
    const table = within(await screen.findByRole('table', { name: label }))
    expect(table.getAllByRole('row')).toHaveLength(2)
    office.answer(read, ({ query }) => (query.has('cursor') ? page(0, null) : page(2, 'older')))
    await act(() => jest.advanceTimersByTimeAsync(personPollMs))
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(3))
    await user.click(screen.getByRole('button', { name: 'Entries' }))
    await screen.findByRole('table', { name: 'Entries' })
    await user.click(screen.getByRole('button', { name: label }))
    await waitFor(() => expect(asked()).toBe(3))
    await user.click(await screen.findByRole('button', { name: 'Older' }))
    await waitFor(() => expect(asked()).toBe(4))
    await act(() => jest.advanceTimersByTimeAsync(personPollMs))
    expect(asked()).toBe(4)
  })

  it('says of what it shows that it could not be read anew', async () => {
    const { user, office } = openPlayer()
    await (await playerHead()).findByText('Balance')
    for (const read of [adminGetPlayer, adminListPlayerSessions]) office.answer(read, () => refuse('unavailable'))
    await user.click((await playerHead()).getByRole('button', { name: 'End sessions' }))
    const question = await dialog('End all sessions of asha.rao@example.com?')
    await user.click(question.getByRole('button', { name: 'End sessions' }))
    await screen.findByText(/^Failed to load the player\. /)
    await screen.findByText(/^Failed to load the sessions\. /)
    ;(await playerHead()).getByText('Balance')
  })

  it('keeps the rows of a list whose older ones could not be had', async () => {
    const office = new PlayerOffice()
    let asked = 0
    office.answer(adminListEntries, ({ query }) => {
      if (query.has('cursor')) asked += 1
      return query.has('cursor') ? refuse('unavailable') : ok({ entries: [entry], nextCursor: 'older' })
    })
    const { user } = openApp(playerPath(ledgerPlayer), { office })
    await screen.findByRole('table', { name: 'Entries' })
    await user.click(screen.getByRole('button', { name: 'Older' }))
    await screen.findByText(/^Failed to load the entries\./)
    expect(asked).toBe(1)
    screen.getByRole('table', { name: 'Entries' })
  })
})
