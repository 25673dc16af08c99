import type { LazyPage } from '@kismet/app-kit/lazy-page.ts'
import { lazyPage } from '@kismet/app-kit/lazy-page.ts'
import type { AdminRole, OrOther } from '@kismet/contracts'
import {
  accountReaders,
  adminListDeposits,
  adminListWithdrawals,
  adminRoles,
  auditReaders,
  bookEvidence,
  decideDeposit,
  getOnlineUsers,
  handoverReaders,
  postDepositSettings,
  reportReaders,
} from '@kismet/contracts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined'
import FileChartColumn from 'lucide-react/icons/file-chart-column'
import Gauge from 'lucide-react/icons/gauge'
import Landmark from 'lucide-react/icons/landmark'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Plane from 'lucide-react/icons/plane'
import QrCode from 'lucide-react/icons/qr-code'
import Scale from 'lucide-react/icons/scale'
import ScrollText from 'lucide-react/icons/scroll-text'
import UserCog from 'lucide-react/icons/user-cog'
import Users from 'lucide-react/icons/users'
import { matchPath } from 'react-router'
import { paths } from '../core/paths.ts'
import { gameModeRoles, rolesOf, settersAndAuditors } from '../entities/session/roles.ts'

/** How the menus show a page. */
interface MenuEntry {
  /** The group in the sidebar. */
  readonly group: 'Work' | 'Watch' | 'Control'
  /** In the sidebar, and below the drawing of a tab. */
  readonly word: string
  readonly tab: string
  readonly icon: Glyph
  /** The letter that opens the page after G. */
  readonly key: string
}

/** One page of the back office. */
export interface PageRoute {
  readonly path: string
  /** Heading of the page and of the browser's tab. */
  readonly title: string
  /** Who may open it, the others see a lock; `visitor`: nobody has to be logged in. */
  readonly roles: readonly OrOther<AdminRole>[] | 'visitor'
  readonly page: LazyPage
  readonly menu?: MenuEntry
}

/** Every page of the app (spec 2.16); the last one stands for all other paths. */
export const routes = [
  {
    path: paths.login,
    title: 'Login',
    roles: 'visitor',
    page: lazyPage(() => import('../features/login/login-page.tsx'), 'LoginPage'),
  },
  {
    path: paths.dashboard,
    title: 'Dashboard',
    roles: rolesOf(getOnlineUsers.route),
    page: lazyPage(() => import('../features/overview/dashboard-page.tsx'), 'DashboardPage'),
    menu: { group: 'Work', word: 'Dashboard', tab: 'Today', icon: LayoutDashboard, key: 'T' },
  },
  {
    path: paths.deposits,
    title: 'Deposit requests',
    roles: rolesOf(adminListDeposits.route),
    page: lazyPage(() => import('../features/deposits/deposit-queue.tsx'), 'DepositQueue'),
    menu: { group: 'Work', word: 'Deposits', tab: 'Deposits', icon: ArrowDownToLine, key: 'D' },
  },
  {
    path: paths.withdrawals,
    title: 'Withdrawal requests',
    roles: rolesOf(adminListWithdrawals.route),
    page: lazyPage(() => import('../features/withdrawals/withdrawal-queue.tsx'), 'WithdrawalQueue'),
    menu: { group: 'Work', word: 'Withdrawals', tab: 'Withdrawals', icon: ArrowUpFromLine, key: 'W' },
  },
  {
    path: paths.support,
    title: 'Support messages',
    roles: adminRoles,
    page: lazyPage(() => import('../features/support/support-page.tsx'), 'SupportPage'),
    menu: { group: 'Work', word: 'Support', tab: 'Support', icon: MessageSquareText, key: 'S' },
  },
  {
    path: paths.analytics,
    title: 'Analytics',
    roles: adminRoles,
    page: lazyPage(() => import('../features/analytics/analytics-page.tsx'), 'AnalyticsPage'),
    menu: { group: 'Watch', word: 'Analytics', tab: 'Analytics', icon: ChartNoAxesCombined, key: 'A' },
  },
  {
    path: paths.reports,
    title: 'Reports',
    roles: reportReaders,
    page: lazyPage(() => import('../features/reports/reports-page.tsx'), 'ReportsPage'),
    menu: { group: 'Watch', word: 'Reports', tab: 'Reports', icon: FileChartColumn, key: 'E' },
  },
  {
    path: paths.handover,
    title: 'Handover',
    roles: handoverReaders,
    page: lazyPage(() => import('../features/handover/handover-page.tsx'), 'HandoverPage'),
    menu: { group: 'Work', word: 'Handover', tab: 'Handover', icon: ArrowLeftRight, key: 'H' },
  },
  {
    path: paths.players,
    title: 'Players',
    roles: adminRoles,
    page: lazyPage(() => import('../features/players/players-page.tsx'), 'PlayersPage'),
    menu: { group: 'Watch', word: 'Players', tab: 'Players', icon: Users, key: 'P' },
  },
  {
    path: paths.player,
    title: 'Player',
    roles: adminRoles,
    page: lazyPage(() => import('../features/players/player-page.tsx'), 'PlayerPage'),
  },
  {
    path: paths.rounds,
    title: 'Rounds',
    roles: adminRoles,
    page: lazyPage(() => import('../features/rounds/rounds-page.tsx'), 'RoundsPage'),
    menu: { group: 'Watch', word: 'Rounds', tab: 'Rounds', icon: Plane, key: 'R' },
  },
  {
    path: paths.evidence,
    title: 'Evidence',
    roles: rolesOf(bookEvidence.route),
    page: lazyPage(() => import('../features/evidence/evidence-page.tsx'), 'EvidencePage'),
  },
  {
    path: paths.ledger,
    title: 'Ledger and RTP',
    roles: adminRoles,
    page: lazyPage(() => import('../features/ledger/ledger-page.tsx'), 'LedgerPage'),
    menu: { group: 'Watch', word: 'Ledger and RTP', tab: 'Ledger', icon: Scale, key: 'L' },
  },
  {
    path: paths.bankStatement,
    title: 'Bank statement',
    roles: settersAndAuditors(decideDeposit.route),
    page: lazyPage(() => import('../features/bank-statement/bank-statement-page.tsx'), 'BankStatementPage'),
    menu: { group: 'Work', word: 'Bank statement', tab: 'Bank', icon: Landmark, key: 'B' },
  },
  {
    path: paths.qrSettings,
    title: 'Payment settings',
    roles: settersAndAuditors(postDepositSettings.route),
    page: lazyPage(() => import('../features/qr-settings/qr-settings-page.tsx'), 'QrSettingsPage'),
    menu: { group: 'Control', word: 'Payment settings', tab: 'Pay', icon: QrCode, key: 'Q' },
  },
  {
    path: paths.gameMode,
    title: 'Game mode',
    roles: gameModeRoles,
    page: lazyPage(() => import('../features/maintenance/game-mode-page.tsx'), 'GameModePage'),
    menu: { group: 'Control', word: 'Game mode', tab: 'Mode', icon: Gauge, key: 'M' },
  },
  {
    path: paths.auditLog,
    title: 'Audit log',
    roles: auditReaders,
    page: lazyPage(() => import('../features/audit-log/audit-page.tsx'), 'AuditPage'),
    menu: { group: 'Control', word: 'Audit log', tab: 'Audit', icon: ScrollText, key: 'U' },
  },
  {
    path: paths.admins,
    title: 'Admins',
    roles: accountReaders,
    page: lazyPage(() => import('../features/admins/admins-page.tsx'), 'AdminsPage'),
    menu: { group: 'Control', word: 'Admins', tab: 'Admins', icon: UserCog, key: 'N' },
  },
  {
    path: paths.account,
    title: 'Your account',
    roles: adminRoles,
    page: lazyPage(() => import('../features/account/account-page.tsx'), 'AccountPage'),
  },
  {
    path: '/admin/*',
    title: 'Page not found',
    roles: adminRoles,
    page: lazyPage(() => import('../features/not-found/not-found-page.tsx'), 'NotFoundPage'),
  },
] as const satisfies readonly PageRoute[]

/** A page as the menus show it. */
export type MenuPage = Extract<(typeof routes)[number], { menu: MenuEntry }> & {
  readonly roles: readonly OrOther<AdminRole>[]
}

export const menuPages: readonly MenuPage[] = routes.filter((route) => 'menu' in route)

/** Whether the paths of other pages begin with this one, which a menu then shows as open there alone. */
export function beginsOthers(path: string): boolean {
  return menuPages.some((other) => other.path !== path && other.path.startsWith(path))
}

/** Asks for the code of the page at a path ahead. */
export function preloadPage(pathname: string, table: readonly PageRoute[] = routes): void {
  void table.find(({ path }) => matchPath(path, pathname))?.page.preload()
}
