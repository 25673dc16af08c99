import { PendingBar } from '@kismet/ui/feedback/pending-bar.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import { RemoveFirstFrame } from '@kismet/ui/layout/remove-first-frame.tsx'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { Suspense, useEffect } from 'react'
import { useLocation } from 'wouter'
import { Link, NavLink } from '../../core/link.tsx'
import { gameNames, games } from '../../core/games.ts'
import { casinoPath, paths } from '../../core/paths.ts'
import { NoticeBanner } from '../../entities/notices/notices.tsx'
import { ConnectionStrip } from './connection-strip.tsx'
import styles from './frame.module.css'
import { TopBar } from './top-bar.tsx'
import { useCurrentGame } from '../game-pages.ts'

/** Stands beside a page in its `Suspense`, so that it tells of the page once the page is there. */
function Arrival({ onPage }: { onPage: (pathname: string) => void }): null {
  const [pathname] = useLocation()
  useEffect(() => onPage(pathname), [onPage, pathname])
  return null
}

interface FrameProps {
  /** Told of each page that is there. */
  readonly onPage: (pathname: string) => void
  readonly children: ReactNode
}

/** The first page on its way. */
const waiting = (
  <main className={styles.waiting} aria-busy="true" tabIndex={-1}>
    <PendingBar />
  </main>
)

function Dock(): ReactNode {
  const current = useCurrentGame()
  return (
    <nav className={styles.dock} aria-label={t`Main`}>
      {gameNames.map((game) => (
        <Link key={game} to={casinoPath(game)} aria-current={game === current ? 'page' : undefined}>
          <Icon of={games[game].icon} />
          {t(games[game].title)}
        </Link>
      ))}
      <NavLink to={paths.accountStatement}>
        <Icon of={History} />
        {t`History`}
      </NavLink>
    </nav>
  )
}

function Footer(): ReactNode {
  return (
    <Stack as="footer" gap={1} className={styles.foot}>
      <p>{t`18+ only. Gamble responsibly.`}</p>
      <nav aria-label={t`About`}>
        <Link to={paths.fairness}>{t`Fairness`}</Link>
        <Link to={paths.saferPlay}>{t`Safer play`}</Link>
        <Link to={paths.support}>{t`Support`}</Link>
        <Link to={paths.terms}>{t`Terms of Service`}</Link>
        <Link to={paths.privacy}>{t`Privacy Policy`}</Link>
      </nav>
    </Stack>
  )
}

/** Around every page but login: bars above and below, the page between. */
export function Frame({ onPage, children }: FrameProps): ReactNode {
  const [pathname] = useLocation()
  const isGame = useCurrentGame() !== null && pathname !== paths.minesAuto
  return (
    <div className={styles.frame}>
      <TopBar />
      <div className={styles.over}>
        <NoticeBanner />
      </div>
      <ConnectionStrip />
      <Suspense fallback={waiting}>
        {children}
        <RemoveFirstFrame />
        <Arrival onPage={onPage} />
      </Suspense>
      {!isGame && <Footer />}
      <Dock />
    </div>
  )
}

/** Around login and the reset of a password: nothing but the page. */
export function BareFrame({ onPage, children }: FrameProps): ReactNode {
  return (
    <div className={styles.bare}>
      <div className={styles.bannerTop}>
        <NoticeBanner />
      </div>
      <Suspense fallback={waiting}>
        {children}
        <RemoveFirstFrame />
        <Arrival onPage={onPage} />
      </Suspense>
    </div>
  )
}
