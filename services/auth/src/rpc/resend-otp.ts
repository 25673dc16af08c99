import { resendOtp } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { mailCode, requireMailRoom } from '../codes.ts'
import type { AuthContext } from '../context.ts'
import { findPlayer } from '../db/players.ts'

const message = 'If this email waits for an OTP, a new one has been sent.'

/** A new code, at most once in 30 s for each purpose. An e-mail that gets none takes the same steps. */
export const resendOtpHandler = handle(resendOtp, async (ctx: AuthContext, { input, log }) => {
  const { email, purpose } = input
  requireMailRoom(ctx)
  const player = await findPlayer(ctx.db, email)
  const code = await ctx.codes.issue(purpose, email, 'repeat')
  const isWaiting = player !== undefined && (purpose === 'reset' || !player.isVerified)
  if (isWaiting) mailCode(ctx, purpose, email, code)
  log.info({ event: 'code.resent', purpose, isWaiting, account: ctx.secrets.accountTag(email) }, 'code resent')
  return { message }
})
