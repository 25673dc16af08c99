import { useEffect, useState } from 'react'
import { useSelector } from 'react-redux'
import type { Connection } from './connection-slice.ts'
import { connectionAt, selectConnectionState, selectIsUp } from './connection-slice.ts'

type WithConnection = Parameters<typeof selectIsUp>[0]

/** The shown state of the connection. While it is down, the state is computed each second, because a short outage is not shown. */
export function useConnection(): Connection {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const up = useSelector(selectIsUp)
  useEffect(() => {
    if (up) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [up])
  return useSelector((state: WithConnection) => connectionAt(selectConnectionState(state), nowMs))
}
