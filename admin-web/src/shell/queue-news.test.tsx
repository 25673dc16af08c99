import { afterEach, expect, it } from '@jest/globals'
import { adminListDeposits, adminListWithdrawals, readBankMatches, socketEvents } from '@kismet/contracts'
import { act, screen, waitFor } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { openBank } from '../testing/bank-office.ts'
import { wireMatch } from '../testing/bank-statements.ts'
import { deposit } from '../testing/deposits.ts'
import type { OpenApp } from '../testing/open-app.tsx'
import { BackOffice, openApp } from '../testing/open-app.tsx'

afterEach(() => localStorage.clear())

const tell = ({ live }: OpenApp, counts: { deposits: number; withdrawals: number; support: number }): void =>
  act(() => live.push(socketEvents.queueUpdate, counts))

it('a support message has no list of requests read again, and a request has', async () => {
  const office = new BackOffice([deposit(1), deposit(2)])
  const app = openApp(paths.dashboard, { office })
  await screen.findByText('player2@example.com')
  const reads = (): number[] => [adminListDeposits, adminListWithdrawals].map((list) => office.requestsOf(list).length)
  const before = reads()
  tell(app, { deposits: 2, withdrawals: 0, support: 1 })
  tell(app, { deposits: 2, withdrawals: 0, support: 2 })
  expect(reads()).toEqual(before)
  office.pending = [deposit(1), deposit(2), deposit(3)]
  tell(app, { deposits: 3, withdrawals: 0, support: 2 })
  await screen.findByText('player3@example.com')
})

it('a support message has no bank statement matched again', async () => {
  const { office, ...app } = openBank([wireMatch(1), wireMatch(2)])
  await screen.findByText('2 of 2 ticked.')
  office.pending = [deposit(1), deposit(2)]
  const reads = (): number => office.requestsOf(readBankMatches).length
  tell({ ...app, office }, { deposits: 2, withdrawals: 0, support: 1 })
  await waitFor(() => expect(reads()).toBe(4))
  tell({ ...app, office }, { deposits: 2, withdrawals: 0, support: 2 })
  tell({ ...app, office }, { deposits: 2, withdrawals: 0, support: 3 })
  expect(reads()).toBe(4)
})

it('a claim is written into the lists of the dashboard, which are not read again', async () => {
  const office = new BackOffice([deposit(1)])
  const { live } = openApp(paths.dashboard, { office })
  await screen.findByText('player1@example.com')
  const before = office.requestsOf(adminListDeposits).length
  const until = new Date(Date.now() + 60_000).toISOString()
  const claim = { adminId: '0190b2a0-0000-7000-8000-0000000000ee', by: 'asha', until }
  act(() => live.push(socketEvents.claimUpdate, { kind: 'deposit', _id: deposit(1)._id, claim }))
  await screen.findByText(/1 with asha/)
  expect(office.requestsOf(adminListDeposits)).toHaveLength(before)
})
