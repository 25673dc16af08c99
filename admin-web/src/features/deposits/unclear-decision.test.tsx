import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { deleteDrafts } from '@kismet/app-kit/drafts.ts'
import { refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { decideDeposit } from '@kismet/contracts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { detail, openQueue, openPlayer, sent } from '../../testing/deposit-queue.tsx'
import { deposit } from '../../testing/deposits.ts'
import type { OpenApp } from '../../testing/open-app.tsx'
import { sessionOf } from '../../testing/open-app.tsx'
import { selectToasts } from '../../entities/notices/notices-slice.ts'
import { sessionStarted } from '../../entities/session/session-slice.ts'

afterEach(() => {
  jest.useRealTimers()
  localStorage.clear()
})

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
    const app = await openQueue()
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
    const app = await openQueue()
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
    const app = await openQueue()
    const answer = loseNextAnswer(app, false)
    app.office.decide(deposit(1)._id, { status: 'rejected', decidedBy: 'asha' })
    await app.user.keyboard('a{Enter}')
    await unclear()
    answer()
    expect(await screen.findByText('Action failed')).toBeTruthy()
    expect(screen.getByText('asha has approved this request already.')).toBeTruthy()
  })

  it('is looked up when it is sent again after a reload, and an own trace is told as its success', async () => {
    const app = await openQueue()
    app.office.answer(decideDeposit, () => new Promise(() => undefined))
    await app.user.keyboard('a{Enter}')
    await waitFor(() => expect(sent(app)).toHaveLength(1))
    cleanup()
    const again = await openQueue(3, { office: app.office, isReload: true })
    app.office.answer(decideDeposit, ({ params }) => {
      app.office.decide(params.id ?? '', { status: 'approved', decidedBy: 'some.owner' })
      return refuse('already_decided')
    })
    await again.user.keyboard('a{Enter}')
    expect(await screen.findByText('₹1,000.00 goes to player1@example.com. Next request opened.')).toBeTruthy()
    expect(screen.queryByText('Action failed')).toBeNull()
  })

  it('leads nobody back to the desk who has left it', async () => {
    const app = await openQueue()
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
    const { office, store } = await openQueue()
    office.answer(decideDeposit, () => null)
    jest.useFakeTimers()
    const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) })
    await user.keyboard('a{Enter}')
    await act(() => jest.advanceTimersByTimeAsync(500))
    expect(within(detail()).getByText(/^Checking: no answer yet/)).toBeTruthy()

    act(() => void store.dispatch(sessionStarted({ ...sessionOf('cashier'), token: 'token-of-another' })))
    await act(() => jest.advanceTimersByTimeAsync(60_000))
    jest.useRealTimers()
    expect(office.requestsOf(decideDeposit)).toHaveLength(1)
    expect(screen.queryByText(/^Checking: no answer yet/)).toBeNull()
    expect(selectToasts(store.getState())).toEqual([])
  })
})

it('a logout deletes which requests were decided in this tab', async () => {
  const { user } = await openQueue()
  await user.keyboard('a{Enter}')
  await waitFor(() => expect(openPlayer()).toBe('player2'))
  expect(JSON.stringify(sessionStorage)).toContain(deposit(1)._id)
  act(() => deleteDrafts())
  expect(JSON.stringify(sessionStorage)).not.toContain(deposit(1)._id)
})
