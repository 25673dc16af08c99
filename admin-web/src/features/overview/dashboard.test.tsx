import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminListDeposits,
  adminListSupportMessages,
  adminListWithdrawals,
  getApprovalSettings,
  getCharts,
  getLedgerState,
  getServiceTimes,
  getSiteMaintenance,
  listCorrections,
  listPayToAccounts,
  socketEvents,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { deposit } from '../../testing/deposits.ts'
import { messages } from '../../testing/messages.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'
import { payToAccount, proposalOf, upiTerms } from '../../testing/pay-to.ts'
import { withdrawal } from '../../testing/withdrawals.ts'

afterEach(() => {
  localStorage.clear()
  jest.useRealTimers()
})

describe('the dashboard', () => {
  it('says that the state of the ledger is unknown when nobody could look', async () => {
    const office = new BackOffice([])
    office.ledger = { state: 'unknown', checks: [] }
    openApp('/admin/', { office })
    await screen.findByText('Unknown: the last reconciliation failed')
    expect(screen.queryByText(/adds up/)).toBeNull()
  })

  it('ticks no check that had nothing to check', async () => {
    const office = new BackOffice()
    office.ledger.checks = [
      { name: 'balances', checked: 12, breaks: 0 },
      { name: 'holds', checked: 0, breaks: 0 },
    ]
    openApp('/admin/', { office })
    expect((await screen.findByText('balances')).parentElement?.textContent).toBe('balances12 of 12')
    const empty = screen.getByText('holds').parentElement
    expect(empty?.textContent).toBe('holdsnothing new')
    expect(empty?.querySelector('.lucide-check')).toBeNull()
  })

  it.each([
    { role: 'owner', waiting: ['Corrections'] },
    { role: 'support', waiting: [] },
  ] as const)('tells $role of corrections of other admins that wait: $waiting', async ({ role, waiting }) => {
    const office = new BackOffice()
    office.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 3, pendingOfOthers: 2 }))
    openApp('/admin/', { office, role })
    const menu = within(screen.getByRole('complementary', { name: 'Sidebar' }))
    await screen.findByRole('region', { name: 'Waiting for you' })
    if (waiting.length > 0)
      await waitFor(() => expect(menu.getByTitle('Ledger and RTP').textContent).toBe('Ledger and RTP2 waiting'))
    expect(screen.queryAllByText('Corrections').map(({ textContent }) => textContent)).toEqual(waiting)
    expect(office.requestsOf(listCorrections).length > 0).toBe(waiting.length > 0)
  })

  it('never takes a maintenance check that failed for an answer', async () => {
    const { office, live } = openApp('/admin/')
    const site = await screen.findByRole('region', { name: 'Site' })
    expect(await within(site).findByText('Off')).toBeTruthy()
    office.answer(getSiteMaintenance, () => null)
    act(() => {
      live.down()
      live.up()
    })
    expect(await within(site).findByText('Unknown, was off')).toBeTruthy()
    expect(within(site).queryByText('The casino')).toBeNull()
    const [answer, asked] = [Promise.withResolvers<null>(), office.requestsOf(getSiteMaintenance).length]
    office.answer(getSiteMaintenance, () => answer.promise)
    act(() => {
      live.down()
      live.up()
    })
    await waitFor(() => expect(office.requestsOf(getSiteMaintenance).length).toBeGreaterThan(asked))
    expect(within(site).getByText('Unknown, was off')).toBeTruthy()
    answer.resolve(null)
  })

  it('counts ages by the clock of the server', async () => {
    const office = new BackOffice([deposit(1, { createdAt: new Date().toISOString() })])
    const { live } = openApp('/admin/', { office })
    await screen.findByText('player1@example.com')
    act(() => live.clock(20 * 60_000))
    // In the row of the request, and as the oldest of its desk.
    expect(await screen.findAllByText(/^20 min/)).toHaveLength(2)
  })

  it('shows what is there: online users, the queue, the ledger, the site', async () => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const { live } = openApp('/admin/', { office })
    await screen.findByText('The ledger balances')
    expect(screen.getByText('player1@example.com')).toBeTruthy()
    expect(screen.getByText('₹3,000.00')).toBeTruthy()
    const onlineUsers = (): string | null | undefined =>
      screen.getByText('Online users').closest('div')?.querySelector('dd')?.textContent
    expect(onlineUsers()).toBe('12')
    act(() => live.push(socketEvents.onlineUpdate, { count: 31 }))
    await waitFor(() => expect(onlineUsers()).toBe('31'))
    expect(screen.getByText('The casino')).toBeTruthy()
    act(() => live.push(socketEvents.siteMaintenance, { siteMaintenance: true }))
    expect(await screen.findByText('SITE UNDER MAINTENANCE')).toBeTruthy()
  })

  it('says how fast the services answer, since when and of how many calls, and which did not', async () => {
    const office = new BackOffice()
    const line = (service: 'wallet' | 'mines' | 'payments' | 'support', answered: number, unanswered: number) => ({
      ...{ service, answered, unanswered },
      p99Ms: answered === 0 ? null : { wallet: 4.2, mines: 86.9, payments: 1_310 }[service as 'wallet'],
    })
    const services = [line('wallet', 4_812, 0), line('mines', 12, 0), line('payments', 3, 2), line('support', 0, 0)]
    office.answer(getServiceTimes, () => ok({ since: '2025-11-21T12:11:05.000Z', services }))
    openApp('/admin/', { office })
    const panel = within(await screen.findByRole('region', { name: 'Services' }))
    await panel.findByText('Since 21 Nov 2025, 17:41, measured by one gateway from its own calls.')
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'wallet4.2 ms of 4,812',
      'mines87 ms of 12',
      'payments2 without answer1.3 s of 3',
      'supportno calls',
    ])
  })

  it('tells no times of services as those of now when no gateway says so', async () => {
    const office = new BackOffice()
    office.answer(getServiceTimes, () => refuse('unavailable'))
    openApp('/admin/', { office })
    const panel = within(await screen.findByRole('region', { name: 'Services' }))
    await panel.findByText('Unknown: no gateway answers.')
    expect(panel.queryAllByRole('listitem')).toEqual([])
  })

  it('has the figures of the day and its bets by the hour, beside yesterday', async () => {
    const office = new BackOffice()
    openApp('/admin/', { office })
    const figures = (name: string): string | undefined =>
      screen.getByText(name).closest('div')?.textContent.slice(name.length)
    await waitFor(() =>
      expect(figures('GGR today')).toBe('+₹18,000.0050.0% on yesterday to 01:00'.replace('50', 'up 50')),
    )
    expect(figures('Hold today')).toBe('6.00%of ₹3,00,000.00 staked')
    await waitFor(() =>
      expect(figures('Deposits less withdrawals paid')).toBe(
        '+₹14,000.00₹30,000 in, ₹16,000 paid. ₹0 held, 0 requested',
      ),
    )
    expect(figures('Online users')).toBe('12peak today 40, from 00:00')
    const bets = screen.getByRole('region', { name: 'Bets per hour' })
    expect(within(bets).getByText('3,000 today')).toBeTruthy()
    expect(within(bets).getByText('01:00 to 02:00').closest('tr')?.textContent).toBe('01:00 to 02:001,000-')
  })

  it('lists what waits of both kinds, oldest first, and how much waits at each desk', async () => {
    const at = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString()
    const office = new BackOffice([deposit(1, { createdAt: at(50) }), deposit(2, { createdAt: at(3) })])
    const claim = { adminId: '0190b2a0-0000-7000-8000-0000000000ee', by: 'asha', until: at(-4) }
    const withdrawals = [
      withdrawal(7, { createdAt: at(62), firstApproval: { by: 'asha', at: at(1) }, claim }),
      withdrawal(8, { createdAt: at(20) }),
    ]
    office.answer(adminListWithdrawals, () => ok({ withdrawals, nextCursor: null, pending: 2 }))
    office.answer(adminListSupportMessages, () =>
      ok({ messages: messages(Date.now()).slice(0, 1), nextCursor: null, open: 4, total: 9 }),
    )
    const withoutRowToday = 3
    office.answer(adminListDeposits, () =>
      ok({ deposits: office.pending, nextCursor: null, pending: 2, withoutRowToday }),
    )
    openApp('/admin/', { office })
    const oldest = await screen.findByRole('region', { name: 'Oldest requests' })
    await waitFor(() => expect(within(oldest).getAllByRole('link')).toHaveLength(4))
    expect(
      within(oldest)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'PlayerKindAmountWaiting',
      'player7@example.comWithdrawal₹7,000.001 h 2 min, too long',
      'player1@example.comDeposit₹1,000.0050 min, too long',
      'player8@example.comWithdrawal₹8,000.0020 min',
      'player2@example.comDeposit₹2,000.003 min',
    ])
    expect(within(oldest).getAllByRole('link')[0]?.getAttribute('href')).toBe(
      `/admin/withdrawal-requests?id=${withdrawals[0]?._id}`,
    )
    const desks = within(screen.getByRole('region', { name: 'Waiting for you' }))
    expect(desks.getByText('₹15,000.00 · 1 with asha · 1 second approval')).toBeTruthy()
    expect(desks.getByText('₹3,000.00 · 3 approved without a bank row today')).toBeTruthy()
    expect(desks.getByText('4 OPEN').closest('a')?.textContent).toBe('Support4 OPEN4, oldest 2 h 10 min')
  })

  it('tells owners of changes that wait, with the time of the first, also in the menu', async () => {
    const office = new BackOffice()
    const proposed = proposalOf({ ...upiTerms, address: 'new@upi' })
    const accounts = [payToAccount(1, { proposed })]
    office.answer(listPayToAccounts, () => ok({ accounts, delayHours: 24 }))
    const { _id, by, at } = proposed
    const rules = { _id, by, at, takesEffectAt: '2026-11-22T10:00:00.000Z', rules: { secondApprovalAbove: null } }
    const settings = { secondApprovalAbove: 5_000, version: 'v1', changedBy: null, changedAt: null, proposed: rules }
    office.answer(getApprovalSettings, () => ok({ settings }))
    openApp('/admin/', { office })
    const desks = within(await screen.findByRole('region', { name: 'Waiting for you' }))
    const note = await desks.findByText('takes effect 22 Nov 2026, 15:30, or when another owner confirms it')
    expect(note.closest('a')?.textContent).toContain('2')
    expect(note.closest('a')?.getAttribute('href')).toBe('/admin/qr-settings')
    const menu = within(screen.getByRole('navigation', { name: 'Control' }))
    await waitFor(() => expect(menu.getByRole('link', { name: /^Payment settings/ }).textContent).toContain('2'))
  })

  it('asks for both queues now and then, as for their counts in the menu: news can be lost', async () => {
    const office = new BackOffice([deposit(1)])
    jest.useFakeTimers({ advanceTimers: true })
    openApp('/admin/', { office })
    const desks = within(await screen.findByRole('region', { name: 'Waiting for you' }))
    await desks.findByText('₹1,000.00')
    office.pending = [deposit(1), deposit(2)]
    office.answer(adminListWithdrawals, () => ok({ withdrawals: [withdrawal(5)], nextCursor: null, pending: 1 }))
    await act(() => jest.advanceTimersByTimeAsync(pollMs.live))
    await desks.findByText('₹3,000.00')
    await desks.findByText('₹5,000.00')
  })

  it('shows who handles a deposit when that changes, and counts no claim that has run out', async () => {
    const claimed = (n: number, by: string, minutes: number) =>
      deposit(n, {
        claim: {
          adminId: '0190b2a0-0000-7000-8000-0000000000ee',
          by,
          until: new Date(Date.now() + minutes * 60_000).toISOString(),
        },
      })
    const office = new BackOffice([claimed(1, 'asha', 4), claimed(2, 'meera', -1)])
    const { live } = openApp('/admin/', { office })
    const desks = within(await screen.findByRole('region', { name: 'Waiting for you' }))
    await desks.findByText('₹3,000.00 · 1 with asha')
    const { claim } = claimed(2, 'meera', 4)
    act(() => {
      live.push(socketEvents.claimUpdate, { kind: 'deposit', _id: deposit(1)._id, claim: null })
      live.push(socketEvents.claimUpdate, { kind: 'deposit', _id: deposit(2)._id, claim })
    })
    await desks.findByText('₹3,000.00 · 1 with meera')
    act(() => live.clock(5 * 60_000))
    await desks.findByText('₹3,000.00')
  })

  it.each([
    {
      name: 'analytics',
      down: [getCharts],
      says: ['Failed to load charts', 'analytics does not answer'],
      stands: ['₹1,000.00 · 1 second approval', '0 OPEN', 'The ledger balances'],
    },
    {
      name: 'payments',
      down: [adminListDeposits, adminListWithdrawals],
      says: ['Failed to load pending requests', 'unknown: payments does not answer'],
      stands: ['3,000 today', '0 OPEN', 'The ledger balances'],
    },
    {
      name: 'support',
      down: [adminListSupportMessages],
      says: ['unknown: support does not answer'],
      stands: ['3,000 today', '₹1,000.00 · 1 second approval', 'The ledger balances'],
    },
    {
      name: 'the wallet',
      down: [getLedgerState],
      says: ['Failed to load the ledger'],
      stands: ['3,000 today', '0 OPEN', '₹1,000.00 · 1 second approval'],
    },
  ])('says that $name does not answer where its numbers are; all others stand', async ({ down, says, stands }) => {
    const office = new BackOffice()
    const withdrawals = [withdrawal(1, { firstApproval: { by: 'asha', at: new Date().toISOString() } })]
    office.answer(adminListWithdrawals, () => ok({ withdrawals, nextCursor: null, pending: 1 }))
    for (const operation of down) office.answer(operation, () => refuse('unavailable', 'Try again later.'))
    openApp('/admin/', { office })
    for (const text of [...says, ...stands]) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
  })
})
