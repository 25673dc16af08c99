import { afterEach, describe, expect, it } from '@jest/globals'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminGetDepositProof,
  adminGetPlayerFunds,
  adminListDeposits,
  decideDeposit,
  errorCatalogue,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { formatDay } from '../../core/format/time.ts'
import { detail, news, openQueue, openPlayer, path, players, sent } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import type { WireDeposit } from '../../testing/deposits.ts'
import { BackOffice, openApp } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

describe('the queue', () => {
  it('is oldest first, with the first open and its proof fetched with the token', async () => {
    const { office, address } = await openQueue()
    expect(players()).toEqual(['player1@example.com', 'player2@example.com', 'player3@example.com'])
    expect(address()).toContain(`id=${deposit(1)._id}`)
    expect(await screen.findByRole('img', { name: 'Proof of ₹1,000.00, UTR 432876509121' })).toBeTruthy()
    const proofs = office.requestsOf(adminGetDepositProof)
    expect(proofs.every(({ headers }) => headers.get('Authorization') === 'Bearer token-of-owner')).toBe(true)
    expect(proofs.map(({ params }) => params.id)).toContain(deposit(2)._id)
  })

  it('goes up and down with J and K', async () => {
    const { user } = await openQueue()
    await user.keyboard('j')
    expect(openPlayer()).toBe('player2')
    await user.keyboard('jj')
    expect(openPlayer()).toBe('player3')
    await user.keyboard('k')
    expect(openPlayer()).toBe('player2')
  })

  it('takes new requests at the end and keeps what is open, by news alone', async () => {
    const app = await openQueue(2)
    await app.user.keyboard('j')
    app.office.pending = [...app.office.pending, deposit(3)]
    news(app)
    await waitFor(() => expect(players()).toHaveLength(3))
    expect(openPlayer()).toBe('player2')
    expect(players()[2]).toBe('player3@example.com')
  })

  it('keeps a request that somebody else answered while it is open, and says who did', async () => {
    const app = await openQueue()
    app.office.decide(deposit(1)._id, { status: 'rejected', adminReason: 'UTR used before', decidedBy: 'asha' })
    news(app)
    expect(await screen.findByText('asha rejected this')).toBeTruthy()
    expect(detail().textContent).toContain('UTR used before')
    expect(players()).toHaveLength(3)
    expect(within(detail()).getByRole('button', { name: /^Approve/ })).toHaveProperty('disabled', true)
    await app.user.keyboard('aj')
    expect(openPlayer()).toBe('player2')
    await waitFor(() => expect(players()).toHaveLength(2))
    expect(sent(app)).toEqual([])
  })

  it('tells what else the player has asked for, whoever has an e-mail with theirs in it', async () => {
    const [own, other] = [deposit(1).user, { ...deposit(2).user, email: `a-${deposit(1).user.email}` }]
    const office = new BackOffice([1, 2, 3, 4].map((n) => deposit(n, { user: n === 1 || n === 4 ? own : other })))
    office.pageRows = 2
    await openQueue(0, { office })
    expect(await within(detail()).findByText('One more request of this player')).toBeTruthy()
  })

  it('says in each row what speaks against it', async () => {
    await openQueue(0, {
      office: new BackOffice([deposit(1, { risks: ['utr_rejected_before', 'same_proof'] }), deposit(2)]),
    })
    const row = within(screen.getByRole('region', { name: 'Deposit requests' })).getByRole('link', { name: /player1/ })
    for (const word of ['Same UTR', 'Same image']) within(row).getByText(word)
    expect(screen.getAllByText(/^Same (UTR|image)$/)).toHaveLength(2)
  })

  it('shows a risk of a newer release, which this page does not know, as "Look closely"', async () => {
    const ofTomorrow = ['of_tomorrow', 'same_proof', 'of_next_week'] as unknown as WireDeposit['risks']
    await openQueue(0, { office: new BackOffice([deposit(1, { risks: ofTomorrow })]) })
    const list = within(screen.getByRole('region', { name: 'Deposit requests' }))
    const row = within(list.getByRole('link', { name: /player1/ }))
    expect(row.getAllByText(/^(Same image|Look closely)$/).map(({ textContent }) => textContent)).toEqual([
      'Look closely',
      'Same image',
    ])
  })

  it('is narrowed to what another admin is at, and to what none is', async () => {
    const claim = { adminId: deposit(9)._id, by: 'asha', until: new Date(Date.now() + 60_000).toISOString() }
    const office = new BackOffice([deposit(1), deposit(2, { claim }), deposit(3)])
    const { user, address } = await openQueue(0, { office })
    await user.selectOptions(screen.getByLabelText('Handled by'), 'Others')
    await waitFor(() => expect(players()).toEqual(['player2@example.com']))
    expect(address()).toContain('handledBy=others')
    await user.selectOptions(screen.getByLabelText('Handled by'), 'Free or mine')
    await waitFor(() => expect(players()).toEqual(['player1@example.com', 'player3@example.com']))
  })

  it('tells what the player has and what is set aside, and says so where it is not known', async () => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const { user } = await openQueue(0, { office })
    const player = () => within(screen.getByRole('region', { name: 'Player' }))
    await player().findByText('₹18,432.50')
    player().getByText('₹2,000.00')
    office.answer(adminGetPlayerFunds, () => refuse('unavailable'))
    await user.keyboard('j')
    await player().findByText('Balance and held amount are not available.')
  })

  it('says that nothing waits', async () => {
    openApp(path)
    expect(await screen.findByText('No pending requests')).toBeTruthy()
  })

  it('offers to try again', async () => {
    const office = new BackOffice([deposit(1)])
    office.answer(adminListDeposits, () => refuse('unavailable', 'The payments are not available.'))
    const { user } = openApp(path, { office })
    expect(await screen.findByText('Failed to load deposit requests')).toBeTruthy()
    expect(screen.getByText('The payments are not available.')).toBeTruthy()
    office.answerFromList()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(players()).toHaveLength(1))
  })

  it('keeps the rows that it had when the next answer fails', async () => {
    const app = await openQueue(2)
    app.office.answer(adminListDeposits, () => refuse('unavailable', 'The payments are not available.'))
    news(app)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load deposit requests')
    expect(players()).toHaveLength(2)
  })
})

describe('a decision', () => {
  it('A then Enter approves once, says so, and opens the next', async () => {
    const app = await openQueue()
    await app.user.keyboard('a')
    expect(screen.getByText('Is the money in the bank?')).toBeTruthy()
    expect(sent(app)).toEqual([])
    await app.user.keyboard('{Enter}')
    expect(await screen.findByText('₹1,000.00 credited to player1@example.com. Next request opened.')).toBeTruthy()
    expect(sent(app)).toEqual([{ status: 'approved' }])
    await waitFor(() => expect(openPlayer()).toBe('player2'))
    await waitFor(() => expect(players()).toEqual(['player2@example.com', 'player3@example.com']))
  })

  it('Enter that is held on does not touch the next request', async () => {
    const app = await openQueue()
    await app.user.keyboard('a{Enter>5/}')
    await waitFor(() => expect(openPlayer()).toBe('player2'))
    await app.user.keyboard('{Enter}{Enter}')
    expect(sent(app)).toEqual([{ status: 'approved' }])
  })

  it('R, 2, Enter rejects with the reason', async () => {
    const app = await openQueue()
    await app.user.keyboard('r2')
    expect(screen.getByText(/The player reads: “UTR used before”/)).toBeTruthy()
    await app.user.keyboard('{Enter}')
    expect(await screen.findByText(/₹1,000\.00 of player1@example\.com, “UTR used before”\./)).toBeTruthy()
    expect(sent(app)).toEqual([{ status: 'rejected', adminReason: 'UTR used before' }])
  })

  it('R, 6 takes own words; letters in the field are no shortcuts', async () => {
    const app = await openQueue()
    await app.user.keyboard('r6')
    await app.user.keyboard('A jolly reason{Enter}')
    await waitFor(() => expect(sent(app)).toEqual([{ status: 'rejected', adminReason: 'A jolly reason' }]))
  })

  it('letters do nothing once they are switched off where they are explained; the choice is kept', async () => {
    const app = await openQueue()
    await app.user.keyboard('?')
    await app.user.click(await screen.findByRole('switch', { name: 'Keyboard shortcuts' }))
    await app.user.keyboard('{Escape}')
    await app.user.click(screen.getByRole('button', { name: /^Close/ }))
    await app.user.keyboard('aj')
    expect(screen.queryByText('Is the money in the bank?')).toBeNull()
    expect(openPlayer()).toBe('player1')
    expect(localStorage.getItem('singleKeys')).toBe('off')
  })

  it('Escape goes back, and the next request begins anew', async () => {
    const app = await openQueue()
    await app.user.keyboard('a{Escape}{Enter}')
    await app.user.keyboard('rj{Enter}')
    expect(openPlayer()).toBe('player2')
    expect(within(detail()).getByRole('button', { name: /^Approve/ })).toHaveProperty('disabled', false)
    expect(sent(app)).toEqual([])
  })

  it('a lost race says Action failed with the message, and shows who was first', async () => {
    const app = await openQueue()
    app.office.decide(deposit(1)._id, { status: 'approved', decidedBy: 'asha' })
    await app.user.keyboard('a{Enter}')
    expect(await screen.findByText('Action failed')).toBeTruthy()
    expect(screen.getByText('asha has approved this request already.')).toBeTruthy()
    expect(await screen.findByText('asha approved this')).toBeTruthy()
    expect(openPlayer()).toBe('player1')
  })

  it('the last one leaves an empty desk', async () => {
    const app = await openQueue(1)
    await app.user.keyboard('a{Enter}')
    expect(await screen.findByText('No pending requests')).toBeTruthy()
    expect(screen.getByText(/No more pending requests\./)).toBeTruthy()
  })

  it('is not opened again by a list that still has it as waiting', async () => {
    const app = await openQueue(2)
    app.office.answer(adminListDeposits, () => new Promise(() => undefined))
    await app.user.keyboard('a{Enter}')
    await waitFor(() => expect(openPlayer()).toBe('player2'))
    await app.user.keyboard('a{Enter}')
    expect(await screen.findByText(/No more pending requests\./)).toBeTruthy()
    expect(await screen.findByText('No pending requests')).toBeTruthy()
    expect(sent(app)).toHaveLength(2)
  })

  it('is off while nothing comes through', async () => {
    const app = await openQueue()
    app.office.isAway = true
    act(() => app.live.down())
    news(app)
    expect(await screen.findByText(/Offline: approve and reject are off/)).toBeTruthy()
    await app.user.keyboard('a{Enter}')
    expect(sent(app)).toEqual([])
  })

  it.each(['support', 'auditor'] as const)('is not for %s', async (role) => {
    const app = await openQueue(2, { role })
    await app.user.keyboard('a{Enter}r{Enter}')
    expect(within(detail()).getByRole('button', { name: /^Approve/ })).toHaveProperty('disabled', true)
    expect(detail().textContent).toContain('decisions need the role owners and cashiers')
    expect(sent(app)).toEqual([])
  })
})

describe('on a phone', () => {
  it('the list comes first; a request opens over it and leads back', async () => {
    const office = new BackOffice([deposit(1), deposit(2)])
    const { user, address } = openApp(path, { office, phone: true })
    await screen.findByText('player2@example.com')
    expect(address()).toBe(path)
    await user.click(screen.getByText('player2@example.com'))
    expect(openPlayer()).toBe('player2')
    await user.click(screen.getByRole('button', { name: 'Back to the list' }))
    expect(address()).toBe(path)
  })
})

describe('a request in the address', () => {
  it('that is beyond the rows that are shown is shown, and not decided', async () => {
    const office = new BackOffice([1, 2, 3].map((n) => deposit(n)))
    office.pageRows = 2
    const app = openApp(`${path}?id=${deposit(3)._id}`, { office })
    await waitFor(() => expect(openPlayer()).toBe('player3'))
    await app.user.keyboard('a{Enter}')
    expect(office.requestsOf(decideDeposit)).toEqual([])
  })

  it('that was decided is shown as it was', async () => {
    const office = new BackOffice([deposit(1)])
    office.decided = [deposit(4, { status: 'approved', decidedBy: 'asha', decidedAt: '2026-11-21T12:12:31.000Z' })]
    openApp(`${path}?id=${deposit(4)._id}`, { office })
    expect(await screen.findByText('asha approved this')).toBeTruthy()
  })

  it('whose proof was deleted says so, and asks for no picture', async () => {
    const office = new BackOffice([deposit(1)])
    const proofDeletedAt = '2027-02-19T06:30:00.000Z'
    office.decided = [
      deposit(4, { status: 'rejected', decidedBy: 'asha', decidedAt: '2026-11-21T12:12:31.000Z', proofDeletedAt }),
    ]
    openApp(`${path}?id=${deposit(4)._id}`, { office })
    expect(await screen.findByText('The proof was deleted')).toBeTruthy()
    const deleted = formatDay(proofDeletedAt)
    expect(detail().textContent).toContain(`kept for some time after the decision. This one was deleted on ${deleted}.`)
    expect(detail().textContent).toContain(`1 picture, deleted ${deleted}`)
    expect(office.requestsOf(adminGetDepositProof).map(({ params }) => params.id)).not.toContain(deposit(4)._id)
  })

  it('whose proof was deleted a moment ago says so instead of the picture', async () => {
    const office = new BackOffice([deposit(1)])
    const { message } = errorCatalogue.proof_deleted
    office.answer(adminGetDepositProof, () => refuse('proof_deleted'))
    openApp(path, { office })
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('that nobody knows is said to be missing', async () => {
    openApp(`${path}?id=nothing`, { office: new BackOffice([deposit(1)]) })
    expect(await screen.findByText('Request not found')).toBeTruthy()
  })
})
