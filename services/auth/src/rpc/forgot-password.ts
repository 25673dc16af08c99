import { forgotPassword } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { mailCode, requireMailRoom } from '../codes.ts'
import type { AuthContext } from '../context.ts'
import { findPlayer } from '../db/players.ts'

const message = 'If there is an account for this email, an OTP has been sent.'

/** Mails a code to who has an account, verified or not; everybody else takes the same steps. Each code starts the 30 s of its purpose. */
export const forgotPasswordHandler = handle(forgotPassword, async (ctx: AuthContext, { input, meta, log }) => {
  const { email } = input
  requireMailRoom(ctx)
  const player = await findPlayer(ctx.db, email)
  const code = await ctx.codes.issue('reset', email, 'repeat')
  if (player !== undefined) mailCode(ctx, 'reset', email, code)
  const entry = {
    event: 'password.forgotten',
    playerId: player?.id,
    account: ctx.secrets.accountTag(email),
    address: meta.ip,
  }
  log.info(entry, 'password forgotten')
  return { message }
})
