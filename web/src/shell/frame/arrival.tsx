import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Stands beside a page in its `Suspense`, so that it tells of the page once the page is there. */
export function Arrival({ onPage }: { onPage: (pathname: string) => void }): null {
  const { pathname } = useLocation()
  useEffect(() => onPage(pathname), [onPage, pathname])
  return null
}
