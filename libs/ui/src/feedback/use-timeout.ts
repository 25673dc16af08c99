import { useEffect, useEffectEvent } from 'react'

/** Calls `callback` once after `delayMs`; a change of the delay starts again, null stops. */
export function useTimeout(callback: () => void, delayMs: number | null): void {
  const onElapsed = useEffectEvent(callback)
  useEffect(() => {
    if (delayMs === null) return
    const timer = setTimeout(() => onElapsed(), delayMs)
    return () => clearTimeout(timer)
  }, [delayMs])
}

/** Calls `callback` every `periodMs` while mounted; null stops. */
export function useInterval(callback: () => void, periodMs: number | null): void {
  const onTick = useEffectEvent(callback)
  useEffect(() => {
    if (periodMs === null) return
    const timer = setInterval(() => onTick(), periodMs)
    return () => clearInterval(timer)
  }, [periodMs])
}
