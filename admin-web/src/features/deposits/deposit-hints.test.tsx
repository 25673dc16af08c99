import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { decideDeposit, requestHints } from '@kismet/contracts'
import type { SecondAdminReason } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { detail, openQueue } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import { BackOffice } from '../../testing/open-app.tsx'
import { hintsOfDeposit } from '../../testing/withdrawals.ts'

afterEach(() => localStorage.clear())

/** A queue with two requests of one player, without risk hints. */
class HintOffice extends BackOffice {
  constructor() {
    const { user } = deposit(1)
    super([deposit(1), deposit(2, { user })])
    this.answer(requestHints, () => ok({ ...hintsOfDeposit, hints: [] }))
  }

  askedFor(n: number): number {
    return this.requestsOf(requestHints).filter(({ params }) => params.id === deposit(n)._id).length
  }
}

async function open() {
  const office = new HintOffice()
  const { user } = await openQueue(2, { office })
  await within(detail()).findByText('UTR in no other request')
  return { office, user }
}

describe('the hints of a request', () => {
  it('are asked for again once another request was decided: they may be about that one', async () => {
    const { office, user } = await open()
    await user.keyboard('j')
    await waitFor(() => expect(office.askedFor(2)).toBe(1))
    await user.keyboard('ka{Enter}')
    await screen.findByText(/Next request opened\.$/)
    await waitFor(() => expect(office.askedFor(2)).toBe(2))
  })

  it('are asked for anew when an approval begins, and say what has come since', async () => {
    const { office, user } = await open()
    office.answer(requestHints, () => ok(hintsOfDeposit))
    await user.keyboard('a')
    await screen.findByText('Same UTR in another request. Same image seen before.')
    expect(office.askedFor(1)).toBe(2)
  })

  it('leave the outcome of an approval open until they come', async () => {
    const office = new HintOffice()
    const come = Promise.withResolvers<undefined>()
    office.answer(requestHints, async () => {
      await come.promise
      return ok({ ...hintsOfDeposit, hints: [] })
    })
    const { user } = await openQueue(2, { office })
    await user.keyboard('a')
    within(detail()).getByText(/or waits for a second admin if the rules need one/)
    come.resolve(undefined)
    await within(detail()).findByText(/at once\.$/)
  })

  it('say before an approval why it takes two admins, and whose payment the bank has', async () => {
    const { office, user } = await open()
    const hints = [{ hint: 'payer_unknown' as const, requests: [] }]
    const needs = {
      secondAdminReasons: ['without_row' as const, 'admin_day' as const],
      payer: 'KABIR SINGH',
      onlyReader: 'ravi',
    }
    office.answer(requestHints, () => ok({ ...hintsOfDeposit, hints, ...needs }))
    await user.keyboard('a')
    await screen.findByText(
      'This needs a second admin: no bank row pays for it, and it exceeds the limit of the day for one admin.',
    )
    within(detail()).getByText('Two admins must approve this')
    within(detail()).getByText(/first of two approvals\. No money moves until a second admin approves ₹/)
    within(detail()).getByRole('button', { name: /^First approval of ₹/ })
    within(detail()).getByText("The bank's row is from KABIR SINGH.")
    expect(within(detail()).getByText('only ravi has uploaded the bank row').className).toContain('wrong')
  })

  it('say beside the reason “UTR not found” that the bank row is there', async () => {
    const { office, user } = await open()
    const row = { fileName: 'morning.csv', row: 6, amount: 1_200 }
    office.answer(requestHints, () =>
      ok({ ...hintsOfDeposit, hints: [], bank: { says: 'row', row, until: '2026-11-22' } }),
    )
    await user.keyboard('j')
    await screen.findByText('On row 6 of morning.csv, ₹1,200.00')
    await user.keyboard('r2')
    expect(screen.queryByText('The bank row is there.')).toBeNull()
    await user.keyboard('1')
    screen.getByText('The bank row is there.')
  })

  it('say after the first approval why another admin has to approve too', async () => {
    const { office, user } = await open()
    const secondAdminReasons: SecondAdminReason[] = ['own_statement']
    office.answer(decideDeposit, () =>
      ok({ deposit: deposit(1), pendingSecondApproval: true as const, secondAdminReasons }),
    )
    await user.keyboard('a{Enter}')
    await screen.findByText(/needs the approval of another admin\. This needs a second admin: only you have uploaded/)
  })

  it('of a kind that this page does not know are told all the same, and gravely', async () => {
    const { office, user } = await open()
    const ofTomorrow = 'of_tomorrow' as 'same_proof'
    const hints = [...hintsOfDeposit.hints, { hint: ofTomorrow, requests: [] }]
    office.answer(requestHints, () => ok({ ...hintsOfDeposit, hints, unknown: [ofTomorrow] }))
    await user.keyboard('a')
    await screen.findByText(/ Same image seen before\. Unknown hint: reload the page\.$/)
    expect(within(detail()).getAllByText('Unknown hint: reload the page')).toHaveLength(2)
  })

  it('that could not be asked for anew stay, and are said to be of before', async () => {
    const { office, user } = await open()
    office.answer(requestHints, () => refuse('unavailable'))
    await user.keyboard('a')
    await screen.findByText(/^Failed to refresh the risk hints\./)
    expect(within(screen.getByRole('group', { name: 'Approve this request?' })).getByText('The risk hints are stale.'))
    within(detail()).getByText('UTR in no other request')
  })
})
