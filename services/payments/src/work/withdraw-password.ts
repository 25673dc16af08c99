import { limits } from '@kismet/contracts'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import type { StoredAccount } from '../db/accounts.ts'
import { countAttempt, forgetAttempt } from '../db/attempts.ts'

/**
 * Checks the password of an account where it has one. A try is noted before it is looked at, so that neither many at once nor a restart gives more of them; a right
 * one is taken away again. None at all is no try.
 * @throws Refusal `wrong_withdraw_password`; `too_many_requests` when too many were wrong, or too many wait; `unavailable`
 */
export async function requireWithdrawPassword(
  ctx: Context,
  playerId: string,
  { passwordHash }: Pick<StoredAccount, 'passwordHash'>,
  given: string | undefined,
): Promise<void> {
  if (passwordHash === null) return
  if (given === undefined || given === '')
    throw new Refusal('wrong_withdraw_password', 'Enter the withdraw password of this account.')
  await ctx.passwordTurns.run(playerId, async () => {
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
    if (!(await ctx.passwords.matches(passwordHash, given))) throw new Refusal('wrong_withdraw_password')
    await forgetAttempt(ctx.db, attempt.id)
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
