import { classNames } from '@kismet/ui/class-names.ts'
import { Stack } from '@kismet/ui/layout/layout.tsx'
import type { ReactNode } from 'react'
import { createContext, useContext, useEffect } from 'react'
import styles from './page.module.css'

/** The class of a link or button that leads back. */
export const backClass = styles.back

/** The title of the page and of the browser tab, from the table of routes. */
export const PageTitle = createContext('Kismet')

export function usePageTitle(): string {
  return useContext(PageTitle)
}

/** The title of the browser's tab. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Kismet`
  }, [title])
}

/** Marks a page once it has fully loaded. Later refetches keep the layout. */
function markOnceWhole(page: HTMLElement): () => void {
  const look = (): void => {
    if (page.querySelector('[role=status][aria-busy=true]')) return
    page.dataset.whole = ''
    observer.disconnect()
  }
  const observer = new MutationObserver(look)
  observer.observe(page, { subtree: true, childList: true })
  look()
  return () => observer.disconnect()
}

/** A page with a title and an intro. */
export function Page({
  intro,
  slim = false,
  children,
}: {
  intro?: ReactNode
  slim?: boolean
  children: ReactNode
}): ReactNode {
  const title = usePageTitle()
  return (
    <main ref={markOnceWhole} className={classNames(styles.page, slim && styles.slim)} tabIndex={-1}>
      <Stack as="header" gap={1}>
        <h1>{title}</h1>
        {intro && <p>{intro}</p>}
      </Stack>
      {children}
    </main>
  )
}

/** A page with its own heading. */
export function PlainPage({ children }: { children: ReactNode }): ReactNode {
  return (
    <main ref={markOnceWhole} className={styles.page} tabIndex={-1}>
      {children}
    </main>
  )
}

/** A page with one message below five stars. `broken` leaves out one line between the stars. */
export function OneLinePage({
  line,
  broken = false,
  children,
}: {
  line?: ReactNode
  broken?: boolean
  children?: ReactNode
}): ReactNode {
  const title = usePageTitle()
  return (
    <main className={styles.center} tabIndex={-1}>
      <svg className={styles.star} viewBox="0 0 160 96" aria-hidden="true">
        <polyline points="12,70 40,40 74,54" />
        <polyline className={classNames(broken && styles.gap)} points="74,54 110,22" />
        <polyline points="110,22 146,44" />
        <circle cx="12" cy="70" r="3" />
        <circle cx="40" cy="40" r="4" />
        <circle cx="74" cy="54" r="3" />
        <circle cx="110" cy="22" r="4" />
        <circle cx="146" cy="44" r="3" />
      </svg>
      <h1>{title}</h1>
      {line && <p>{line}</p>}
      {children}
    </main>
  )
}
