import { Icon } from '@kismet/ui/icon.tsx'
import Menu from 'lucide-react/icons/menu'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { NavLink } from 'react-router'
import { pages } from '../pages.ts'
import { paths } from '../paths.ts'
import { useAdmin } from '../session/use-session.ts'
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
        {Object.values(pages)
          .filter((page) => page.roles.includes(role))
          .map(({ path, tab, icon }) => (
            <NavLink key={path} to={path} end>
              <Icon of={icon} />
              {tab}
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
