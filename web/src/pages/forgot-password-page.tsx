import type { ReactNode } from 'react'
import { ForgotPassword } from '../features/auth/forgot-password.tsx'

/** /forgot-password: three steps. */
export function ForgotPasswordPage(): ReactNode {
  return <ForgotPassword />
}
