import { afterEach, describe, expect, it, jest } from '@jest/globals'
import { pollMs } from '@kismet/app-kit/live/connection-slice.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { listDeposits, listWithdrawals } from '@kismet/contracts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { deposit, openDeposits } from '../testing/deposit-page.ts'
import type { OpenSite } from '../testing/open-site.tsx'
import { openAccount, openWithdrawals, withdrawal } from '../testing/withdraw-page.ts'

afterEach(() => void jest.useRealTimers())

const olderId = '01940000-0000-7000-8000-0000000000ff'
const wallet = () => within(screen.getByRole('navigation', { name: 'Deposit and withdrawal' }))
const pages = [
  {
    title: 'Your deposit requests',
    list: listDeposits,
    own: 'Deposit',
    other: 'Withdrawal',
    open: () => openDeposits([deposit]),
    approve: ({ gateway }: OpenSite, nextCursor: string | null = null) =>
      gateway.answer(listDeposits, ({ query }) =>
        query.has('cursor')
          ? ok({ deposits: [{ ...deposit, _id: olderId, status: 'rejected' }], nextCursor: null })
          : ok({ deposits: [{ ...deposit, status: 'approved' }], nextCursor }),
      ),
  },
  {
    title: 'Your withdrawals',
    list: listWithdrawals,
    own: 'Withdrawal',
    other: 'Deposit',
    open: () => openWithdrawals([openAccount], [withdrawal]),
    approve: ({ gateway }: OpenSite, nextCursor: string | null = null) =>
      gateway.answer(listWithdrawals, ({ query }) =>
        query.has('cursor')
          ? ok({ withdrawals: [{ ...withdrawal, _id: olderId, status: 'rejected' }], nextCursor: null })
          : ok({ withdrawals: [{ ...withdrawal, status: 'approved' }], nextCursor }),
      ),
  },
]

describe.each(pages)('$title', ({ title, list, own, other, open, approve }) => {
  const rows = () => within(screen.getByRole('region', { name: title }))

  it.each([
    { when: 'the one piece of news is lost', isUp: true, withinMs: pollMs.live },
    { when: 'no news can come', isUp: false, withinMs: pollMs.away },
  ])('says that one is decided when $when, and asks no more then', async ({ isUp, withinMs }) => {
    jest.useFakeTimers({ advanceTimers: true })
    const site = await open()
    await rows().findByText('Pending')
    if (!isUp) act(() => site.connection.down())
    approve(site)
    await act(() => jest.advanceTimersByTimeAsync(withinMs))
    await rows().findByText('Approved')
    const asked = site.gateway.requestsOf(list).length
    await act(() => jest.advanceTimersByTimeAsync(10 * withinMs))
    expect(site.gateway.requestsOf(list)).toHaveLength(asked)
  })

  it('reads older requests when the player asks for them', async () => {
    const site = await open()
    expect(rows().queryByRole('button', { name: 'Show older requests' })).toBeNull()
    approve(site, 'more')
    act(() => site.connection.down())
    act(() => site.connection.up())
    await site.user.click(await rows().findByRole('button', { name: 'Show older requests' }))
    await rows().findByText('Rejected')
    expect(rows().getByText('Approved')).toBeTruthy()
    expect(rows().queryByRole('button', { name: 'Show older requests' })).toBeNull()
  })

  it('is as it is now for who comes back', async () => {
    const site = await open()
    await rows().findByText('Pending')
    await site.user.click(wallet().getByRole('link', { name: other }))
    await waitFor(() => expect(screen.queryByRole('region', { name: title })).toBeNull())
    approve(site)
    await site.user.click(wallet().getByRole('link', { name: own }))
    await rows().findByText('Approved')
  })
})
