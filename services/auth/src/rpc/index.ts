import type { Handler } from '@kismet/service-kit/handle'
import type { AuthContext } from '../context.ts'
import { activityHandler } from './activity.ts'
import { adminActivityHandler } from './admin-activity.ts'
import { adminLoginHandler } from './admin-login.ts'
import { adminLogoutHandler } from './admin-logout.ts'
import { checkSessionHandler } from './check-session.ts'
import { forgotPasswordHandler } from './forgot-password.ts'
import { getConfigHandler } from './get-config.ts'
import { getKeysHandler } from './get-keys.ts'
import { getSiteMaintenanceHandler } from './get-site-maintenance.ts'
import { loginHandler } from './login.ts'
import { logoutHandler } from './logout.ts'
import { resendOtpHandler } from './resend-otp.ts'
import { resetPasswordHandler } from './reset-password.ts'
import { setSiteMaintenanceHandler } from './set-site-maintenance.ts'
import { signupHandler } from './signup.ts'
import { touchSessionHandler } from './touch-session.ts'
import { verifyOtpHandler } from './verify-otp.ts'

/** Everything that auth answers on the bus. */
export const handlers: readonly Handler<AuthContext>[] = [
  signupHandler,
  verifyOtpHandler,
  resendOtpHandler,
  loginHandler,
  logoutHandler,
  activityHandler,
  forgotPasswordHandler,
  resetPasswordHandler,
  adminActivityHandler,
  adminLoginHandler,
  adminLogoutHandler,
  getKeysHandler,
  checkSessionHandler,
  touchSessionHandler,
  getConfigHandler,
  getSiteMaintenanceHandler,
  setSiteMaintenanceHandler,
]
