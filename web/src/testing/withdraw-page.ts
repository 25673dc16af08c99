import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import type { WireOutput } from '@kismet/contracts'
import { listAccounts, listWithdrawals, requestWithdrawal } from '@kismet/contracts'
import { screen } from '@testing-library/react'
import type { OpenSite } from './open-site.tsx'
import { openSite, playerId } from './open-site.tsx'
import { PlayerGateway } from './player-gateway.ts'

type Account = WireOutput<typeof listAccounts>['accounts'][number]
type Withdrawal = WireOutput<typeof listWithdrawals>['withdrawals'][number]

/** An account with a withdraw password. */
export const lockedAccount: Account = {
  accountId: '01940000-0000-7000-8000-0000000000a1',
  name: 'Asha Rao',
  accountNumber: '501002847719',
  ifsc: 'HDFC0001234',
  mobile: '9845011724',
  hasWithdrawPassword: true,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}

/** One without. */
export const openAccount: Account = {
  ...lockedAccount,
  accountId: '01940000-0000-7000-8000-0000000000a2',
  name: 'A. Rao (salary)',
  accountNumber: '300400500077',
  ifsc: 'SBIN0040112',
  hasWithdrawPassword: false,
}

const { name, accountNumber, ifsc, mobile } = openAccount

/** ₹300 to the open account, held and waiting. */
export const withdrawal: Withdrawal = {
  _id: '01940000-0000-7000-8000-0000000000e1',
  user: playerId,
  amount: 300,
  account: { name, accountNumber, ifsc, mobile },
  status: 'pending',
  rejectionReason: null,
  createdAt: '2026-11-21T13:42:00.000Z',
  steps: [
    { step: 'requested', at: '2026-11-21T13:42:00.000Z' },
    { step: 'held', at: '2026-11-21T13:42:00.200Z' },
  ],
}

/** The page of withdrawals with these accounts. A request of ₹300 is taken. */
export async function openWithdrawals(
  accounts: readonly Account[],
  withdrawals: readonly Withdrawal[] = [],
  gateway = new PlayerGateway(),
  usualMinutes: number | null = null,
): Promise<OpenSite> {
  gateway.answer(listAccounts, () => ok({ accounts: [...accounts] }))
  gateway.answer(listWithdrawals, () => ok({ withdrawals: [...withdrawals], nextCursor: null, usualMinutes }))
  gateway.answer(requestWithdrawal, () => ok({ withdrawal, message: 'taken', balance: 700, balanceSeq: 2 }))
  const site = openSite('/withdraw', { gateway })
  await screen.findByText(new RegExp(`^Bank account · ${accounts.length} of 3 saved`))
  return site
}

export const submit = (): HTMLElement => screen.getByRole('button', { name: /^Withdraw( ₹|$)/ })

/** The requests that were sent, oldest first: their keys and their fields. */
export const ordersOf = ({ gateway }: Pick<OpenSite, 'gateway'>): { key: string | null; body: unknown }[] =>
  gateway.requestsOf(requestWithdrawal).map(({ headers, body }) => ({ key: headers.get('Idempotency-Key'), body }))
