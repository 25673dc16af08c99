import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import logo from '@kismet/ui/art/logo.svg'
import mark from '@kismet/ui/art/mark.svg'
import { classNames } from '@kismet/ui/class-names.ts'
import { buttonClass } from '@kismet/ui/controls/button.tsx'
import { breakpoints } from '@kismet/ui/styles/breakpoints.ts'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Link, NavLink } from '../../core/link.tsx'
import { LoginLink } from '../../core/login-link.tsx'
import { Balance, SessionFacts } from '../../entities/balance/balance.tsx'
import { gameNames, games } from '../../core/games.ts'
import { casinoPath, paths } from '../../core/paths.ts'
import { selectSession } from '../../entities/session/session-slice.ts'
import { useAppSelector } from '../../core/store.ts'
import { PlayerMenu } from './player-menu.tsx'
import { useCurrentGame } from '../game-pages.ts'
import styles from './top-bar.module.css'

const ProofDot = lazyPart(() => import('../../features/deposit/proof-dot.tsx').then((code) => code.ProofDot))

/** Brand, games, session time and net result, Deposit / Withdrawal, balance, menu. Who is not logged in gets a way in. */
export function TopBar(): ReactNode {
  const session = useAppSelector(selectSession)
  const current = useCurrentGame()
  return (
    <header className={styles.bar}>
      <Link className={styles.brand} to={paths.home}>
        {/* A browser loads only the picture that it shows. */}
        <picture>
          <source media={`(min-width: ${breakpoints.side}px)`} srcSet={logo} />
          <img src={mark} alt="Kismet" />
        </picture>
      </Link>
      <nav className={styles.games} aria-label={t`Casino`}>
        {gameNames.map((game) => (
          <Link key={game} to={casinoPath(game)} aria-current={game === current ? 'page' : undefined}>
            {t(games[game].title)}
          </Link>
        ))}
      </nav>
      {session && (
        <div className={styles.balance}>
          <Balance />
        </div>
      )}
      <div className={styles.end}>
        {session ? <PlayerMenu session={session} /> : <LoginLink className={buttonClass()}>{t`Login`}</LoginLink>}
      </div>
      <nav className={classNames(styles.wallet, !session && styles.alone)} aria-label={t`Deposit and withdrawal`}>
        <NavLink to={paths.deposit}>
          {t`Deposit`}
          {session && <ProofDot />}
        </NavLink>
        <NavLink to={paths.withdraw}>{t`Withdrawal`}</NavLink>
      </nav>
      {session && (
        <div className={styles.session}>
          <SessionFacts session={session} />
        </div>
      )}
    </header>
  )
}
