import type { Handler } from '@kismet/service-kit/handle'
import type { Context } from '../context.ts'
import { adminAccountOperations } from './admin-accounts.ts'
import { bookAdminActionHandler } from './book-admin-action.ts'
import { bookPlayViewHandler } from './book-play-view.ts'
import { codeOperations } from './codes.ts'
import { setLanguageHandler } from './language.ts'
import { loginOperations } from './logins.ts'
import { mailNoticeHandler } from './mail-notice.ts'
import { ownAdminOperations } from './own-admin.ts'
import { playerAccountOperations } from './player-account.ts'
import { playerOperations } from './players.ts'
import { readPlayerEmailsHandler } from './read-player-emails.ts'
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
  bookAdminActionHandler,
  bookPlayViewHandler,
  mailNoticeHandler,
  readPlayerEmailsHandler,
  ...loginOperations,
  ...playerAccountOperations,
  ...codeOperations,
  ...sessionOperations,
  ...siteOperations,
  ...adminAccountOperations,
  ...ownAdminOperations,
  ...playerOperations,
]
