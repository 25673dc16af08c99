import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { codeOperations } from './codes.ts'
import { setLanguageHandler } from './language.ts'
import { loginOperations } from './logins.ts'
import { resetPasswordHandler } from './reset-password.ts'
import { sessionOperations } from './sessions.ts'
import { signupHandler } from './signup.ts'
import { siteOperations } from './site.ts'
import { verifyOtpHandler } from './verify-otp.ts'

/** Everything that auth answers on the bus. */
export const operations: readonly Handler<Context>[] = [
  signupHandler,
  verifyOtpHandler,
  resetPasswordHandler,
  setLanguageHandler,
  ...loginOperations,
  ...codeOperations,
  ...sessionOperations,
  ...siteOperations,
]
