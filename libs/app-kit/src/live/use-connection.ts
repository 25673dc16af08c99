import { useEffect, useState } from 'react'
import type { Connection, ConnectionState } from './connection-slice.ts'
import { connectionAt } from './connection-slice.ts'

/** How the connection is now; it is looked at each second while it is away, because an absence counts only after a moment. */
export function useConnection(state: ConnectionState): Connection {
  const [nowMs, setNowMs] = useState(() => Date.now())
  const { up } = state
  useEffect(() => {
    if (up) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [up])
  return connectionAt(state, nowMs)
}
