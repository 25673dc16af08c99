import { Button } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Lock from 'lucide-react/icons/lock'
import LogOut from 'lucide-react/icons/log-out'
import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import { paths } from '../../core/paths.ts'
import { beginsOthers, menuPages } from '../routes.ts'
import { Avatar } from '../../core/avatar.tsx'
import { InfoDialog } from '@kismet/ui/feedback/dialog.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { roleText } from '../../entities/session/roles.ts'
import { useAdmin, useLogout } from '../../entities/session/use-session.ts'
import styles from './more-sheet.module.css'

/** What has no room in the tabs of a phone: every page, who is logged in, and the way out. */
export function MoreSheet({ onClose }: { onClose: () => void }): ReactNode {
  const admin = useAdmin()
  const logout = useLogout()
  return (
    <InfoDialog title="More" onClose={onClose}>
      <div className={styles.me}>
        <Avatar name={admin.username} />
        <p>
          <Link to={paths.account} className={textClass('link')} onClick={onClose}>
            {admin.username}
          </Link>
          <br />
          <small className={textClass('mute')}>{roleText(admin.role)}</small>
        </p>
        <Button icon={LogOut} onClick={logout}>
          Logout
        </Button>
      </div>
      <nav className={styles.pages} aria-label="All pages">
        {menuPages.map(({ path, title, roles, menu }) => (
          <NavLink key={path} to={path} end={beginsOthers(path)} onClick={onClose}>
            <Icon of={menu.icon} />
            {title}
            {!roles.includes(admin.role) && (
              <>
                <span className={textClass('sr')}>, locked for your role</span>
                <Icon of={Lock} size="s" className={styles.lock} />
              </>
            )}
          </NavLink>
        ))}
      </nav>
    </InfoDialog>
  )
}
