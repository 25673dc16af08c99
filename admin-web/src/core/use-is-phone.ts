import { useSyncExternalStore } from 'react'

const phone = '(max-width: 760px)'

function listen(onChange: () => void): () => void {
  const query = window.matchMedia(phone)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** Whether the panes stand one after the other. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(listen, () => window.matchMedia(phone).matches)
}
