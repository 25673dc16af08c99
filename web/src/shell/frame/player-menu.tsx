import { formatNet } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { t } from '@lingui/core/macro'
import ChevronDown from 'lucide-react/icons/chevron-down'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import type { ReactNode } from 'react'
import { useId, useRef, useState } from 'react'
import { NavLink } from '../../core/link.tsx'
import { useSessionNetPaise, useSessionTime } from '../../entities/balance/balance.tsx'
import { LanguageSwitch } from '../../entities/language/language-switch.tsx'
import type { Session } from '../../entities/session/storage.ts'
import { useLogout } from '../../entities/session/use-session.ts'
import { routes } from '../routes.ts'
import { useDismiss } from './use-dismiss.ts'
import styles from './player-menu.module.css'

function MenuCard({ session, id, onLeave }: { session: Session; id: string; onLeave: () => void }): ReactNode {
  const time = useSessionTime(session)
  const netPaise = useSessionNetPaise(session)
  const logout = useLogout()
  return (
    <nav className={styles.menu} id={id} aria-label={t`Player`}>
      <p className={styles.who}>
        <b>{session.user.email}</b>
        <span className={textClass('key')}>{t`Session ${time} · Net ${formatNet(netPaise)}`}</span>
      </p>
      <ul>
        {routes.map(
          ({ path, title, menu }) =>
            menu && (
              <li key={path}>
                <NavLink to={path} onClick={onLeave}>
                  <Icon of={menu.icon} />
                  {t(menu.word ?? title)}
                </NavLink>
              </li>
            ),
        )}
        <li className={styles.language}>
          <LanguageSwitch />
        </li>
        <li className={styles.out}>
          <button type="button" onClick={logout}>
            <Icon of={LogOut} />
            {t`Logout`}
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** The player's e-mail (a hamburger on smaller screens) and what opens under it. */
export function PlayerMenu({ session }: { session: Session }): ReactNode {
  const [open, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useDismiss(holder, open, (byKey) => {
    setOpen(false)
    if (byKey) button.current?.focus()
  })
  return (
    <div className={styles.holder} ref={holder}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={t`Player menu, ${session.user.email}`}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.burger}>
          <Icon of={Menu} size="l" />
        </span>
        <span className={styles.email}>{session.user.email}</span>
        <span className={styles.chevron}>
          <Icon of={ChevronDown} size="s" />
        </span>
      </button>
      {open && <MenuCard session={session} id={id} onLeave={() => setOpen(false)} />}
    </div>
  )
}
