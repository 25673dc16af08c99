import { Questions } from '@kismet/ui/feedback/open-questions.tsx'
import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useGoTo } from '../../core/keyboard/go-to.ts'
import { useShortcuts } from '../../core/keyboard/use-shortcuts.ts'
import { ShellActionsContext } from '../../entities/page/shell-actions.ts'
import { optional } from '../../core/optional.tsx'
import { SideBar } from './side-bar.tsx'
import { TabBar } from './tab-bar.tsx'
import styles from './shell.module.css'

const KeyboardHelp = optional(() => import('../../core/keyboard/keyboard-help.tsx').then((code) => code.KeyboardHelp))

/** The first page on its way. */
const waiting = (
  <main aria-busy="true" tabIndex={-1}>
    <PendingBar />
  </main>
)

/** Around every page behind the login: pages at the side, on phones at the foot. */
export function Shell(): ReactNode {
  const [help, setHelp] = useState(false)
  const { pathname, search } = useLocation()
  useGoTo()
  useShortcuts((key) => {
    if (key === '?') setHelp(true)
    return key === '?'
  })
  return (
    <ShellActionsContext value={{ showKeyboard: () => setHelp(true) }}>
      <div className={styles.shell}>
        <SideBar />
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
        <TabBar />
      </div>
      <Questions place={pathname + search} />
      {help && <KeyboardHelp onClose={() => setHelp(false)} />}
    </ShellActionsContext>
  )
}
