import type { AdminRole } from '@kismet/contracts'
import { adminListDeposits, getOnlineUsers, postDepositSettings, setSiteMaintenance } from '@kismet/contracts'
import type { Glyph } from '@kismet/ui/icon.tsx'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import Gauge from 'lucide-react/icons/gauge'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import QrCode from 'lucide-react/icons/qr-code'
import { paths } from './paths.ts'
import { rolesOf } from './session/roles.ts'

export interface PageInfo {
  path: string
  title: string
  /** In the sidebar, and below the drawing of a tab. */
  word: string
  tab: string
  icon: Glyph
  /** Who may open it; the others see a lock. */
  roles: readonly AdminRole[]
}

/** Auditors read what owners set. */
const settersAndAuditors = (setters: readonly AdminRole[]): readonly AdminRole[] => [...setters, 'auditor']

const dashboard: PageInfo = {
  path: paths.dashboard,
  title: 'Dashboard',
  word: 'Dashboard',
  tab: 'Today',
  icon: LayoutDashboard,
  roles: rolesOf(getOnlineUsers.route),
}
const deposits: PageInfo = {
  path: paths.deposits,
  title: 'Deposit requests',
  word: 'Deposits',
  tab: 'Deposits',
  icon: ArrowDownToLine,
  roles: rolesOf(adminListDeposits.route),
}
const qrSettings: PageInfo = {
  path: paths.qrSettings,
  title: 'QR settings',
  word: 'QR settings',
  tab: 'QR',
  icon: QrCode,
  roles: settersAndAuditors(rolesOf(postDepositSettings.route)),
}
const gameMode: PageInfo = {
  path: paths.gameMode,
  title: 'Game mode',
  word: 'Game mode',
  tab: 'Mode',
  icon: Gauge,
  roles: settersAndAuditors(rolesOf(setSiteMaintenance.route)),
}

/** Every page behind the login. */
export const pages = { dashboard, deposits, qrSettings, gameMode } as const

/** As the sidebar groups them. */
export const pageGroups: readonly { name: string; pages: readonly PageInfo[] }[] = [
  { name: 'Work', pages: [dashboard, deposits] },
  { name: 'Control', pages: [qrSettings, gameMode] },
]
