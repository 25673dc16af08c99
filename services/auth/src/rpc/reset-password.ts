import { resetPassword } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { requireCode } from '../codes.ts'
import type { AuthContext } from '../context.ts'
import { setPlayerPassword } from '../db/players.ts'
import { requireUncommonPassword } from '../new-password.ts'

const message = 'Your password has been reset successfully!'

/** A new password ends every session of the player. The code is used up only when it is this call's turn to hash. */
export const resetPasswordHandler = handle(resetPassword, async (ctx: AuthContext, { input, meta, log }) => {
  const { email, otp, newPassword } = input
  requireUncommonPassword(ctx, newPassword)
  const passwordHash = await ctx.passwords.inTurn(async (work) => {
    await requireCode(ctx, 'reset', email, otp)
    return work.hash(newPassword)
  })
  const { player, ended } = await inTransaction(ctx.db, async (transaction) => {
    const changed = await setPlayerPassword(transaction, email, passwordHash, ctx.clock.now())
    if (changed === undefined) throw new Refusal('invalid_code')
    const person = { audience: 'player', id: changed.id } as const
    return { player: changed, ended: await ctx.sessions.endAllOf(transaction, person, 'password_reset') }
  })
  await ctx.sessions.settle(ended)
  await ctx.throttle
    .forget({ audience: 'player', account: email, address: meta.ip })
    .catch((error: unknown) => log.warn({ err: error }, 'the tries of before the reset are still counted'))
  log.info({ event: 'password.reset', playerId: player.id, address: meta.ip }, 'password reset')
  return { message }
})
