import { selectClockOffsetMs, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { useConnection } from '@kismet/app-kit/live/use-connection.ts'
import { freshClientSeed, isOwnClientSeed } from '@kismet/fairness'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { toastErrorText } from '../../core/error-text.ts'
import { newIdempotencyKey, randomBytes } from '@kismet/app-kit/random.ts'
import type { AppDispatch, RootState, Surroundings } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import { aviatorBetsApi } from '../../entities/game/aviator-bets.ts'
import { useOpenFlight } from '../../entities/game/open-flight.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { balanceKnown } from '../../entities/session/balance-slice.ts'
import { api } from '../../core/api.ts'
import type { Failure } from './aviator-desk.ts'
import { AviatorDesk } from './aviator-desk.ts'
import type { News } from './news.ts'
import type { Table } from './table.ts'
import { isBetUnsaid } from './table.ts'

/** The player's client seed, as in the other games. The browser makes a seed until the client seed is known. */
const ownSeed = (state: RootState): string => {
  const { data } = aviatorBetsApi.endpoints.getOwnSeed.select({})(state)
  return data && isOwnClientSeed(data.clientSeed) ? data.clientSeed : newIdempotencyKey()
}

function newsToast(news: News): ReturnType<typeof toastShown> | null {
  switch (news.kind) {
    case 'placed':
      return toastShown('note', t`Bet placed: ${formatRupees(news.stakePaise)}`)
    case 'cashedOut': {
      const payout = formatRupees(news.payoutPaise)
      return toastShown(
        'good',
        news.multiplier === null
          ? t`CASHOUT! Won ${payout}`
          : t`CASHOUT! Won ${payout} at ${formatMultiplier(news.multiplier)}`,
      )
    }
    case 'lost':
      return toastShown(
        'bad',
        news.crashPoint === null
          ? t`Crashed! Lost ${formatRupees(news.stakePaise)}`
          : t`Crashed at ${formatMultiplier(news.crashPoint)}! Lost ${formatRupees(news.stakePaise)}`,
      )
    case 'refunded':
      return toastShown('note', t`Your bet of ${formatRupees(news.stakePaise)} was refunded. The round was voided.`)
    case 'notTaken':
      return toastShown('note', t`Your bet of ${formatRupees(news.stakePaise)} was not placed. No money was taken.`)
    case 'tookOff':
    case 'crashed':
      return null
  }
}

function failureText({ of, why, error }: Failure): string {
  if (why === 'not_connected') return t`Not connected to server!`
  if (why === 'timeout') return t`Server timeout - please try again`
  return toastErrorText(error, of === 'bet' ? t`Bet failed` : t`Cashout failed`)
}

const newDesk = (dispatch: AppDispatch, getState: () => RootState, { live }: Surroundings): AviatorDesk =>
  new AviatorDesk({
    live,
    isUp: () => selectIsUp(getState()),
    nowMs: () => Date.now(),
    pingOffsetMs: () => selectClockOffsetMs(getState()),
    freshSeed: () => freshClientSeed(ownSeed(getState()), randomBytes),
    listBets: async () => {
      const call = aviatorBetsApi.endpoints.listAviatorBets.initiate(undefined, {
        forceRefetch: true,
        subscribe: false,
      })
      return (await dispatch(call)).data?.bets ?? null
    },
    tell: (news) => {
      const toast = newsToast(news)
      if (toast === null) return
      dispatch(toast)
      dispatch(api.util.invalidateTags([{ type: 'Plays', id: 'aviator' }]))
    },
    balanceTold: (told) => {
      dispatch(balanceKnown(told))
      if (told.bonusReleased) dispatch(announceBonus())
    },
    failed: (failure) => void dispatch(toastShown('bad', failureText(failure))),
  })

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
    (table) => table.asked !== null || isBetUnsaid(table) || table.bets.some(({ status }) => status === 'open'),
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
