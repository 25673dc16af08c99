import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import { useState } from 'react'
import { useGetConfigQuery } from './site-api.ts'

/** A difference of clocks that a slow answer could explain is none. */
const toleranceMs = 3_000

/** The server's time in ms since the epoch, looked at every `tickMs`: ages must not depend on the clock of a desk. */
export function useServerNow(tickMs: number): number {
  const { data, fulfilledTimeStamp } = useGetConfigQuery({})
  const [nowMs, setNowMs] = useState(() => Date.now())
  useInterval(() => setNowMs(Date.now()), tickMs)
  const offsetMs = data && fulfilledTimeStamp ? Date.parse(data.serverTime) - fulfilledTimeStamp : 0
  return nowMs + (Math.abs(offsetMs) > toleranceMs ? offsetMs : 0)
}
