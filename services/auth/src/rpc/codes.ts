import { forgotPassword, resendOtp } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { sendNewCode } from '../codes.ts'
import type { Context } from '../context.ts'

/** Asking for a code. The answers are alike whether anybody waits for one or not. */
export const codeOperations = [
  handle(resendOtp, async (ctx: Context, { input, meta }) => {
    await sendNewCode(ctx, input, meta)
    return { message: 'If this email waits for an OTP, a new one has been sent.' }
  }),
  handle(forgotPassword, async (ctx: Context, { input, meta }) => {
    await sendNewCode(ctx, { ...input, purpose: 'reset' }, meta)
    return { message: 'If there is an account for this email, an OTP has been sent.' }
  }),
]
