import { selectClockOffsetMs } from '@kismet/app-kit/live/connection-slice.ts'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import { useState } from 'react'
import { useAppSelector } from './store.ts'

/** The server's time in ms since the epoch, looked at every `tickMs`: ages must not depend on the clock of a desk. */
export function useServerNow(tickMs: number): number {
  const clockOffsetMs = useAppSelector(selectClockOffsetMs)
  const [nowMs, setNowMs] = useState(() => Date.now())
  useInterval(() => setNowMs(Date.now()), tickMs)
  return nowMs + clockOffsetMs
}
