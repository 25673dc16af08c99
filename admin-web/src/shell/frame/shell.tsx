import { DialogHost } from '@kismet/ui/feedback/open-dialogs.tsx'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import type { ReactNode } from 'react'
import { Suspense, useEffect, useRef } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { keyboardHelp, useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { menuPages } from '../routes.ts'
import { SideBar } from './side-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import styles from './shell.module.css'

const KeyboardHelp = lazyPart(() => import('./keyboard-help.tsx').then((code) => code.KeyboardHelp))

const RequestAlerts = lazyPart(() =>
  import('../../entities/queue/request-alerts.tsx').then((code) => code.RequestAlerts),
)

const closeHelp = (): void => keyboardHelp.set(false)

/** The first page on its way. */
const waiting = (
  <main aria-busy="true" tabIndex={-1}>
    <PendingBar />
  </main>
)

const withinMs = 1_500

/** G, then a letter, opens a page. The two belong together for a moment only. */
function useGoTo(): void {
  const navigate = useNavigate()
  const pressedMs = useRef(Number.NEGATIVE_INFINITY)
  useShortcuts((key) => {
    if (key === 'G') {
      pressedMs.current = performance.now()
      return true
    }
    const isSoon = performance.now() - pressedMs.current < withinMs
    pressedMs.current = Number.NEGATIVE_INFINITY
    const page = isSoon ? menuPages.find(({ menu }) => menu.key === key) : undefined
    if (page) void navigate(page.path)
    return page !== undefined
  })
}

/** Around every page behind the login: pages at the side, on phones at the foot. */
export function Shell(): ReactNode {
  const { pathname } = useLocation()
  useGoTo()
  useShortcuts((key) => {
    if (key === '?') keyboardHelp.set(true)
    return key === '?'
  })
  useEffect(() => closeHelp, [])
  return (
    <>
      <div className={styles.shell}>
        <SideBar />
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
        <TabBar />
      </div>
      <RequestAlerts />
      <DialogHost address={pathname} />
      {keyboardHelp.use() && <KeyboardHelp onClose={closeHelp} />}
    </>
  )
}
