import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** A new page starts at its top, with the focus on its main part, so that reading goes on there. */
export function useArrival(): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }, [pathname])
}
