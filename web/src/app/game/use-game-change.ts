import type { Game } from '@kismet/contracts'
import { gameChange } from '@kismet/contracts'
import { useEffect } from 'react'
import type { z } from 'zod'
import { selectToken } from '../session/session-slice.ts'
import { live } from '../live-updates.ts'
import { useAppSelector } from '../store.ts'

/** Tells the server which game is open, once the connection is up and again when it comes back (spec 7.3). */
export function useGameChange(gameName: z.output<typeof Game>): void {
  const token = useAppSelector(selectToken)
  useEffect(() => {
    if (token === null) return
    return live.join(token, (socket) => {
      const tell = (): void => {
        socket.emit(gameChange.event, { gameName })
      }
      if (socket.connected) tell()
      socket.on('connect', tell)
      return () => socket.off('connect', tell)
    })
  }, [token, gameName])
}
