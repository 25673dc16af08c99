import { selectConnectionState, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { MinesTable } from './mines-table.ts'
import type { MinesState } from './mines-state.ts'

/** Tells when the connection comes up on this page: whether it is back, or there for the first time in this session. */
function useComingUp(tell: (isBack: boolean) => void): void {
  const isUp = useAppSelector(selectIsUp)
  const wasUp = useAppSelector((state) => selectConnectionState(state).wasUp)
  const last = useRef({ isUp, wasUp })
  const onUp = useEffectEvent(tell)
  useEffect(() => {
    const before = last.current
    last.current = { isUp, wasUp }
    if (isUp && !before.isUp) onUp(before.wasUp)
  }, [isUp, wasUp])
}

/** The table of this page, and where its game is. It looks for a game on arriving, and whenever the connection is back. */
export function useMines(): { table: MinesTable; state: MinesState } {
  const dispatch = useAppDispatch()
  const [table] = useState(() => new MinesTable(dispatch))
  useEffect(() => table.open(), [table])
  useEffect(() => void table.look(), [table])
  useComingUp((isBack) => void table.connected(isBack))
  return { table, state: useSyncExternalStore(table.subscribe, table.state, table.state) }
}
