import { keepLive } from '@kismet/app-kit/live/keep-live.ts'
import type { Live } from '@kismet/app-kit/live/live-connection.ts'
import { logWarning } from '@kismet/app-kit/log.ts'
import { endReasonOf } from '@kismet/app-kit/session/session-core.ts'
import { watchSession } from '@kismet/app-kit/session/watch-session.ts'
import { updateCachedQuery } from '@kismet/app-kit/update-cached-query.ts'
import type { OrOther, PlayerBalance, RequestStatus } from '@kismet/contracts'
import { activity, socketEvents } from '@kismet/contracts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { api } from '../core/api.ts'
import { announceBonus } from '../entities/balance/bonus-news.ts'
import { followOtherTabs } from '../entities/language/language.ts'
import { toastShown } from '../entities/notices/notices-slice.ts'
import { balanceKnown } from '../entities/session/balance-slice.ts'
import { fromContract } from '../entities/session/from-contract.ts'
import { epochOf, session, sessionEnded } from '../entities/session/session-slice.ts'
import { playerLogouts } from '../entities/session/use-session.ts'
import { siteApi } from '../entities/site/site-api.ts'
import type { Store } from './store.ts'

/** Reports input of the player, which extends the session. */
const activityApi = api.injectEndpoints({
  endpoints: (build) => ({ reportActivity: build.mutation(fromContract(activity)) }),
})

/** Handles the socket events that concern every page. */
function listenToEvents({ dispatch }: Store, live: Live): (() => void)[] {
  const decided = (
    { status, amount, ...known }: PlayerBalance & { status: OrOther<RequestStatus>; amount: number },
    words: (rupees: string) => [approved: string, rejected: string],
  ): void => {
    dispatch(balanceKnown(known))
    const [approved, rejected] = words(formatRupees(amount))
    if (status === 'approved') dispatch(toastShown('good', approved))
    if (status === 'rejected') dispatch(toastShown('bad', rejected))
  }
  return [
    live.on(socketEvents.balanceUpdate, (update) => {
      dispatch(balanceKnown(update))
      if (update.bonusReleased) dispatch(announceBonus())
    }),
    live.on(socketEvents.depositUpdate, (update) => {
      dispatch(api.util.invalidateTags(['Profile', 'Deposits']))
      decided(update, (rupees) => [t`Deposit approved: ${rupees}`, t`Deposit rejected: ${rupees}`])
    }),
    live.on(socketEvents.withdrawalUpdate, (update) => {
      dispatch(api.util.invalidateTags(['Withdrawals']))
      decided(update, (rupees) => [t`Withdrawal approved: ${rupees}`, t`Withdrawal rejected: ${rupees}`])
    }),
    live.on(socketEvents.siteMaintenance, (site) => {
      const { util, endpoints } = siteApi
      const running = util.getRunningQueryThunk('getSiteMaintenance', {})
      const write = util.upsertQueryData('getSiteMaintenance', {}, site)
      const ask = endpoints.getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false })
      void dispatch(updateCachedQuery({ running, write, ask }))
    }),
    live.on(socketEvents.sessionEnded, ({ reason }) => {
      dispatch(sessionEnded(endReasonOf(reason)))
    }),
  ]
}

/** Keeps the session, the live connection and its listeners running while the app is open. @returns a function that stops them */
export function keepRunning(store: Store, live: Live): () => void {
  const onActive = (): void => void store.dispatch(activityApi.endpoints.reportActivity.initiate({}, { track: false }))
  const stops = [
    ...listenToEvents(store, live),
    followOtherTabs((error) => logWarning('A language could not be loaded', error)),
    watchSession(session, store, onActive),
    playerLogouts.keepSending(),
    keepLive({ store, live, epochOf, api, ended: () => sessionEnded('ended') }),
  ]
  return () => stops.forEach((stop) => stop())
}
