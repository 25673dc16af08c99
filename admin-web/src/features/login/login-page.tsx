import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { z } from 'zod'
import { paths } from '../../core/paths.ts'
import { selectToken } from '../../entities/session/session-slice.ts'
import { useAppSelector } from '../../core/store.ts'
import { LoginScreen } from './login-screen.tsx'

/** Where somebody was going; only pages of this app are believed. */
const Origin = z.object({ from: z.string().startsWith('/admin/') })

/** The way in; who is logged in already goes on to where they came from. */
export function LoginPage(): ReactNode {
  const token = useAppSelector(selectToken)
  const location = useLocation()
  if (token === null) return <LoginScreen />
  return <Navigate to={Origin.safeParse(location.state).data?.from ?? paths.dashboard} replace />
}
