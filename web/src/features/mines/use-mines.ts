import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { MinesTable } from './mines-table.ts'
import type { MinesState } from './mines-state.ts'

/** The table of this page, and where its game is. It looks for a game on arriving, and whenever the connection is back. */
export function useMines(): { table: MinesTable; state: MinesState } {
  const dispatch = useAppDispatch()
  const isUp = useAppSelector(selectIsUp)
  const [table] = useState(() => new MinesTable(dispatch))
  useEffect(() => table.open(), [table])
  useEffect(() => void table.look(), [table, isUp])
  return { table, state: useSyncExternalStore(table.subscribe, table.state, table.state) }
}
