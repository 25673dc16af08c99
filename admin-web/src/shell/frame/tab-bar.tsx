import { Icon } from '@kismet/ui/icon.tsx'
import Menu from 'lucide-react/icons/menu'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { menuPages } from '../routes.ts'
import { paths } from '../../core/paths.ts'
import { useAdmin } from '../../entities/session/use-session.ts'
import { MoreSheet } from './more-sheet.tsx'
import { QueueCount } from './queue-count.tsx'
import styles from './tab-bar.module.css'

/** The pages at the thumb, on phones. What a role may not open is behind More, with its lock. */
export function TabBar({ pending }: { pending: number | null }): ReactNode {
  const { role } = useAdmin()
  const [more, setMore] = useState(false)
  return (
    <>
      <nav className={styles.tabs} aria-label="Main">
        {menuPages
          .filter((page) => page.roles.includes(role))
          .map(({ path, menu }) => (
            <NavLink key={path} to={path} end>
              <Icon of={menu.icon} />
              {menu.tab}
              {path === paths.deposits && <QueueCount count={pending} className={styles.count} />}
            </NavLink>
          ))}
        <button type="button" aria-haspopup="dialog" onClick={() => setMore(true)}>
          <Icon of={Menu} />
          More
        </button>
      </nav>
      {more && <MoreSheet onClose={() => setMore(false)} />}
    </>
  )
}
