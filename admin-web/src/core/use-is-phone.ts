import { below } from '@kismet/ui/styles/breakpoints.ts'
import { useSyncExternalStore } from 'react'

const phone = below('desk')

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the panes stand one after the other. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(phone).matches)
}
