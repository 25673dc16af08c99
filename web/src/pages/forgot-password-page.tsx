import type { ReactNode } from 'react'
import { useTitle } from '../app/frame/page.tsx'
import { ForgotPassword } from '../features/auth/forgot-password.tsx'

/** /forgot-password: three steps. */
export function ForgotPasswordPage(): ReactNode {
  useTitle('Forgot password')
  return <ForgotPassword />
}
