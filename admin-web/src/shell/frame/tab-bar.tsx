import { Icon } from '@kismet/ui/icon.tsx'
import Menu from 'lucide-react/icons/menu'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { matchPath, NavLink, useLocation } from 'react-router'
import { beginsOthers, menuPages } from '../routes.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { MoreSheet } from './more-sheet.tsx'
import { PageCount } from './queue-count.tsx'
import styles from './tab-bar.module.css'

/** Tabs beside More. */
const mostTabs = 4

/** The first pages at the thumb, on phones. The others, and what a role may not open, are behind More. */
export function TabBar(): ReactNode {
  const { role } = useAdmin()
  const { pathname } = useLocation()
  const [more, setMore] = useState(false)
  const tabs = menuPages.filter((page) => page.roles.includes(role)).slice(0, mostTabs)
  const isBehindMore = !tabs.some(({ path }) => matchPath({ path, end: beginsOthers(path) }, pathname))
  return (
    <>
      <nav className={styles.tabs} aria-label="Main">
        {tabs.map(({ path, menu }) => (
          <NavLink key={path} to={path} end={beginsOthers(path)}>
            <Icon of={menu.icon} />
            {menu.tab}
            <PageCount path={path} className={styles.count} />
          </NavLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          aria-current={isBehindMore ? 'true' : undefined}
          onClick={() => setMore(true)}
        >
          <Icon of={Menu} />
          More
        </button>
      </nav>
      {more && <MoreSheet onClose={() => setMore(false)} />}
    </>
  )
}
