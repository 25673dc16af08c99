import { afterEach, describe, expect, it } from '@jest/globals'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListDeposits, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { detail, openQueue, openPlayer, path, players, sent } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

it('a decision of another day says its day', async () => {
  const office = new BackOffice([deposit(1)])
  office.decided = [deposit(2, { status: 'approved', decidedBy: 'rohan', decidedAt: '2025-02-03T08:32:33.000Z' })]
  openApp(`${path}?status=all&id=${deposit(2)._id}`, { office })
  await waitFor(() => expect(detail().textContent).toContain('rohan approved this on 3 Feb 2025, 14:02'))
})

describe('the list of the desk', () => {
  it('finds by player, and says when nothing matches', async () => {
    const { user } = await openQueue()
    await user.keyboard('/player3')
    await waitFor(() => expect(players()).toEqual(['player3@example.com']))
    await user.keyboard('x')
    expect(await screen.findByText('No match for these filters')).toBeTruthy()
    expect(screen.getByText('“player3x”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(players()).toHaveLength(3))
  })

  it('never decides a request that the search has left out', async () => {
    const app = await openQueue()
    await app.user.keyboard('a/player3')
    await waitFor(() => expect(players()).toEqual(['player3@example.com']))
    expect(openPlayer()).toBe('player1')
    expect(within(detail()).getByRole('button', { name: /^Approve/ })).toHaveProperty('disabled', true)
    expect(detail().textContent).toContain('outside of the current filter')
    await app.user.keyboard('{Escape}a{Enter}r{Enter}')
    expect(sent(app)).toEqual([])
    await app.user.click(screen.getByRole('searchbox'))
    await app.user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(players()).toHaveLength(3))
    await app.user.keyboard('{Escape}{Enter}')
    expect(sent(app)).toEqual([])
    expect(within(detail()).getByRole('button', { name: /^Approve/ })).toHaveProperty('disabled', false)
  })

  it('says nothing of what it leaves out when the last of its rows is decided', async () => {
    const { user } = await openQueue()
    await user.keyboard('/player1{Enter}')
    await waitFor(() => expect(players()).toEqual(['player1@example.com']))
    await user.keyboard('a{Enter}')
    expect(await screen.findByText(/^₹1,000\.00 credited .* This list is done\.$/)).toBeTruthy()
    expect(screen.queryByText(/No more pending requests/)).toBeNull()
  })

  it('has no rows of one tab in another while those are on their way', async () => {
    const { user, office } = await openQueue()
    const answer = Promise.withResolvers<Reply<typeof adminListDeposits>>()
    office.answer(adminListDeposits, () => answer.promise)
    await user.click(screen.getByRole('button', { name: 'Approved' }))
    expect(screen.queryByText(/player\d@example\.com/)).toBeNull()
    expect(screen.queryByText(/outside of the current filter/)).toBeNull()
    answer.resolve(ok({ deposits: [], nextCursor: null, pending: 3 }))
    expect(await screen.findByText('No request was approved yet.')).toBeTruthy()
  })

  it('opens the first hit by Enter in the search, and keeps the filter by Escape', async () => {
    const { user, address } = await openQueue()
    await user.keyboard('/player2{Enter}')
    await waitFor(() => expect(openPlayer()).toBe('player2'))
    expect(players()).toEqual(['player2@example.com'])
    await user.keyboard('/{Escape}')
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'player2')
    expect(document.activeElement).not.toBe(screen.getByRole('searchbox'))
    expect(address()).toContain('search=player2')
    expect(players()).toEqual(['player2@example.com'])
  })

  it('keeps its filters in the address, where Back undoes them one by one', async () => {
    const { user, address, office, back } = await openQueue()
    await user.selectOptions(screen.getByLabelText('Method'), 'NEFT')
    expect(await screen.findByText('Method NEFT.')).toBeTruthy()
    await user.selectOptions(screen.getByLabelText('Amount'), 'large')
    expect(address()).toContain('method=NEFT&amount=large')
    expect(await screen.findByText('Method NEFT, amount above ₹5,000.')).toBeTruthy()
    const last = office.requestsOf(adminListDeposits).at(-1)?.query
    expect(Object.fromEntries(last ?? [])).toMatchObject({ method: 'NEFT', minAmount: '5000.01', status: 'pending' })
    act(back)
    expect(await screen.findByText('Method NEFT.')).toBeTruthy()
    act(back)
    await waitFor(() => expect(players()).toHaveLength(3))
    expect(screen.getByLabelText('Method')).toHaveProperty('value', 'any')
  })

  it('is sorted by the server', async () => {
    const { user, address } = await openQueue()
    await user.selectOptions(screen.getByLabelText('Order'), 'amount desc')
    await waitFor(() => expect(players()[0]).toBe('player3@example.com'))
    expect(address()).toContain('sort=amount&order=desc')
  })

  it('reads page after page', async () => {
    const office = new BackOffice([1, 2, 3].map((n) => deposit(n)))
    office.pageRows = 2
    const app = await openQueue(0, { office })
    expect(players()).toHaveLength(2)
    expect(await screen.findByText(/^2 of 3 requests, ₹[\d,.]+ in all\.$/)).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(players()).toHaveLength(3))
  })

  it('has its count from the news, without reading lists that nobody looks at', async () => {
    const office = new BackOffice([deposit(1)])
    const { live } = openApp('/admin/qr-settings', { office })
    const [link] = await screen.findAllByRole('link', { name: /Deposits ?1 ?waiting/ })
    const before = office.requestsOf(adminListDeposits).length
    act(() => live.push(socketEvents.queueUpdate, { deposits: 7, withdrawals: 0 }))
    await waitFor(() => expect(link?.textContent).toContain('7'))
    expect(office.requestsOf(adminListDeposits)).toHaveLength(before)
  })
})

describe('a list of decisions', () => {
  it('has columns, which sort it, until one is opened', async () => {
    const office = new BackOffice()
    const by = { decidedBy: 'asha', decidedAt: '2026-11-21T12:12:31.000Z' }
    office.decided = [1, 2].map((n) => deposit(n, { status: 'approved', ...by }))
    const { user } = openApp(`${path}?status=approved`, { office })
    const table = await screen.findByRole('table', { name: 'Deposit requests' })
    const inOrder = (): (string | null | undefined)[] =>
      within(screen.getByRole('table'))
        .getAllByRole('row')
        .slice(1)
        .map((row) => /player\d/.exec(row.textContent)?.[0])
    expect(inOrder()).toEqual(['player1', 'player2'])
    await user.click(within(table).getByRole('button', { name: 'Amount' }))
    await waitFor(() => expect(inOrder()).toEqual(['player2', 'player1']))
    expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending')
    await user.keyboard('j')
    expect(openPlayer()).toBe('player2')
    expect(screen.queryByRole('table')).toBeNull()
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('table')).toBeTruthy()
  })
})
