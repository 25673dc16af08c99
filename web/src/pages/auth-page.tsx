import type { ReactNode } from 'react'
import { AuthForms } from '../features/auth/auth-forms.tsx'

/** /auth: login and sign-up. */
export function AuthPage(): ReactNode {
  return <AuthForms />
}
