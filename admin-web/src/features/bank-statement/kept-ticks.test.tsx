import { afterEach, describe, expect, it } from '@jest/globals'
import { socketEvents } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { sessionEnded, sessionStarted } from '../../entities/session/session-slice.ts'
import { openBank } from '../../testing/bank-office.ts'
import { wireMatch } from '../../testing/bank-statements.ts'
import { deposit } from '../../testing/deposits.ts'
import type { OpenApp } from '../../testing/open-app.tsx'
import { sessionOf } from '../../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const ofAsha = { adminId: wireMatch(9).rowId, by: 'asha', until: '2099-11-22T00:00:00.000Z' }
const news = { kind: 'deposit', _id: deposit(2)._id, claim: ofAsha } as const
const tickedText = async (): Promise<string> => (await screen.findByText(/^\d+ of \d+ ticked\.$/)).textContent
const isGone = (): Promise<void> => waitFor(() => expect(screen.queryByText(/ticked\.$/)).toBeNull())

/** Something else of the app is looked at, and the exact matches again. */
const elsewhere: { where: string; phone?: true; look: (app: OpenApp) => Promise<void> }[] = [
  {
    where: 'another tab',
    look: async ({ user }) => {
      await user.click(screen.getByRole('button', { name: /^Already used/ }))
      await isGone()
      await user.click(screen.getByRole('button', { name: /^Exact/ }))
    },
  },
  {
    where: 'near matches on a phone',
    phone: true,
    look: async ({ user }) => {
      await user.click(screen.getByRole('button', { name: /^Near/ }))
      await isGone()
      await user.click(screen.getByRole('button', { name: /^Exact/ }))
    },
  },
  {
    where: 'the request of a row',
    look: async ({ user, back }) => {
      await user.click(screen.getByRole('link', { name: 'player2@example.com' }))
      await isGone()
      act(back)
    },
  },
]

describe.each(elsewhere)('after $where was looked at', ({ phone = false, look }) => {
  const open = (): ReturnType<typeof openBank> => openBank([wireMatch(1), wireMatch(2)], undefined, { phone })

  it('a row that was unticked is as it was left, and not approved', async () => {
    const app = open()
    await app.user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
    expect(await tickedText()).toBe('1 of 2 ticked.')
    await look(app)
    expect(await tickedText()).toBe('1 of 2 ticked.')
    await app.user.keyboard('a')
    await app.user.click(await screen.findByRole('button', { name: 'Approve 1' }))
    await waitFor(() => expect(app.office.asked).toMatchObject([{ pairs: [{ rowId: wireMatch(1).rowId }] }]))
  })

  it('a row that a colleague has opened and let go of waits for a tick of its own', async () => {
    const app = open()
    expect(await tickedText()).toBe('2 of 2 ticked.')
    act(() => app.live.push(socketEvents.claimUpdate, news))
    await screen.findByText('1 of 2 ticked.')
    act(() => app.live.push(socketEvents.claimUpdate, { ...news, claim: null }))
    await waitFor(() => expect(screen.queryByText('asha has claimed it')).toBeNull())
    await look(app)
    expect(await tickedText()).toBe('1 of 2 ticked.')
    await app.user.click(screen.getByRole('checkbox', { name: 'Row 2' }))
    expect(await tickedText()).toBe('2 of 2 ticked.')
  })
})

it('ticks are of one statement: the others have their own', async () => {
  const { user, back } = openBank([wireMatch(1), wireMatch(2)])
  await user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
  await user.click(screen.getByRole('button', { name: 'Another file' }))
  await user.click(await screen.findByRole('button', { name: 'Show them' }))
  expect(await tickedText()).toBe('2 of 2 ticked.')
  act(back)
  act(back)
  expect(await tickedText()).toBe('1 of 2 ticked.')
})

it('ticks end with their session', async () => {
  const { user, store } = openBank([wireMatch(1), wireMatch(2)])
  await user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
  expect(await tickedText()).toBe('1 of 2 ticked.')
  act(() => void store.dispatch(sessionEnded('ended')))
  await screen.findByRole('heading', { name: 'Admin login' })
  const { token, admin } = sessionOf('cashier')
  act(() => void store.dispatch(sessionStarted({ token: `${token} anew`, admin })))
  expect(await tickedText()).toBe('2 of 2 ticked.')
})

describe('another request that comes for a row', () => {
  const risks = ['utr_rejected_before'] as const
  const requestOf = (n: number) => deposit(n, { amount: 500, risks: [...risks] })

  it('of which the same is said has not the tick of the one before', async () => {
    const { user, office, live } = openBank([wireMatch(1), wireMatch(2, { request: requestOf(2) })])
    await user.click(await screen.findByRole('checkbox', { name: 'Row 2' }))
    await screen.findByText('2 of 2 ticked.')
    office.rows = [wireMatch(1), wireMatch(2, { request: requestOf(7) })]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 3, withdrawals: 0 }))
    const row = (await screen.findByText('player7@example.com')).closest('tr') ?? document.body
    expect(await tickedText()).toBe('1 of 2 ticked.')
    within(row).getByText('new')
  })

  it('has not what was said against the one before', async () => {
    const { office, live } = openBank([wireMatch(1), wireMatch(2, { request: requestOf(2) })])
    await screen.findByText('1 of 2 ticked.')
    office.rows = [wireMatch(1), wireMatch(2, { request: deposit(7, { amount: 500 }) })]
    act(() => live.push(socketEvents.queueUpdate, { deposits: 3, withdrawals: 0 }))
    await screen.findByText('player7@example.com')
    expect(await tickedText()).toBe('2 of 2 ticked.')
  })
})
