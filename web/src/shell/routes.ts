import type { LazyPage } from '@kismet/app-kit/lazy-page.ts'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { matchPath } from 'react-router'
import { casinoPath, games, gameTitles, paths } from '../core/paths.ts'
import { gamePages } from './game-pages.ts'

/** One page of the site. */
export interface PageRoute {
  readonly path: string
  /** Heading of the page and of the browser's tab. */
  readonly title: MessageDescriptor
  /** `player`: others are led to the login. `visitor`: who is logged in is led home. */
  readonly role: 'player' | 'visitor' | 'anyone'
  readonly page: LazyPage
  /** Around login and the reset of a password stands nothing. */
  readonly bare?: boolean
}

const comingSoon = lazyPage(() => import('../pages/waiting-pages.tsx'), 'ComingSoonPage')

/** Every page (spec 2.1); the last one stands for all other paths. */
export const routes: readonly PageRoute[] = [
  {
    path: paths.auth,
    title: msg`Login`,
    role: 'visitor',
    page: lazyPage(() => import('../pages/auth-page.tsx'), 'AuthPage'),
    bare: true,
  },
  {
    path: paths.forgotPassword,
    title: msg`Forgot password`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/forgot-password-page.tsx'), 'ForgotPasswordPage'),
    bare: true,
  },
  { path: paths.home, title: gameTitles.slots, role: 'player', page: gamePages.slots.page },
  ...games.map((game): PageRoute => ({
    path: casinoPath(game),
    title: gameTitles[game],
    role: 'player',
    page: gamePages[game].page,
  })),
  {
    path: paths.minesAuto,
    title: msg`Mines Auto`,
    role: 'player',
    page: lazyPage(() => import('../features/mines/mines-auto-page.tsx'), 'MinesAutoPage'),
  },
  {
    path: paths.deposit,
    title: msg`Deposit`,
    role: 'player',
    page: lazyPage(() => import('../pages/deposit-page.tsx'), 'DepositPage'),
  },
  {
    path: paths.withdraw,
    title: msg`Withdrawal`,
    role: 'player',
    page: lazyPage(() => import('../pages/withdraw-page.tsx'), 'WithdrawPage'),
  },
  {
    path: paths.account,
    title: msg`Account`,
    role: 'player',
    page: lazyPage(() => import('../pages/account-page.tsx'), 'AccountPage'),
  },
  {
    path: paths.accountStatement,
    title: msg`Account statement`,
    role: 'player',
    page: lazyPage(() => import('../pages/account-statement-page.tsx'), 'AccountStatementPage'),
  },
  {
    path: paths.awaitingBonus,
    title: msg`Awaiting Bonus`,
    role: 'player',
    page: lazyPage(() => import('../pages/awaiting-bonus-page.tsx'), 'AwaitingBonusPage'),
  },
  {
    path: paths.saferPlay,
    title: msg`Safer play`,
    role: 'player',
    page: lazyPage(() => import('../pages/safer-play-page.tsx'), 'SaferPlayPage'),
  },
  {
    path: paths.fairness,
    title: msg`Fairness`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/fairness-page.tsx'), 'FairnessPage'),
  },
  {
    path: paths.support,
    title: msg`Support & Help Center`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/support-page.tsx'), 'SupportPage'),
  },
  {
    path: paths.sportsbook,
    title: msg`Sportsbook`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/waiting-pages.tsx'), 'SportsbookPage'),
  },
  { path: paths.wallet, title: msg`Wallet`, role: 'anyone', page: comingSoon },
  { path: paths.dashboard, title: msg`Dashboard`, role: 'anyone', page: comingSoon },
  { path: paths.history, title: msg`Dashboard`, role: 'anyone', page: comingSoon },
  {
    path: paths.terms,
    title: msg`Terms of Service`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/legal-pages.tsx'), 'TermsPage'),
  },
  {
    path: paths.privacy,
    title: msg`Privacy Policy`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/legal-pages.tsx'), 'PrivacyPage'),
  },
  {
    path: paths.round,
    title: msg`Round`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/round-page.tsx'), 'RoundPage'),
  },
  {
    path: '*',
    title: msg`Oops! Page not found`,
    role: 'anyone',
    page: lazyPage(() => import('../pages/waiting-pages.tsx'), 'NotFoundPage'),
  },
]

/** Asks for the code of the page at a path ahead. */
export function preloadPage(pathname: string, table = routes): void {
  void table.find(({ path }) => matchPath(path, pathname))?.page.preload()
}
