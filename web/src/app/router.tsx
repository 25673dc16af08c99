import type { ReactNode } from 'react'
import { lazy } from 'react'
import { Navigate, Outlet, Route, Routes } from 'react-router'
import { BareFrame, Frame } from './frame/frame.tsx'
import { casinoPath, paths } from './paths.ts'
import { selectToken } from './session/session-slice.ts'
import { useIsLoggedIn } from './session/use-session.ts'
import { useAppSelector } from './store.ts'

const AuthPage = lazy(() => import('../pages/auth-page.tsx').then((module) => ({ default: module.AuthPage })))
const ForgotPasswordPage = lazy(() =>
  import('../pages/forgot-password-page.tsx').then((module) => ({ default: module.ForgotPasswordPage })),
)
const CasinoPage = lazy(() => import('../pages/casino-page.tsx').then((module) => ({ default: module.CasinoPage })))
const DepositPage = lazy(() => import('../pages/deposit-page.tsx').then((module) => ({ default: module.DepositPage })))
const AwaitingBonusPage = lazy(() =>
  import('../pages/awaiting-bonus-page.tsx').then((module) => ({ default: module.AwaitingBonusPage })),
)
const FairnessPage = lazy(() =>
  import('../pages/fairness-page.tsx').then((module) => ({ default: module.FairnessPage })),
)
const SupportPage = lazy(() => import('../pages/support-page.tsx').then((module) => ({ default: module.SupportPage })))
const TermsPage = lazy(() => import('../pages/legal-pages.tsx').then((module) => ({ default: module.TermsPage })))
const PrivacyPage = lazy(() => import('../pages/legal-pages.tsx').then((module) => ({ default: module.PrivacyPage })))
const WaitingPage = lazy(() => import('../pages/waiting-pages.tsx').then((module) => ({ default: module.WaitingPage })))
const SportsbookPage = lazy(() =>
  import('../pages/waiting-pages.tsx').then((module) => ({ default: module.SportsbookPage })),
)
const ComingSoonPage = lazy(() =>
  import('../pages/waiting-pages.tsx').then((module) => ({ default: module.ComingSoonPage })),
)
const NotFoundPage = lazy(() =>
  import('../pages/waiting-pages.tsx').then((module) => ({ default: module.NotFoundPage })),
)

/** Pages that are a player's own: without a stored user and token the way leads to /auth (spec 2.3). Another session begins them anew. */
function PlayersOnly(): ReactNode {
  const token = useAppSelector(selectToken)
  return token === null ? <Navigate to={paths.auth} replace /> : <Outlet key={token} />
}

/** Login is for those who are not logged in. */
function VisitorsOnly(): ReactNode {
  return useIsLoggedIn() ? <Navigate to={paths.home} replace /> : <Outlet />
}

/** Which page stands at which path (spec 2.1). */
export function Router(): ReactNode {
  return (
    <Routes>
      <Route element={<BareFrame />}>
        <Route element={<VisitorsOnly />}>
          <Route path={paths.auth} element={<AuthPage />} />
        </Route>
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
      </Route>
      <Route element={<Frame />}>
        <Route element={<PlayersOnly />}>
          <Route path={paths.home} element={<CasinoPage />} />
          <Route path={paths.casino} element={<Navigate to={casinoPath('slots')} replace />} />
          <Route path={`${paths.casino}/:game`} element={<CasinoPage />} />
          <Route path={paths.minesAuto} element={<WaitingPage title="Mines Auto" back={casinoPath('mines')} />} />
          <Route path={paths.deposit} element={<DepositPage />} />
          <Route path={paths.withdraw} element={<WaitingPage title="Withdrawal" />} />
          <Route path={paths.accountStatement} element={<WaitingPage title="Account statement" />} />
          <Route path={paths.awaitingBonus} element={<AwaitingBonusPage />} />
          <Route path={paths.saferPlay} element={<WaitingPage title="Safer play" />} />
        </Route>
        <Route path={paths.fairness} element={<FairnessPage />} />
        <Route path={paths.support} element={<SupportPage />} />
        <Route path={paths.sportsbook} element={<SportsbookPage />} />
        <Route path={paths.wallet} element={<ComingSoonPage title="Wallet" />} />
        <Route path={paths.dashboard} element={<ComingSoonPage title="Dashboard" />} />
        <Route path={paths.history} element={<ComingSoonPage title="Dashboard" />} />
        <Route path={paths.terms} element={<TermsPage />} />
        <Route path={paths.privacy} element={<PrivacyPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}
