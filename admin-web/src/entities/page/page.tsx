import { IconButton } from '@kismet/ui/controls/button.tsx'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { PlayMoneyMark } from '@kismet/ui/feedback/tag.tsx'
import Keyboard from 'lucide-react/icons/keyboard'
import { sharedValue } from '@kismet/ui/shared-value.ts'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect, useState } from 'react'
import { LiveBadge } from '../live/live-badge.tsx'
import { useGetConfigQuery } from '../site/site-api.ts'
import { keyboardHelp } from '../../core/keyboard/use-shortcuts.ts'
import { lazyPart } from '@kismet/app-kit/lazy-part.ts'
import { ThemeButton } from '../../core/theme/theme-button.tsx'
import { formatClock } from '../../core/format/time.ts'
import { useServerNow } from '../../core/use-now.ts'
import styles from './page.module.css'

const Find = lazyPart(() => import('./find.tsx').then((code) => code.Find))

/** The number in the title of the browser tab; 0 for no number. */
export const titleCount = sharedValue(0)

const Title = createContext({ text: 'Kismet', isOwn: false })
const NameTitle = createContext<(own: string | null) => void>(() => undefined)

/** The title of the page and of the browser tab: `value` from the table of routes, or the title of `useOwnTitle`. */
export function PageTitle({ value, children }: { value: string; children: ReactNode }): ReactNode {
  const [own, setOwn] = useState<string | null>(null)
  const text = own ?? value
  const waiting = titleCount.use()
  useEffect(() => {
    document.title = `${waiting === 0 ? '' : `(${waiting}) `}${text} · Kismet Admin`
  }, [text, waiting])
  return (
    <NameTitle value={setOwn}>
      <Title value={{ text, isOwn: own !== null }}>{children}</Title>
    </NameTitle>
  )
}

export const useTitle = (): string => useContext(Title).text

/** Sets the title of the page while the component is mounted. */
export function useOwnTitle(own: string): void {
  const name = useContext(NameTitle)
  useEffect(() => {
    name(own)
    return () => name(null)
  }, [name, own])
}

const tickMs = 5_000

/** The time in India, to compare with a bank. */
function Clock(): ReactNode {
  return <time className={textClass('small', 'mute', 'nowrap')}>{formatClock(useServerNow(tickMs))} IST</time>
}

function PlayMoney(): ReactNode {
  const { data } = useGetConfigQuery({})
  if (data?.mode !== 'play') return null
  return (
    <PlayMoneyMark>
      <span className={textClass('desk')}>Play money</span>
      <span className={textClass('phone')}>Play</span>
    </PlayMoneyMark>
  )
}

interface PageProps {
  /** Whether the data refreshes by itself. */
  live?: boolean
  /** Replaces the global search. */
  search?: ReactNode
  /** Panes from edge to edge instead of panels on a ground. */
  flush?: boolean
  children: ReactNode
}

/** A page: title and state above, content below. */
export function Page({ live = false, search, flush = false, children }: PageProps): ReactNode {
  const { text, isOwn } = useContext(Title)
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1 className={classNames(isOwn && styles.own)}>{text}</h1>
        <LiveBadge quiet={!live} />
        <div className={styles.end}>
          {search ?? (
            <span className={textClass('desk')}>
              <Find />
            </span>
          )}
          <PlayMoney />
          <span className={styles.clock} data-own>
            <Clock />
          </span>
          <span className={textClass('desk')}>
            <IconButton icon={Keyboard} size="s" label="Keyboard shortcuts" onClick={() => keyboardHelp.set(true)} />
          </span>
          <ThemeButton />
        </div>
      </header>
      <main className={classNames(styles.body, flush && styles.flush)} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
