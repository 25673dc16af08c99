import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useConnection } from '@kismet/app-kit/live/use-connection.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { AppDispatch, RootState, ThunkExtra } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { useOpenFlight } from '../../entities/game/open-flight.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { AviatorController } from './aviator-controller.ts'
import type { News } from './news.ts'
import type { Table } from './table.ts'
import { askedOf, isBetUnknown } from './table.ts'

const newController = (dispatch: AppDispatch, getState: () => RootState, { live }: ThunkExtra): AviatorController =>
  new AviatorController(dispatch, getState, live)

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

/**
 * Records whether the player has an open bet. Then the page stays during maintenance until the round ends, so that the
 * player can cash out. The screen of maintenance links back to this page.
 */
function useStay(controller: AviatorController): void {
  const [isKept, keep] = useOpenFlight()
  const isKnown = useTable(controller, ({ round }) => round !== null)
  const isOn = useTable(
    controller,
    (table) => askedOf(table) !== null || isBetUnknown(table) || table.bets.some(({ status }) => status === 'open'),
  )
  const onKnown = useEffectEvent(() => {
    if (isKnown && isOn !== isKept) keep(() => isOn)
  })
  useEffect(() => onKnown(), [isKnown, isOn])
}

/** The controller of this page. `play` plays the sound of an event. */
export function useAviatorController(play: (news: News) => void): AviatorController {
  const dispatch = useAppDispatch()
  const [controller] = useState(() => dispatch(newController))
  const onNews = useEffectEvent(play)
  useEffect(() => controller.open((news) => onNews(news)), [controller])
  aviatorBetsApi.useGetOwnSeedQuery({})
  useConnectionToasts()
  useStay(controller)
  return controller
}

/** `heard`: updates arrive. `silent`: the connection is up, without updates. `away`: the connection is down. */
export type Hearing = 'heard' | 'silent' | 'away'

export function useHearing(controller: AviatorController): Hearing {
  const isUp = useAppSelector(selectIsUp)
  const isSilent = useTable(controller, (table) => table.isSilent)
  if (!isUp) return 'away'
  return isSilent ? 'silent' : 'heard'
}

/** A part of the table. A change of the part renders the component again. */
export function useTable<Part>(controller: AviatorController, part: (table: Table) => Part): Part {
  const read = (): Part => part(controller.table)
  return useSyncExternalStore(controller.subscribe, read, read)
}
