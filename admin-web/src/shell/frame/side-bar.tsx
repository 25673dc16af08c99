import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { IconButton } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { MenuPage } from '../routes.ts'
import { beginsOthers, menuPages } from '../routes.ts'
import { Avatar } from '../../core/avatar.tsx'
import { paths } from '../../core/paths.ts'
import { roleText } from '../../entities/session/roles.ts'
import { useAdmin, useLogout } from '../../entities/session/use-session.ts'
import { Brand } from '../../core/brand.tsx'
import { PageCount } from './queue-count.tsx'
import styles from './side-bar.module.css'

const groups = ['Work', 'Watch', 'Control'] as const

function PageLink({ page }: { page: MenuPage }): ReactNode {
  const { role } = useAdmin()
  const locked = !page.roles.includes(role)
  return (
    <NavLink
      to={page.path}
      end={beginsOthers(page.path)}
      className={classNames(locked && styles.locked)}
      title={page.menu.word}
    >
      <Icon of={page.menu.icon} size="s" />
      <span>{page.menu.word}</span>
      <PageCount path={page.path} className={styles.count} />
      {locked && (
        <>
          <span className={textClass('sr')}>, locked for your role</span>
          <Icon of={Lock} size="s" className={styles.lock} />
        </>
      )}
    </NavLink>
  )
}

/** The pages in groups, and who is logged in. A rail of drawings on narrower screens, nothing on phones. */
export function SideBar(): ReactNode {
  const admin = useAdmin()
  const logout = useLogout()
  return (
    <aside className={styles.side} aria-label="Sidebar">
      <Link to={paths.dashboard} className={styles.brand}>
        <Brand small />
      </Link>
      {groups
        .filter((name) => menuPages.some(({ menu }) => menu.group === name))
        .map((name) => (
          <nav key={name} aria-label={name}>
            <p className={styles.group} aria-hidden="true">
              {name}
            </p>
            {menuPages
              .filter(({ menu }) => menu.group === name)
              .map((page) => (
                <PageLink key={page.path} page={page} />
              ))}
          </nav>
        ))}
      <div className={styles.me} data-own>
        <Link to={paths.account} title="Your account">
          <Avatar name={admin.username} />
          <span className={styles.who}>
            <span className={textClass('cut')}>{admin.username}</span>
            <small>{roleText(admin.role)}</small>
          </span>
        </Link>
        <IconButton icon={LogOut} size="s" label="Logout" title="Logout" onClick={logout} />
      </div>
    </aside>
  )
}
