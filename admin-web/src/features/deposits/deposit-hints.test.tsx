import { afterEach, describe, expect, it } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { requestHints } from '@kismet/contracts'
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
  await within(detail()).findByText('UTR never rejected')
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
    await screen.findByText('Same UTR rejected before. Same image seen before.')
    expect(office.askedFor(1)).toBe(2)
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
    within(detail()).getByText('UTR never rejected')
  })
})
