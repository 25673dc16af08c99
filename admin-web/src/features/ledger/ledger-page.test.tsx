import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminListEntries,
  approveCorrection,
  getReturns,
  listCorrections,
  proposeCorrection,
  proveLedgerNow,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { paths } from '../../core/paths.ts'
import { correction, ledgerPlayer, weekOfReturns } from '../../testing/ledger.ts'
import { openApp } from '../../testing/open-app.tsx'
import { PlayerOffice } from '../../testing/player-office.ts'
import { entry } from '../../testing/players.ts'

afterEach(() => localStorage.clear())

/** A back office with corrections in its ledger. */
class LedgerOffice extends PlayerOffice {
  all = [correction(1)]

  constructor() {
    super()
    this.answer(getReturns, ({ params }) =>
      params.game === 'mines'
        ? refuse('unavailable')
        : ok({ lines: weekOfReturns.filter(({ game }) => game === params.game), countedAt: null }),
    )
    this.answer(listCorrections, ({ query }) => {
      const corrections = this.all.filter(({ status }) => status === (query.get('status') ?? status))
      return ok({ corrections, nextCursor: null, pending: 1 })
    })
    this.answer(proveLedgerNow, () => ok({ message: 'The newest entries are looked at now.' }))
  }
}

const open = (office = new LedgerOffice(), at: string = paths.ledger) => ({ ...openApp(at, { office }), office })
const panel = (name: string) => screen.findByRole('region', { name })

describe('the page of the ledger', () => {
  it('holds what games have paid back against their theory, and says of a game which service does not answer', async () => {
    open()
    const table = within(await screen.findByRole('table', { name: 'Returns' }))
    const slots = within(table.getByRole('row', { name: /Slots/ }))
    for (const text of ['92.00%', '90.28%', '41,302', 'alarm']) slots.getByText(text)
    await screen.findByText(/Slots is below its 99% band/)
    await screen.findByText(/Failed to load the returns of Mines/)
    expect(table.queryByRole('row', { name: /Mines/ })).toBeNull()
  })

  it('books a correction that another admin has proposed, after a question that says what it brings', async () => {
    const { user, office } = open()
    office.answer(approveCorrection, ({ params }) => {
      if (params.id !== correction(1)._id) return refuse('not_found')
      const booked = correction(1, { status: 'approved', isBooked: true, decidedBy: 'some.owner' })
      office.all = [booked]
      return ok({ correction: booked })
    })
    const list = within(await panel('Corrections'))
    await user.click(await list.findByRole('button', { name: 'Approve' }))
    const question = within(await screen.findByRole('dialog', { name: 'Book this correction?' }))
    question.getByText('₹250.50 is taken from the player.')
    for (const text of ['asha.rao@example.com', '₹1,000.00', '₹749.50']) question.getByText(text)
    await user.click(question.getByRole('button', { name: 'Approve and book' }))
    await screen.findByText('Correction of −₹250.50 booked.')
    await list.findByText('No pending corrections')
  })

  it('says before a rejection what is rejected, and warns of an equal correction of the player', async () => {
    const office = new LedgerOffice()
    office.all = [correction(1), correction(2, { amount: 10, reason: 'Another mistake' })]
    const { user } = open(office)
    const list = within(await panel('Corrections'))
    const ask = async (at: number) => {
      await user.click((await list.findAllByRole('button', { name: 'Reject' }))[at] ?? document.body)
      return within(await screen.findByRole('dialog', { name: 'Reject this correction?' }))
    }
    const question = await ask(0)
    for (const text of ['asha.rao@example.com', '−₹250.50', correction(1).reason]) question.getByText(text)
    await question.findByText(/\+₹10\.00 by asha, .*: Another mistake/)
    expect(question.queryByText(/^An equal correction/)).toBeNull()
    await user.click(question.getByRole('button', { name: /^Cancel/ }))
    office.all = [correction(1), correction(2, { status: 'approved', proposedAt: new Date().toISOString() })]
    await (await ask(0)).findByText('An equal correction was booked: −₹250.50.')
  })

  it('does not let an admin approve an own one, who may take it back', async () => {
    const office = new LedgerOffice()
    const own = { _id: '0190b2a0-0000-7000-8000-0000000000ff', username: 'some.owner' }
    office.all = [correction(1, { proposedBy: own })]
    open(office)
    const list = within(await panel('Corrections'))
    expect((await list.findByRole('button', { name: 'Approve' })).hasAttribute('disabled')).toBe(true)
    list.getByRole('button', { name: 'Take back' })
  })

  it('keeps the question of an approval that is in flight, whatever page is opened meanwhile', async () => {
    const { user, office } = open()
    const held = Promise.withResolvers<undefined>()
    office.answer(approveCorrection, async () => {
      await held.promise
      return ok({ correction: correction(1, { status: 'approved', isBooked: true }) })
    })
    await user.click(await within(await panel('Corrections')).findByRole('button', { name: 'Approve' }))
    const question = await screen.findByRole('dialog', { name: 'Book this correction?' })
    await user.keyboard('{Enter}')
    await user.click(within(question).getByRole('button', { name: /^Cancel/ }))
    await user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    expect(screen.queryByRole('dialog')).toBe(question)
    held.resolve(undefined)
    await screen.findByText('Correction of −₹250.50 booked.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('tells an approval without answer as unknown', async () => {
    const { user, office } = open()
    office.answer(approveCorrection, () => null)
    await user.click(await within(await panel('Corrections')).findByRole('button', { name: 'Approve' }))
    await user.click(await screen.findByRole('button', { name: 'Approve and book' }))
    await screen.findByText('No answer from the server. Check the list for the result.')
    expect(screen.queryByText('Action failed')).toBeNull()
  })

  it('proposes once: the same proposal again has the same key', async () => {
    const { user, office } = open()
    const keys: (string | null)[] = []
    const list = within(await panel('Corrections'))
    await user.click(await list.findByRole('button', { name: 'Propose a correction' }))
    const player = list.getByLabelText("Player's e-mail or id")
    await user.type(player, 'nobody@example.com{Enter}')
    await list.findByText('No player has this e-mail or id.')
    await user.clear(player)
    await user.type(player, 'Asha.Rao@example.com{Enter}')
    await user.type(await list.findByLabelText('Amount'), '99.50')
    await user.click(list.getByRole('radio', { name: 'Take from the player' }))
    await list.findByText('₹18,432.50')
    list.getByText('₹18,333.00')
    await user.type(list.getByLabelText('Reason'), 'Credited twice')
    office.answer(proposeCorrection, () => refuse('not_found', 'There is no such player.'))
    await user.click(list.getByRole('button', { name: 'Propose' }))
    await list.findByText('There is no such player.')
    await user.type(list.getByLabelText('Reason'), ' by us')
    expect(list.queryByText('There is no such player.')).toBeNull()
    office.answer(proposeCorrection, ({ headers }) => {
      keys.push(headers.get('Idempotency-Key'))
      return refuse('unavailable')
    })
    await user.click(list.getByRole('button', { name: 'Propose' }))
    await list.findByText(/may have been proposed/)
    office.answer(proposeCorrection, ({ headers, body }) => {
      keys.push(headers.get('Idempotency-Key'))
      office.all.unshift(correction(2, body as object))
      return ok({ correction: correction(2, body as object) })
    })
    await user.click(list.getByRole('button', { name: 'Propose' }))
    await screen.findByText('Proposed. Another admin must approve it.')
    await list.findByText('Credited twice by us')
    expect(office.all[0]).toMatchObject({ amount: -99.5, account: 'outside', playerId: ledgerPlayer })
    expect(keys[0]).toHaveLength(32)
    expect(keys[1]).toBe(keys[0])
  })

  it('shows the entries of the player that stands in the address', async () => {
    const office = new LedgerOffice()
    office.answer(adminListEntries, ({ query }) => {
      const sides = { open: 0, held: 0, house: 250.5, outside: 0, bonus: 0 }
      const entry = {
        ...{ _id: `${ledgerPlayer}:2`, playerId: ledgerPlayer, sequence: 2, kind: 'correction' as const, game: null },
        ...{
          reference: correction(1)._id,
          amount: -250.5,
          stake: 0,
          payout: 0,
          balanceAfter: 749.5,
          note: null,
          sides,
        },
        at: '2026-11-21T12:12:05.000Z',
      }
      return ok({ entries: query.get('playerId') === ledgerPlayer ? [entry] : [], nextCursor: null })
    })
    const { user, address } = open(office)
    const entries = within(await panel('Entries'))
    await user.type(entries.getByLabelText("Player's id"), ledgerPlayer)
    await user.click(entries.getByRole('button', { name: 'Show entries' }))
    const row = within(await entries.findByRole('row', { name: /correction/ }))
    for (const text of ['−₹250.50', '₹749.50', 'house +₹250.50']) row.getByText(text)
    expect(address()).toBe(`${paths.ledger}?player=${ledgerPlayer}`)
    await user.click(row.getByRole('link', { name: /^…/ }))
    await waitFor(() => expect(address()).toBe(`${paths.ledger}?reference=${correction(1)._id}`))
    await entries.findByText('No entries')
  })

  it('an entry of a correction says why and by whom, and leads to the correction', async () => {
    const office = new LedgerOffice()
    const booked = correction(2, { status: 'approved', isBooked: true, decidedBy: 'ravi' })
    office.all = [correction(1), booked]
    office.answer(listCorrections, ({ query }) => {
      const corrections = office.all.filter(({ _id }) => _id === (query.get('id') ?? _id))
      return ok({ corrections, nextCursor: null, pending: 1 })
    })
    const note = 'Paid twice (proposed by asha, approved by ravi)'
    const of = { kind: 'correction' as const, game: null, reference: booked._id, note }
    office.answer(adminListEntries, () => ok({ entries: [{ ...entry, ...of }], nextCursor: null }))
    const { user, address } = open(office, `${paths.ledger}?player=${ledgerPlayer}`)
    const entries = within(await panel('Entries'))
    expect(await entries.findByText(note)).toBeTruthy()
    await user.click(entries.getByRole('link', { name: 'Correction' }))
    expect(address()).toBe(`${paths.ledger}?correction=${booked._id}&reference=${booked._id}`)
    const list = within(await panel('Corrections'))
    await waitFor(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
    await user.click(list.getByRole('radio', { name: 'Waiting' }))
    expect(address()).toBe(`${paths.ledger}?reference=${booked._id}`)
  })

  it('looks again at the entries that are shown', async () => {
    const office = new LedgerOffice()
    office.answer(adminListEntries, () => ok({ entries: [], nextCursor: null }))
    const { user, address } = open(office, `${paths.ledger}?player=${ledgerPlayer}`)
    await screen.findByText('No entries')
    office.answer(adminListEntries, () => ok({ entries: [entry], nextCursor: null }))
    await user.click(screen.getByRole('button', { name: 'Show entries' }))
    await screen.findByRole('table', { name: 'Entries' })
    expect(address()).toBe(`${paths.ledger}?player=${ledgerPlayer}`)
  })

  it('has in the field of its entries what the address has: what was written and not sent goes with another one', async () => {
    const office = new LedgerOffice()
    office.answer(adminListEntries, () => ok({ entries: [], nextCursor: null }))
    const { user, back } = open(office, `${paths.ledger}?player=${ledgerPlayer}`)
    const entries = within(await panel('Entries'))
    await user.click(entries.getByRole('radio', { name: 'Bet or request' }))
    const field = entries.getByLabelText<HTMLInputElement>('Id of a bet, deposit, withdrawal or correction')
    await user.clear(field)
    await user.type(field, `${correction(1)._id}{Enter}`)
    await user.clear(field)
    await user.type(field, 'no id{Enter}')
    await entries.findByText(/^An id has 36 letters/)
    act(back)
    expect((await entries.findByLabelText<HTMLInputElement>("Player's id")).value).toBe(ledgerPlayer)
    expect(entries.queryByText(/^An id has 36 letters/)).toBeNull()
  })
})
