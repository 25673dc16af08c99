import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { adminListDeposits, adminListPlayers, adminListWithdrawals } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { deposit } from '../testing/deposits.ts'
import { ledgerPlayer } from '../testing/ledger.ts'
import { BackOffice, openApp } from '../testing/open-app.tsx'
import type { OpenApp } from '../testing/open-app.tsx'
import { players } from '../testing/players.ts'
import { withdrawal } from '../testing/withdrawals.ts'

afterEach(() => localStorage.clear())

const id = '0190b2a0-0000-7000-8000-0000000000dd'
type Has = Partial<Record<'players' | 'deposits' | 'withdrawals', number>>

/** An office in which so many of each have what is looked for. */
function openWith({ players: who = 0, deposits = 0, withdrawals = 0 }: Has): OpenApp & { office: BackOffice } {
  const office = new BackOffice()
  const first = <Row,>(rows: Row[], most: number): Row[] => rows.slice(0, most)
  office.answer(adminListPlayers, () => ok({ players: first(players(0), who), nextCursor: null }))
  office.answer(adminListDeposits, () =>
    ok({ deposits: first([deposit(1), deposit(2)], deposits), nextCursor: null, pending: 0 }),
  )
  office.answer(adminListWithdrawals, () =>
    ok({ withdrawals: first([withdrawal(1), withdrawal(2)], withdrawals), nextCursor: null, pending: 0 }),
  )
  return { ...openApp('/admin/account', { office }), office }
}
async function find(user: OpenApp['user'], text: string): Promise<void> {
  const box = await screen.findByRole('searchbox', { name: 'Find a player, a request or a round' })
  await user.keyboard('/')
  expect(document.activeElement).toBe(box)
  await user.keyboard(`${text}{Enter}`)
}

describe('the search in the top bar', () => {
  it.each<{ name: string; text: string; has: Has; opens: string }>([
    { name: 'a player', text: 'asha.rao', has: { players: 1 }, opens: `/admin/players/${ledgerPlayer}` },
    { name: 'the list of players', text: 'asha', has: { players: 2 }, opens: '/admin/players?search=asha' },
    {
      name: 'a deposit',
      text: '409633127845',
      has: { deposits: 1 },
      opens: `/admin/deposit-requests?id=${deposit(1)._id}`,
    },
    {
      name: 'the list of deposits',
      text: '4096331278',
      has: { deposits: 2 },
      opens: '/admin/deposit-requests?status=all&search=4096331278',
    },
    {
      name: 'a withdrawal',
      text: id,
      has: { withdrawals: 1 },
      opens: `/admin/withdrawal-requests?id=${withdrawal(1)._id}`,
    },
    {
      name: 'a deposit by the last digits of its UTR',
      text: '509121',
      has: { deposits: 1 },
      opens: `/admin/deposit-requests?id=${deposit(1)._id}`,
    },
    {
      name: 'the deposits of an amount',
      text: '1,200.00',
      has: { players: 1, deposits: 2 },
      opens: '/admin/deposit-requests?status=all&search=1%2C200.00',
    },
    {
      name: 'a withdrawal by its amount',
      text: '₹1200',
      has: { players: 1, withdrawals: 1 },
      opens: `/admin/withdrawal-requests?id=${withdrawal(1)._id}`,
    },
    { name: 'a round by a number that no request has', text: '200418', has: {}, opens: '/admin/rounds?id=200418' },
    { name: 'a round by its number', text: '#200418', has: {}, opens: '/admin/rounds?id=200418' },
    { name: 'what only the page of rounds can look up', text: id, has: {}, opens: `/admin/rounds?id=${id}` },
  ])('opens $name', async ({ text, has, opens }) => {
    const { user, address } = openWith(has)
    await find(user, text)
    await waitFor(() => expect(address()).toBe(opens))
  })

  it('says that nothing was found, and asks only for players by an e-mail address', async () => {
    const { user, address, office } = openWith({ deposits: 1 })
    await find(user, 'nobody@example.com')
    await screen.findByText('No player, request or round matches nobody@example.com.')
    expect(address()).toBe('/admin/account')
    expect(office.requestsOf(adminListDeposits).filter(({ query }) => query.has('search'))).toEqual([])
  })

  it('says how to find a bet by the characters that its player sees', async () => {
    const { user } = openWith({})
    await find(user, '…e9b953')
    await screen.findByText(
      'No player, request or round matches …e9b953. A bet is found by these characters on the page of its player, tab Bets.',
    )
  })

  it('leads nobody away who has gone on meanwhile', async () => {
    const { user, address, office } = openWith({})
    const { promise, resolve } = Promise.withResolvers<undefined>()
    office.answer(adminListPlayers, async () => {
      await promise
      return ok({ players: players(0).slice(0, 1), nextCursor: null })
    })
    await find(user, 'asha.rao@example.com')
    await user.click(screen.getByRole('link', { name: /^Payment settings/ }))
    await screen.findByRole('heading', { name: 'Payment settings' })
    act(() => resolve(undefined))
    // What is answered after it is known after it.
    office.answer(adminListPlayers, () => ok({ players: [], nextCursor: null }))
    await find(user, 'nobody@example.com')
    await screen.findByText('Nothing found')
    expect(address()).toBe('/admin/qr-settings')
  })

  it('never tells a search that failed as one that found nothing', async () => {
    const { user, office } = openWith({})
    office.answer(adminListPlayers, () => refuse('unavailable'))
    await find(user, 'asha')
    await screen.findByText('The search failed')
    expect(screen.queryByText('Nothing found')).toBeNull()
  })
})
