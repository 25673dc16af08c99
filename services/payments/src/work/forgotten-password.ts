import { checkWithdrawCode, limits, mailWithdrawCode } from '@kismet/contracts'
import type { forgotWithdrawPassword, Input, resetWithdrawPassword } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { listAccounts, resetAccountPassword } from '../db/accounts.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { requireUnchanged, withNotice } from './change-accounts.ts'
import { hashWithdrawPassword } from './withdraw-password.ts'

/** A call of a player. */
interface By<Asked> {
  readonly player: Player
  readonly input: Asked
  readonly meta: CallMeta
}

/** An account of the player with a withdraw password. @throws Refusal `not_found`; `invalid_request` without a password */
async function accountWithPassword(ctx: Context, player: Player, accountId: string): Promise<StoredAccount> {
  const account = (await listAccounts(ctx.db, player.id)).find(({ id }) => id === accountId)
  if (account === undefined) throw new Refusal('not_found', 'There is no such bank account.')
  if (account.passwordHash === null)
    throw new Refusal('invalid_request', 'This bank account has no withdraw password. You can withdraw without it.')
  return account
}

/** Has auth mail a code for a forgotten withdraw password. @throws Refusal `not_found`, `invalid_request`, `too_many_requests` */
export async function mailCode(ctx: Context, by: By<Input<typeof forgotWithdrawPassword>>): Promise<void> {
  const { id: accountId, accountNumber } = await accountWithPassword(ctx, by.player, by.input.accountId)
  await ctx.bus.call(mailWithdrawCode, { accountId, lastDigits: accountNumber.slice(-4) }, by.meta)
}

/**
 * Sets a new withdraw password with a mailed code. The account then waits a day for withdrawals, and the player gets a
 * mail. The password is hashed before auth uses up the code, so that a busy server does not use it up.
 * @returns all accounts
 * @throws Refusal `not_found`, `invalid_request`, `invalid_code`, `account_changed`, `too_many_requests`, `unavailable`
 */
export async function reset(ctx: Context, by: By<Input<typeof resetWithdrawPassword>>): Promise<StoredAccount[]> {
  const { player, input, meta } = by
  const { accountId, otp, withdrawPassword } = input
  const seen = await accountWithPassword(ctx, player, accountId)
  const passwordHash = await hashWithdrawPassword(ctx, player.id, withdrawPassword)
  await ctx.bus.call(checkWithdrawCode, { accountId, otp }, meta)
  return withNotice(ctx, player, 'withdraw_password_reset', async (transaction, accounts, nowMs) => {
    requireUnchanged(accounts, seen)
    const usableFromMs = Math.max(nowMs + limits.withdrawal.accountWaitsMs, seen.usableFromMs ?? 0)
    await resetAccountPassword(transaction, { id: seen.id, passwordHash, usableFromMs }, nowMs)
    return { accountNumber: seen.accountNumber, usableFromMs }
  })
}
