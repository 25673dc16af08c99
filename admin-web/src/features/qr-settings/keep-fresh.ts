import { useEffect, useEffectEvent } from 'react'

/** Reads at each visit and every 30 seconds. Another owner may decide at any time, and no live event tells about it. */
export const freshly = { refetchOnMountOrArgChange: true, pollingInterval: 30_000 } as const

/** Reads again when the window gets the focus. */
export function useRefetchOnFocus(refetch: () => unknown): void {
  const onFocus = useEffectEvent(() => void refetch())
  useEffect(() => {
    const onShown = (): void => onFocus()
    window.addEventListener('focus', onShown)
    return () => window.removeEventListener('focus', onShown)
  }, [])
}
