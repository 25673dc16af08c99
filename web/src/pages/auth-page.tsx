import type { ReactNode } from 'react'
import { useTitle } from '../app/frame/page.tsx'
import { AuthForms } from '../features/auth/auth-forms.tsx'

/** /auth: login and sign-up. */
export function AuthPage(): ReactNode {
  useTitle('Login')
  return <AuthForms />
}
