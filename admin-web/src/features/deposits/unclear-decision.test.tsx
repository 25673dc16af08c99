import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { adminGetDeposit, decideDeposit } from '@kismet/contracts'
import { screen, waitFor, within } from '@testing-library/react'
import { detail, openDesk, openPlayer, sent } from '../../testing/deposit-desk.tsx'
import { deposit } from '../../testing/deposits.ts'
import type { OpenApp } from '../../testing/open-app.tsx'
import { BackOffice, sessionOf } from '../../testing/open-app.tsx'
import { selectNotices } from '../../entities/notices/notices-slice.ts'
import { selectSentDecision } from '../../entities/queue/sent-decisions.ts'
import { sessionStarted } from '../../entities/session/session-slice.ts'
import { createStore } from '../../shell/store.ts'
import { decide } from '../../entities/queue/decide.ts'
import { depositPort } from './deposit-desk.tsx'

const Deposit = adminGetDeposit.output.shape.deposit

afterEach(() => localStorage.clear())

/** The next decision gets no answer. `booked`: the decision counts. @returns a function that releases the answers of its retries */
function loseNextAnswer({ office }: OpenApp, booked: boolean): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  office.answer(decideDeposit, ({ params }) => {
    if (booked) office.decide(params.id ?? '', { status: 'approved', decidedBy: 'some.owner' })
    office.answerDecisions(params.id, promise)
    return null
  })
  return () => resolve(undefined)
}
const unclear = (): Promise<HTMLElement> => within(detail()).findByText(/^Checking: no answer yet/)

describe('a decision whose answer was lost', () => {
  it.each([
    ['was carried out', true],
    ['was not', false],
  ])('is unclear and not failed, and is asked again with its intent until it is known: it %s', async (_, booked) => {
    const app = await openDesk()
    const answer = loseNextAnswer(app, booked)
    await app.user.keyboard('a{Enter}')
    await unclear()
    answer()
    expect(await screen.findByText('₹1,000.00 goes to player1@example.com. Next request opened.')).toBeTruthy()
    expect(screen.queryByText('Action failed')).toBeNull()
    expect(sent(app)).toEqual([{ status: 'approved' }, { status: 'approved' }])
    await waitFor(() => expect(openPlayer()).toBe('player2'))
  })

  it('takes no second decision meanwhile, and does not keep the next request from being decided', async () => {
    const app = await openDesk()
    const answer = loseNextAnswer(app, true)
    await app.user.keyboard('a{Enter}')
    await unclear()
    await app.user.keyboard('r{Enter}')
    expect(sent(app)).not.toContainEqual(expect.objectContaining({ status: 'rejected' }))
    await app.user.keyboard('j')
    expect(openPlayer()).toBe('player2')
    await app.user.keyboard('a{Enter}')
    expect(await screen.findByText(/^₹2,000\.00 credited to player2@example\.com\./)).toBeTruthy()
    answer()
    expect(await screen.findByText('₹1,000.00 goes to player1@example.com.')).toBeTruthy()
  })

  it('is told as failed once it is known that somebody else was first', async () => {
    const app = await openDesk()
    const answer = loseNextAnswer(app, false)
    app.office.decide(deposit(1)._id, { status: 'rejected', decidedBy: 'asha' })
    await app.user.keyboard('a{Enter}')
    await unclear()
    answer()
    expect(await screen.findByText('Action failed')).toBeTruthy()
    expect(screen.getByText('asha has approved this request already.')).toBeTruthy()
  })

  it('leads nobody back to the desk who has left it', async () => {
    const app = await openDesk()
    const answer = loseNextAnswer(app, true)
    await app.user.keyboard('a{Enter}')
    await unclear()
    await app.user.click(screen.getAllByRole('link', { name: /Dashboard/ })[0] ?? document.body)
    await screen.findByRole('heading', { name: 'Dashboard', level: 1 })
    answer()
    expect(await screen.findByText('₹1,000.00 goes to player1@example.com.')).toBeTruthy()
    expect(app.address()).toBe('/admin/')
  })

  it('is not sent again, nor told, under the login of another', async () => {
    jest.useFakeTimers()
    const office = new BackOffice([deposit(1)])
    office.answer(decideDeposit, () => null)
    const store = createStore(sessionOf('owner'))
    const request = Deposit.parse(deposit(1))
    const decided = store.dispatch(decide(depositPort, request, { status: 'approved' }, () => ''))
    await jest.advanceTimersByTimeAsync(500)
    expect(selectSentDecision(store.getState(), request._id)).toMatchObject({ isUnclear: true })

    store.dispatch(sessionStarted({ ...sessionOf('cashier'), token: 'token-of-another' }))
    await jest.advanceTimersByTimeAsync(60_000)
    await decided
    jest.useRealTimers()
    expect(office.requestsOf(decideDeposit)).toHaveLength(1)
    expect(selectSentDecision(store.getState(), request._id)).toBeNull()
    expect(selectNotices(store.getState())).toEqual([])
  })
})
