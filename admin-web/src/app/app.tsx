import type { ReactNode } from 'react'
import { lazy } from 'react'
import { Navigate, Route, Routes } from 'react-router'
import { DashboardPage } from '../pages/dashboard-page.tsx'
import { LoginPage } from '../pages/login-page.tsx'
import { NotFoundPage } from '../pages/not-found-page.tsx'
import { Notices } from './notices/notices.tsx'
import { paths } from './paths.ts'
import { useSessionRules } from './session/use-session.ts'
import { PageBoundary } from './shell/page-boundary.tsx'
import { RequireSession } from './shell/require-session.tsx'
import { Shell } from './shell/shell.tsx'

const DepositsPage = lazy(() => import('../pages/deposits-page.tsx').then((page) => ({ default: page.DepositsPage })))
const QrSettingsPage = lazy(() =>
  import('../pages/qr-settings-page.tsx').then((page) => ({ default: page.QrSettingsPage })),
)
const GameModePage = lazy(() => import('../pages/game-mode-page.tsx').then((page) => ({ default: page.GameModePage })))

/** Every page of the app, and the rules of a session around them. */
export function App(): ReactNode {
  useSessionRules()
  return (
    <PageBoundary>
      <Routes>
        <Route path={paths.login} element={<LoginPage />} />
        <Route element={<RequireSession />}>
          <Route element={<Shell />}>
            <Route path={paths.dashboard} element={<DashboardPage />} />
            <Route path={paths.deposits} element={<DepositsPage />} />
            <Route path={paths.qrSettings} element={<QrSettingsPage />} />
            <Route path={paths.gameMode} element={<GameModePage />} />
            <Route path="/admin/*" element={<NotFoundPage />} />
          </Route>
        </Route>
        <Route path="*" element={<Navigate to={paths.dashboard} replace />} />
      </Routes>
      <Notices />
    </PageBoundary>
  )
}
