import { resetPassword } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { codeOf, holderOfReset, requireCode } from '../codes.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword, wrongPasswordsOf } from '../credentials.ts'
import { findAccount, setPlayerPassword } from '../db/players.ts'
import { endSessionsOf } from '../db/sessions.ts'
import { findSignUp, verifySignUp } from '../db/sign-ups.ts'

const message = 'Your password has been reset successfully!'

/** The password of a player; who waits to be verified is by it, since the code was read at that e-mail. @returns the id of the player */
async function setPassword(
  transaction: Queryable,
  email: string,
  passwordHash: string,
  nowMs: number,
): Promise<string> {
  const id = await setPlayerPassword(transaction, email, passwordHash)
  if (id !== undefined) return id
  const waiting = await findSignUp(transaction, email, undefined)
  const verified = waiting && (await verifySignUp(transaction, { id: waiting.id, email, nowMs, passwordHash }))
  if (verified === undefined) throw new Refusal('invalid_code')
  return verified
}

/** A new password ends every session of the player. The code is used up only when it is this call's turn to hash. */
export const resetPasswordHandler = handle(resetPassword, async (ctx: Context, call) => {
  const { input, meta, log } = call
  const { email, otp, newPassword } = input
  requireUncommonPassword(ctx, newPassword)
  const from = ctx.sessions.originOf(meta)
  const account = await findAccount(ctx.db, email, from)
  const holder = holderOfReset(account?.isKnown, meta)
  const tried = { subject: codeOf.reset(ctx, email), email, code: otp, holder }
  const passwordHash = await ctx.passwords.inTurn({ audience: 'player', account, ip: meta.ip }, async (work) => {
    await requireCode(ctx, 'reset', tried)
    return work.hash(newPassword)
  })
  const { playerId, ended } = await inTransaction(ctx.db, async (transaction) => {
    const id = await setPassword(transaction, email, passwordHash, from.nowMs)
    const ends = { keep: 0, reason: 'password_reset', nowMs: from.nowMs } as const
    if (account?.isVerified === true)
      await ctx.outbox.addNotice(transaction, { kind: 'password_changed', to: email, language: account.language })
    return { playerId: id, ended: await endSessionsOf(transaction, { audience: 'player', id }, ends) }
  })
  await ctx.sessions.tellEnded(ended)
  await ctx.windows
    .empty(wrongPasswordsOf(ctx, { audience: 'player', name: email, account: undefined, call }))
    .catch((error: unknown) => log.warn({ err: error }, 'failed to clear the login attempts after a password reset'))
  log.info({ event: 'password.reset', playerId, address: meta.ip }, 'password reset')
  return { message }
})
