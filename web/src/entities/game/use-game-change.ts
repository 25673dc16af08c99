import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { Game } from '@kismet/contracts'
import { gameChange } from '@kismet/contracts'
import { useEffect } from 'react'
import type { AppDispatch, RootState, ThunkExtra } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'

const sendGame =
  (gameName: Game) =>
  (_dispatch: AppDispatch, _getState: () => RootState, { live }: ThunkExtra): void =>
    void live.emit(gameChange, { gameName })

/** Tells the server which game is open, once the connection is up and again when it comes back (spec 7.3). */
export function useGameChange(gameName: Game): void {
  const dispatch = useAppDispatch()
  const isUp = useAppSelector(selectIsUp)
  useEffect(() => {
    if (isUp) dispatch(sendGame(gameName))
  }, [dispatch, isUp, gameName])
}
