import type { ReactNode } from 'react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useGoTo } from '../keyboard/go-to.ts'
import { KeyboardHelp } from '../keyboard/keyboard-help.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { usePendingCount } from '../queue/use-pending.ts'
import { ShellActionsContext } from './shell-actions.ts'
import { SideBar } from './side-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import styles from './shell.module.css'

/** A new page has the focus on its main part, so that reading goes on there. */
function useArrival(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [pathname])
}

/** Around every page behind the login: pages at the side, on phones at the foot. */
export function Shell(): ReactNode {
  const pending = usePendingCount()
  const [help, setHelp] = useState(false)
  useArrival()
  useGoTo()
  useShortcuts((key) => {
    if (key === '?') setHelp(true)
    return key === '?'
  })
  return (
    <ShellActionsContext value={{ showKeyboard: () => setHelp(true) }}>
      <div className={styles.shell}>
        <SideBar pending={pending} />
        <Suspense fallback={<main aria-busy="true" />}>
          <Outlet />
        </Suspense>
        <TabBar pending={pending} />
      </div>
      {help && <KeyboardHelp onClose={() => setHelp(false)} />}
    </ShellActionsContext>
  )
}
