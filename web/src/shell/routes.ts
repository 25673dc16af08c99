import type { LazyPage } from '@kismet/app-kit/lazy-page.ts'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import Banknote from 'lucide-react/icons/banknote'
import CircleUser from 'lucide-react/icons/circle-user'
import Gift from 'lucide-react/icons/gift'
import History from 'lucide-react/icons/history'
import Landmark from 'lucide-react/icons/landmark'
import LifeBuoy from 'lucide-react/icons/life-buoy'
import MessageCircle from 'lucide-react/icons/message-circle'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { parse } from 'regexparam'
import { gameNames, games } from '../core/games.ts'
import { casinoPath, paths } from '../core/paths.ts'
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
  /** Its entry in the player menu; `word` if the menu has a shorter title. The menu has the order of the routes. */
  readonly menu?: { readonly icon: Glyph; readonly word?: MessageDescriptor }
}

const route = (
  role: PageRoute['role'],
  path: string,
  title: MessageDescriptor,
  page: LazyPage,
  rest: Pick<PageRoute, 'bare' | 'menu'> = {},
): PageRoute => ({ role, path, title, page, ...rest })

const auth = lazyPage(() => import('../pages/auth-page.tsx'), 'AuthPage')
const forgotPassword = lazyPage(() => import('../pages/forgot-password-page.tsx'), 'ForgotPasswordPage')
const minesAuto = lazyPage(() => import('../pages/mines-auto-page.tsx'), 'MinesAutoPage')
const deposit = lazyPage(() => import('../pages/deposit-page.tsx'), 'DepositPage')
const withdraw = lazyPage(() => import('../pages/withdraw-page.tsx'), 'WithdrawPage')
const account = lazyPage(() => import('../pages/account-page.tsx'), 'AccountPage')
const statement = lazyPage(() => import('../pages/account-statement-page.tsx'), 'AccountStatementPage')
const bonus = lazyPage(() => import('../pages/awaiting-bonus-page.tsx'), 'AwaitingBonusPage')
const saferPlay = lazyPage(() => import('../pages/safer-play-page.tsx'), 'SaferPlayPage')
const fairness = lazyPage(() => import('../pages/fairness-page.tsx'), 'FairnessPage')
const support = lazyPage(() => import('../pages/support-page.tsx'), 'SupportPage')
const sportsbook = lazyPage(() => import('../pages/waiting-pages.tsx'), 'SportsbookPage')
const comingSoon = lazyPage(() => import('../pages/waiting-pages.tsx'), 'ComingSoonPage')
const notFound = lazyPage(() => import('../pages/waiting-pages.tsx'), 'NotFoundPage')
const terms = lazyPage(() => import('../pages/legal-pages.tsx'), 'TermsPage')
const privacy = lazyPage(() => import('../pages/legal-pages.tsx'), 'PrivacyPage')
const round = lazyPage(() => import('../pages/round-page.tsx'), 'RoundPage')

/** Every page (spec 2.1); the last one stands for all other paths. */
export const routes: readonly PageRoute[] = [
  route('visitor', paths.auth, msg`Login`, auth, { bare: true }),
  route('anyone', paths.forgotPassword, msg`Forgot password`, forgotPassword, { bare: true }),
  route('player', paths.home, games.slots.title, gamePages.slots),
  ...gameNames.map((game) => route('player', casinoPath(game), games[game].title, gamePages[game])),
  route('player', paths.minesAuto, msg`Mines Auto`, minesAuto),
  route('player', paths.deposit, msg`Deposit`, deposit, { menu: { icon: Banknote } }),
  route('player', paths.withdraw, msg`Withdrawal`, withdraw, { menu: { icon: Landmark } }),
  route('player', paths.account, msg`Account`, account, { menu: { icon: CircleUser } }),
  route('player', paths.accountStatement, msg`Account statement`, statement, { menu: { icon: History } }),
  route('player', paths.awaitingBonus, msg`Awaiting Bonus`, bonus, { menu: { icon: Gift } }),
  route('anyone', paths.fairness, msg`Fairness`, fairness, { menu: { icon: ShieldCheck } }),
  route('player', paths.saferPlay, msg`Safer play`, saferPlay, { menu: { icon: LifeBuoy } }),
  route('anyone', paths.support, msg`Support & Help Center`, support, {
    menu: { icon: MessageCircle, word: msg`Support` },
  }),
  route('anyone', paths.sportsbook, msg`Sportsbook`, sportsbook),
  route('anyone', paths.wallet, msg`Wallet`, comingSoon),
  route('anyone', paths.dashboard, msg`Dashboard`, comingSoon),
  route('anyone', paths.history, msg`Dashboard`, comingSoon),
  route('anyone', paths.terms, msg`Terms of Service`, terms),
  route('anyone', paths.privacy, msg`Privacy Policy`, privacy),
  route('anyone', paths.round, msg`Round`, round),
  route('anyone', '*', msg`Oops! Page not found`, notFound),
]

/** The first route of a path. */
export function routeAt(pathname: string, table = routes): PageRoute | undefined {
  return table.find(({ path }) => parse(path).pattern.test(pathname))
}

/** Asks for the code of the page at a path ahead. */
export function preloadPage(pathname: string, table = routes): void {
  void routeAt(pathname, table)?.page.preload()
}
