import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  adminListWithdrawals,
  approveWithdrawal,
  claimRequest,
  exportWithdrawals,
  limits,
  rejectWithdrawal,
  requestHints,
} from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { detail, openPlayer } from '../../testing/deposit-queue.tsx'
import { asha } from '../../testing/withdrawal-office.ts'
import { firstOf, markPaid, openQueue } from '../../testing/withdrawal-queue.tsx'
import type { OpenQueue } from '../../testing/withdrawal-queue.tsx'
import { hintsOfWithdrawal, withdrawal } from '../../testing/withdrawals.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

const approved = ({ office }: OpenQueue): (string | undefined)[] =>
  office.requestsOf(approveWithdrawal).map(({ params }) => params.id)
const approve = (): HTMLElement => within(detail()).getByRole('button', { name: /^(Approve|Mark paid)/ })

describe('the queue of withdrawals', () => {
  it('shows where the money goes, line by line to be copied by 1 to 6 until R', async () => {
    const { user } = await openQueue()
    expect(openPlayer()).toBe('player1')
    expect(within(detail()).getByText('5010 0284 7719 61')).toBeTruthy()
    await user.keyboard('3')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('50100284771961'))
    await user.keyboard('1')
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('1000.00'))
    await user.keyboard('r2')
    expect(screen.getByText(/The player reads: “Bank refused the account”/)).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe('1000.00')
  })

  it('tells what speaks for a closer look, and what could not be looked for', async () => {
    await openQueue()
    expect(await within(detail()).findByText('New account')).toBeTruthy()
    expect(within(detail()).getByText('Could not be checked')).toBeTruthy()
    expect(within(detail()).getByText('Bets almost without risk')).toBeTruthy()
    expect(within(detail()).getByText('on one player only')).toBeTruthy()
    expect(within(detail()).getByText('₹58,000.00')).toBeTruthy()
  })

  it('says before an approval that the hints are still being looked for, and then what they are', async () => {
    const looked = Promise.withResolvers<undefined>()
    const { user } = await openQueue((office) =>
      office.answer(requestHints, async () => {
        await looked.promise
        return refuse('unavailable')
      }),
    )
    await user.keyboard('a')
    expect(await within(detail()).findByText('Loading the risk hints.')).toBeTruthy()
    looked.resolve(undefined)
    expect(await within(detail()).findAllByText('The risk hints are not available.')).toHaveLength(2)
  })

  it('says that the hints are not known when nobody answers, also before an approval', async () => {
    const { user } = await openQueue((office) => office.answer(requestHints, () => refuse('unavailable')))
    expect(await within(detail()).findByText('The risk hints are not available.')).toBeTruthy()
    await user.keyboard('a')
    expect(await within(detail()).findAllByText('The risk hints are not available.')).toHaveLength(2)
  })

  it('an approval without the risk hints says that a second admin may be needed', async () => {
    const { user } = await openQueue((office) => office.answer(requestHints, () => refuse('unavailable')))
    await user.keyboard('a')
    expect(await within(detail()).findByText(/booked as paid out, or waits for a second admin/)).toBeTruthy()
    expect(within(detail()).getByRole('button', { name: /^Mark paid ₹1,000/ })).toBeTruthy()
  })

  it('A, the bank reference and Enter mark it as paid once, say so, and open the next', async () => {
    const app = await openQueue()
    await app.user.keyboard('a')
    expect(screen.getByText('Is it paid at the bank?')).toBeTruthy()
    await app.user.keyboard('4123{Enter}')
    expect((await within(detail()).findByRole('alert')).textContent).toContain('A bank reference has 12 digits')
    await app.user.keyboard('45678901{Enter}')
    expect(
      await screen.findByText('₹1,000.00 of player1@example.com booked as paid out. Next request opened.'),
    ).toBeTruthy()
    expect(
      app.office.requestsOf(approveWithdrawal).map(({ params, body }) => ({ ...params, ...(body as object) })),
    ).toEqual([{ id: withdrawal(1)._id, paidReference: '412345678901' }])
    await waitFor(() => expect(openPlayer()).toBe('player2'))
  })

  it('is not to be paid yet once the hints say that two admins must approve it', async () => {
    const app = await openQueue()
    await app.user.keyboard('a')
    expect(screen.getByText('Is it paid at the bank?')).toBeTruthy()
    app.office.answer(requestHints, () => ok({ ...hintsOfWithdrawal, secondAdminReasons: ['admin_day'] }))
    await app.user.keyboard('{Escape}a')
    expect(await within(detail()).findByText('Do not pay it yet.')).toBeTruthy()
    expect(within(detail()).getByRole('button', { name: /^First approval of ₹1,000/ })).toBeTruthy()
    expect(within(detail()).queryByLabelText(/^Bank reference/)).toBeNull()
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(app.office.requestsOf(approveWithdrawal).map(({ body }) => body)).toEqual([{}]))
  })

  it('is marked as paid without a reference if the bank gave none', async () => {
    const app = await openQueue()
    await app.user.keyboard('a')
    await app.user.click(within(detail()).getByLabelText('The bank gave no reference'))
    act(() =>
      within(detail())
        .getByRole('button', { name: /^Mark paid ₹1,000/ })
        .focus(),
    )
    await app.user.keyboard('{Enter}')
    expect(await screen.findByText(/booked as paid out\. Next request opened\.$/)).toBeTruthy()
    expect(app.office.requestsOf(approveWithdrawal).map(({ body }) => body)).toEqual([{}])
  })

  it('is claimed with the first key of its decision, as long as it is open', async () => {
    jest.useFakeTimers({ advanceTimers: true })
    const { user, office } = await openQueue()
    const claims = (): number => office.requestsOf(claimRequest).length
    await act(() => jest.advanceTimersByTimeAsync(limits.requests.claimMs))
    expect(claims()).toBe(0)
    await user.keyboard('r')
    await waitFor(() => expect(claims()).toBe(1))
    await act(() => jest.advanceTimersByTimeAsync(limits.requests.claimMs))
    expect(claims()).toBeGreaterThan(2)
    expect(new Set(office.requestsOf(claimRequest).map(({ params }) => params.id))).toEqual(
      new Set([withdrawal(1)._id]),
    )
  })

  it('R, 1, Enter rejects with the reason', async () => {
    const { user, office } = await openQueue()
    await user.keyboard('r1{Enter}')
    expect(await screen.findByText(/₹1,000\.00 of player1@example\.com, “Name does not match”\./)).toBeTruthy()
    expect(office.requestsOf(rejectWithdrawal).map(({ body }) => body)).toEqual([{ reason: 'Name does not match' }])
  })

  it('shows the refusal of a request of one’s own', async () => {
    const { user } = await openQueue((office) => office.answer(approveWithdrawal, () => refuse('own_request')))
    await user.keyboard(markPaid)
    expect(await screen.findByText('Action failed')).toBeTruthy()
    expect(screen.getByText('You may not approve a request of your own.')).toBeTruthy()
  })

  it('is narrowed by amount and status in the address, and taken as a file with the same filters and the token', async () => {
    const { user, office, address } = await openQueue()
    office.answer(exportWithdrawals, () => refuse('too_many_requests'))
    await user.selectOptions(screen.getByLabelText('Amount'), 'large')
    expect(address()).toContain('amount=large')
    await waitFor(() =>
      expect(office.requestsOf(adminListWithdrawals).at(-1)?.query.get('minAmount')).toBe('100000.01'),
    )
    await user.click(screen.getByRole('button', { name: 'Export this list as CSV' }))
    expect(await screen.findByText('Export failed')).toBeTruthy()
    expect(screen.getByText(/Too many|too many/)).toBeTruthy()
    const [asked] = office.requestsOf(exportWithdrawals)
    expect(Object.fromEntries(asked?.query ?? [])).toEqual({ status: 'pending', minAmount: '100000.01', format: 'csv' })
    expect(asked?.headers.get('Authorization')).toBe('Bearer token-of-owner')
  })

  it('is decided and taken away by nobody who only looks', async () => {
    const { user, office } = await openQueue(undefined, 'support')
    expect(detail().textContent).toContain('decisions need the role owners and cashiers')
    await user.keyboard('a{Enter}')
    expect(office.requestsOf(approveWithdrawal)).toEqual([])
    expect(office.requestsOf(claimRequest)).toEqual([])
    expect(screen.queryByRole('button', { name: /CSV|XLSX/ })).toBeNull()
  })
})

describe('an approval that needs two admins', () => {
  it('is not taken as decided: it says so, the next opens, and the first admin has no second one', async () => {
    const app = await openQueue((office) => {
      office.secondAbove = 500
    })
    await app.user.keyboard('a{Enter}')
    expect(
      await screen.findByText(
        '₹1,000.00 of player1@example.com needs the approval of another admin. Next request opened.',
      ),
    ).toBeTruthy()
    await waitFor(() => expect(openPlayer()).toBe('player2'))
    await app.user.keyboard('k')
    await waitFor(() => expect(openPlayer()).toBe('player1'))
    expect(detail().textContent).toContain('You gave the first approval. Another admin must give the second.')
    expect(approve()).toHaveProperty('disabled', true)
    await app.user.keyboard('a{Enter}')
    expect(approved(app)).toEqual([withdrawal(1)._id])
    await app.user.keyboard('r')
    expect(within(detail()).getByRole('button', { name: /^Reject/ })).toHaveProperty('disabled', false)
  })

  it('is the second where another admin gave the first', async () => {
    const app = await openQueue((office) => {
      office.secondAbove = 500
      office.approve(withdrawal(1)._id, asha.username)
    })
    expect(approve().textContent).toContain('Mark paid as second')
    await app.user.keyboard(markPaid)
    expect(await screen.findByText(/^₹1,000\.00 of player1@example\.com booked as paid out\./)).toBeTruthy()
  })

  it('whose answer was lost is found out to be the first', async () => {
    const app = await openQueue((office) => {
      office.secondAbove = 500
      office.answer(approveWithdrawal, ({ params }) => {
        office.approve(params.id, 'some.owner')
        office.answerApprovals()
        return null
      })
    })
    await app.user.keyboard('a{Enter}')
    expect(await within(detail()).findByText(/^Checking: no answer yet/)).toBeTruthy()
    expect(await screen.findByText(/needs the approval of another admin\. Next request opened\.$/)).toBeTruthy()
    expect(screen.queryByText('Action failed')).toBeNull()
  })
})

describe('a claim', () => {
  it('begins with a decision, is shown, and ends when another request is opened', async () => {
    const app = await openQueue()
    await app.user.keyboard('r')
    await waitFor(() => expect(firstOf(app).claim?.by).toBe('some.owner'))
    expect(await within(detail()).findByText('You are working on this')).toBeTruthy()
    await app.user.keyboard('{Escape}j')
    await waitFor(() => expect(firstOf(app).claim).toBeNull())
    expect(app.office.find(withdrawal(2)._id)?.claim).toBeNull()
  })

  it('ends when the desk is left', async () => {
    const app = await openQueue()
    await app.user.keyboard('r')
    await waitFor(() => expect(firstOf(app).claim?.by).toBe('some.owner'))
    await app.user.click(screen.getAllByRole('link', { name: /Game mode/ })[0] ?? document.body)
    await waitFor(() => expect(firstOf(app).claim).toBeNull())
  })

  it('of another admin is heard of at once, turns the decisions off, and can be taken over', async () => {
    const app = await openQueue((office) => office.answer(claimRequest, () => refuse('unavailable')))
    act(() => void app.office.change(firstOf(app), { claim: app.office.claimOf(asha) }))
    expect(await screen.findByText('claimed by asha')).toBeTruthy()
    expect(detail().textContent).toContain('asha has claimed this request. You can read it.')
    await app.user.keyboard('a{Enter}r{Enter}')
    expect(approve()).toHaveProperty('disabled', true)
    expect(approved(app)).toEqual([])
    await app.user.click(within(detail()).getByRole('button', { name: 'Take over' }))
    expect(await screen.findByText('Action failed')).toBeTruthy()
  })

  it('that is taken over is one’s own, and the decisions are on', async () => {
    const app = await openQueue((office) => {
      office.requests = office.requests.map((one) => ({ ...one, claim: office.claimOf(asha) }))
    })
    await app.user.click(await within(detail()).findByRole('button', { name: 'Take over' }))
    expect(await within(detail()).findByText('You are working on this')).toBeTruthy()
    await app.user.keyboard(markPaid)
    await waitFor(() => expect(approved(app)).toEqual([withdrawal(1)._id]))
  })

  it('of another admin lets those that are free be opened first', async () => {
    await openQueue((office) => {
      office.change(withdrawal(1), { claim: office.claimOf(asha) })
    })
    expect(openPlayer()).toBe('player2')
  })
})
