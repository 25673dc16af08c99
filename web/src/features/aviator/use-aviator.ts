import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useConnection } from '@kismet/app-kit/live/use-connection.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { AppDispatch, RootState, ThunkExtra } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { useOpenFlight } from '../../entities/game/open-flight.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { AviatorController } from './aviator-controller.ts'
import type { News } from './news.ts'
import type { AviatorState } from './aviator-state.ts'
import { mayHaveBet } from './aviator-state.ts'

const controllers = new WeakMap<ThunkExtra['live'], AviatorController>()

type KeepOpenFlight = ReturnType<typeof useOpenFlight>[1]

/** Stores whether the player may have an open bet, also after the page, while the controller is open. */
function followFlight(controller: AviatorController, keep: KeepOpenFlight): void {
  let kept: boolean | null = null
  controller.subscribe(() => {
    const isOpen = mayHaveBet(controller.state)
    if (controller.state.round === null || isOpen === kept) return
    kept = isOpen
    keep(() => isOpen)
  })
}

/** The controller of an earlier page while a bet waits in it or is open, or a new controller. */
const controllerOf =
  (keep: KeepOpenFlight) =>
  (dispatch: AppDispatch, getState: () => RootState, { live }: ThunkExtra): AviatorController => {
    const known = controllers.get(live)
    if (known?.isWaiting) return known
    const controller = new AviatorController(dispatch, getState, live)
    followFlight(controller, keep)
    controllers.set(live, controller)
    return controller
  }

/** Shows a toast when the connection to the game opens or closes (spec 8.2). */
function useConnectionToasts(): void {
  const dispatch = useAppDispatch()
  const connection = useConnection()
  const before = useRef(connection)
  useEffect(() => {
    const was = before.current
    before.current = connection
    if (was === connection) return
    if (connection === 'live') dispatch(toastShown('note', t`Connected to game server`))
    else if (was === 'connecting' || was === 'live') dispatch(toastShown('bad', t`Failed to connect to game server`))
  }, [connection, dispatch])
}

const nextBetStays = (stakePaise: number): ReturnType<typeof toastShown> =>
  toastShown(
    'note',
    t`Your bet of ${formatRupees(stakePaise)} will still be placed in the next round. To cancel the bet, open Aviator.`,
  )

/** The controller of this page. `play` plays the sound of an event. */
export function useAviatorController(play: (news: News) => void): AviatorController {
  const dispatch = useAppDispatch()
  const [, keepOpenFlight] = useOpenFlight()
  const [controller] = useState(() => dispatch(controllerOf(keepOpenFlight)))
  const onNews = useEffectEvent(play)
  useEffect(() => {
    const close = controller.open((news) => onNews(news))
    return () => {
      close()
      const { nextBet } = controller.state
      if (nextBet !== null) dispatch(nextBetStays(nextBet.stakePaise))
    }
  }, [controller, dispatch])
  aviatorBetsApi.useGetOwnSeedQuery({})
  useConnectionToasts()
  return controller
}

/** `heard`: updates arrive. `silent`: the connection is up, without updates. `away`: the connection is down. */
export type Hearing = 'heard' | 'silent' | 'away'

export function useHearing(controller: AviatorController): Hearing {
  const isUp = useAppSelector(selectIsUp)
  const isSilent = useAviatorState(controller, (state) => state.isSilent)
  if (!isUp) return 'away'
  return isSilent ? 'silent' : 'heard'
}

/** A part of the state. A change of the part renders the component again. */
export function useAviatorState<Part>(controller: AviatorController, part: (state: AviatorState) => Part): Part {
  const read = (): Part => part(controller.state)
  return useSyncExternalStore(controller.subscribe, read, read)
}
