import { limits } from '@kismet/contracts'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { countAttempt, forgetAttempt } from '../db/usage.ts'

const enterOfThis = 'Enter the withdraw password of this account.'

/** Checks the password of an account, if the account has a password. @throws Refusal as `requireAnyWithdrawPassword` */
export async function requireWithdrawPassword(
  ctx: Context,
  playerId: string,
  account: StoredAccount,
  given: string | undefined,
): Promise<void> {
  if (account.passwordHash !== null) await requireAnyWithdrawPassword(ctx, playerId, [account], given, enterOfThis)
}

/**
 * Checks that a password is the password of one of the accounts. A try is stored before the check, so that parallel tries
 * and a restart give no more tries. A correct try is removed. An absent password is no try.
 * @param missing the text for an absent password
 * @returns the account of the password
 * @throws Refusal `wrong_withdraw_password`; `too_many_requests` when too many were wrong, or too many wait; `unavailable`
 */
export async function requireAnyWithdrawPassword(
  ctx: Context,
  playerId: string,
  accounts: readonly StoredAccount[],
  given: string | undefined,
  missing: string,
): Promise<StoredAccount> {
  if (given === undefined || given === '') throw new Refusal('wrong_withdraw_password', missing)
  return ctx.passwordTurns.run(playerId, async () => {
    const atMs = ctx.clock.now()
    const attempt = { id: ctx.randomness.id(atMs), playerId, kind: 'withdraw_password', atMs } as const
    const retryAfterMs = await inTransaction(ctx.db, async (transaction) => {
      await takeTurn(transaction, `password ${playerId}`)
      return countAttempt(transaction, attempt, limits.withdrawal.passwordTries)
    })
    if (retryAfterMs > 0)
      throw new Refusal('too_many_requests', 'Too many wrong withdraw passwords. Please try again later.', {
        retryAfterMs,
      })
    for (const account of accounts) {
      if (account.passwordHash === null || !(await ctx.passwords.matches(account.passwordHash, given))) continue
      await forgetAttempt(ctx.db, attempt.id)
      return account
    }
    throw new Refusal('wrong_withdraw_password')
  })
}

/** The hash of a password that is set; null for none. @throws Refusal `too_many_requests`, `unavailable` */
export async function hashWithdrawPassword(
  ctx: Context,
  playerId: string,
  password: string | null | undefined,
): Promise<string | null> {
  if (password === undefined || password === null || password === '') return null
  return ctx.passwordTurns.run(playerId, () => ctx.passwords.hash(password))
}
