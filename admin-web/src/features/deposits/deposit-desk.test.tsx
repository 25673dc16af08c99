import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addRequestNote,
  adminListDeposits,
  decideSeveral,
  listRequestNotes,
  requestHints,
  sumDeposits,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { detail, news, openQueue, players } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import { BackOffice } from '../../testing/open-app.tsx'
import { hintsOfDeposit } from '../../testing/withdrawals.ts'

afterEach(() => localStorage.clear())

describe('a search that finds nothing in its tab', () => {
  it('offers the tabs that have rows, and keeps the search there', async () => {
    const office = new BackOffice([deposit(1), deposit(2), deposit(3)])
    office.answer(sumDeposits, ({ query }) =>
      ok(query.get('status') === 'approved' ? { count: 2, amount: 2_400 } : { count: 0, amount: 0 }),
    )
    const { user, address } = await openQueue(3, { office })
    office.answer(adminListDeposits, () => ok({ deposits: [], nextCursor: null, pending: 3 }))
    await user.keyboard('/₹1,200')
    await user.click(await screen.findByRole('button', { name: '2 in Approved' }))
    expect(screen.queryByRole('button', { name: / in Rejected/ })).toBeNull()
    await waitFor(() => expect(new URLSearchParams(address().split('?')[1]).get('search')).toBe('₹1,200'))
    expect(address()).toContain('status=approved')
  })
})

type Result = WireOutput<typeof decideSeveral>['results'][number]

describe('ticked requests', () => {
  async function select(results: Partial<Result>[]) {
    const office = new BackOffice([deposit(1), deposit(2, { risks: ['same_proof'] }), deposit(3)])
    office.answer(decideSeveral, ({ body }) => {
      const { ids } = body as { ids: string[] }
      const result = (requestId: string, at: number): Result => ({
        requestId,
        outcome: 'done',
        message: null,
        ...results[at],
      })
      return ok({ results: ids.map(result) })
    })
    const app = await openQueue(3, { office })
    await app.user.click(screen.getByRole('button', { name: /^Select/ }))
    const bar = within(screen.getByLabelText('Ticked requests'))
    return { ...app, office, bar, dialog: () => within(screen.getByRole('dialog')) }
  }
  const tick = (n: number) => screen.getByRole('checkbox', { name: `₹${n},000.00 of player${n}@example.com` })

  it('are rejected together with one reason', async () => {
    const { user, office, bar, dialog } = await select([])
    expect(bar.getByRole('button', { name: /^Reject/ })).toHaveProperty('disabled', true)
    await user.click(tick(1))
    await user.click(tick(3))
    bar.getByText('2 ticked · ₹4,000.00')
    await user.click(bar.getByRole('button', { name: /^Reject/ }))
    await user.selectOptions(dialog().getByRole('combobox', { name: /^Reason/ }), 'Amount differs')
    await user.click(dialog().getByRole('button', { name: /^Reject 2/ }))
    await screen.findByText('2 deposits rejected')
    expect(office.requestsOf(decideSeveral).map(({ body }) => body)).toEqual([
      { kind: 'deposit', ids: [deposit(1)._id, deposit(3)._id], status: 'rejected', reason: 'Amount differs' },
    ])
  })

  it('are approved as far as the server allows, and the others are named with their reasons', async () => {
    const { user, bar, dialog } = await select([
      {},
      { outcome: 'skipped', message: 'no', secondAdminReasons: ['without_row'] },
      { outcome: 'skipped', message: 'The bank has another amount for this UTR.' },
    ])
    await user.click(screen.getByRole('checkbox', { name: 'Tick all 3' }))
    await user.click(bar.getByRole('button', { name: /^Approve/ }))
    dialog().getByText('1 of 3 needs a closer look:')
    await user.click(dialog().getByRole('button', { name: /^Approve 3/ }))
    await screen.findByRole('heading', { name: '1 of 3 approved, ₹1,000.00' })
    const [second, third] = within(screen.getByRole('list', { name: 'Not decided' })).getAllByRole('listitem')
    expect(second?.textContent).toContain('Two admins must approve this: no bank row pays for it.')
    expect(third?.textContent).toContain('The bank has another amount for this UTR.')
  })

  it('are what A and R mean, and the open request has no buttons', async () => {
    const { user, bar } = await select([])
    expect(screen.getAllByRole('button', { name: /^Approve(?!d)/ })).toHaveLength(2)
    await user.click(tick(1))
    await user.click(tick(3))
    expect(screen.getAllByRole('button', { name: /^Approve(?!d)/ })).toEqual([
      bar.getByRole('button', { name: /^Approve/ }),
    ])
    await user.keyboard('a')
    const question = await screen.findByRole('dialog', { name: 'Approve: 2 deposits, ₹4,000.00?' })
    await user.click(within(question).getByRole('button', { name: /^Cancel/ }))
    await user.keyboard('r')
    await screen.findByRole('dialog', { name: 'Reject: 2 deposits, ₹4,000.00?' })
  })

  it('say for how many of them the bank has a row', async () => {
    const app = await select([])
    app.office.pending = [deposit(1, { bank: 'row' }), deposit(2, { bank: 'amount' }), deposit(3, { bank: 'none' })]
    news(app)
    await screen.findByText('Bank row')
    await app.user.click(screen.getByRole('checkbox', { name: 'Tick all 3' }))
    await app.user.click(app.bar.getByRole('button', { name: /^Reject/ }))
    app.dialog().getByText('1 with a bank row, 2 without a bank row of this amount.')
  })

  it('say which of them have notes or wait for a better proof', async () => {
    const app = await select([])
    const { user, office, bar, dialog } = app
    const askedAt = '2026-11-21T12:00:00.000Z'
    const betterProof = { reason: 'unreadable', note: null, askedAt, sentAt: null } as const
    office.pending = [deposit(1, { notes: 2 }), deposit(2, { betterProof }), deposit(3)]
    news(app)
    await screen.findByText('Better proof requested')
    await user.click(screen.getByRole('checkbox', { name: 'Tick all 3' }))
    await user.click(bar.getByRole('button', { name: /^Approve/ }))
    dialog().getByText('2 of 3 need a closer look:')
    const [first, second] = dialog().getAllByRole('listitem')
    expect(first?.textContent).toContain('2 notes')
    expect(second?.textContent).toContain('Better proof requested')
  })

  it('of an order without an answer have an unknown outcome, and can be sent again', async () => {
    const { user, office, bar, dialog } = await select([])
    office.answer(decideSeveral, () => refuse('unavailable'))
    await user.click(tick(2))
    await user.click(bar.getByRole('button', { name: /^Approve/ }))
    await user.click(dialog().getByRole('button', { name: /^Approve 1/ }))
    await screen.findByRole('heading', { name: '0 of 1 approved, ₹0.00' })
    expect(players()).toHaveLength(3)
  })
})

describe('a request', () => {
  it('has the notes of admins, and takes one more', async () => {
    const at = '2026-11-21T12:00:00.000Z'
    const first = { _id: '0190b2a0-0000-7000-8000-0000000000ce', by: 'asha', at, text: 'Called the bank.' }
    const office = new BackOffice([deposit(1, { notes: 1 })])
    const notes = [first]
    office.answer(listRequestNotes, () => ok({ notes }))
    office.answer(addRequestNote, ({ body }) => {
      const note = { ...first, _id: deposit(9)._id, by: 'some.owner', text: (body as { text: string }).text }
      notes.push(note)
      return ok({ note })
    })
    const { user } = await openQueue(1, { office })
    expect(screen.getByText('1 note')).toBeTruthy()
    await within(detail()).findByText('Called the bank.')
    await user.click(within(detail()).getByRole('button', { name: 'Add a note' }))
    await user.keyboard('Sent the receipt')
    await user.click(within(detail()).getByRole('button', { name: 'Write note' }))
    await within(detail()).findByText('Sent the receipt')
    expect(within(detail()).queryByRole('textbox', { name: /^Note/ })).toBeNull()
  })

  const row = { fileName: 'bank-28nov.csv', row: 28, amount: 1_200 }
  const differs = [{ hint: 'bank_amount_differs' as const, requests: [] }]
  it.each<Pick<WireOutput<typeof requestHints>, 'bank' | 'hints'> & { words: string }>([
    {
      bank: { says: 'row', row, until: '2026-11-28' },
      hints: [],
      words: 'On row 28 of bank-28nov.csv, ₹1,200.00',
    },
    {
      bank: { says: 'amount', row: { ...row, amount: 2_200 }, until: '2026-11-28' },
      hints: differs,
      words: 'Bank has ₹2,200.00 for this UTR, on row 28 of bank-28nov.csv',
    },
    {
      bank: { says: 'none', row: null, until: '2026-11-28' },
      hints: [],
      words: 'No bank row with this UTR (statements up to 28 Nov 2026)',
    },
  ])('says what the bank knows: $words', async ({ bank, hints, words }) => {
    const office = new BackOffice([deposit(1)])
    office.answer(requestHints, () => ok({ ...hintsOfDeposit, hints, bank }))
    await openQueue(1, { office })
    await within(detail()).findByText(words)
  })
})
