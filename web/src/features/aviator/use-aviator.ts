import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useConnection } from '@kismet/app-kit/live/use-connection.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { AppDispatch, RootState, ThunkExtra } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { useOpenFlight } from '../../entities/game/open-flight.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { AviatorDesk } from './aviator-desk.ts'
import type { News } from './news.ts'
import type { Table } from './table.ts'
import { askedOf, isBetUnknown } from './table.ts'

const newDesk = (dispatch: AppDispatch, getState: () => RootState, { live }: ThunkExtra): AviatorDesk =>
  new AviatorDesk(dispatch, getState, live)

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
function useStay(desk: AviatorDesk): void {
  const [isKept, keep] = useOpenFlight()
  const isKnown = useTable(desk, ({ round }) => round !== null)
  const isOn = useTable(
    desk,
    (table) => askedOf(table) !== null || isBetUnknown(table) || table.bets.some(({ status }) => status === 'open'),
  )
  const onKnown = useEffectEvent(() => {
    if (isKnown && isOn !== isKept) keep(() => isOn)
  })
  useEffect(() => onKnown(), [isKnown, isOn])
}

/** The desk of this page. `play` plays the sound of an event. */
export function useAviatorDesk(play: (news: News) => void): AviatorDesk {
  const dispatch = useAppDispatch()
  const [desk] = useState(() => dispatch(newDesk))
  const onNews = useEffectEvent(play)
  useEffect(() => desk.open((news) => onNews(news)), [desk])
  aviatorBetsApi.useGetOwnSeedQuery({})
  useConnectionToasts()
  useStay(desk)
  return desk
}

/** `heard`: updates arrive. `silent`: the connection is up, without updates. `away`: the connection is down. */
export type Hearing = 'heard' | 'silent' | 'away'

export function useHearing(desk: AviatorDesk): Hearing {
  const isUp = useAppSelector(selectIsUp)
  const isSilent = useTable(desk, (table) => table.isSilent)
  if (!isUp) return 'away'
  return isSilent ? 'silent' : 'heard'
}

/** A part of the table. A change of the part renders the component again. */
export function useTable<Part>(desk: AviatorDesk, part: (table: Table) => Part): Part {
  const read = (): Part => part(desk.table)
  return useSyncExternalStore(desk.subscribe, read, read)
}
