import type { VolatilityMode } from '@kismet/contracts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { settingsApi } from '../../entities/site/settings-api.ts'
import { noticeOf, settleOrder, stateIn } from './settle-order.ts'

const words = {
  isNow: (mode: VolatilityMode) => `The next round is ${mode}.`,
  look: 'Look which mode the next round has.',
}
const modeIn = (body: { readonly mode: VolatilityMode }): VolatilityMode => body.mode

/** Chooses the mode of the rounds after this one, and says what came of it. */
export function switchVolatility(mode: VolatilityMode) {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<void> => {
    const { setVolatilityMode: set, getVolatilityMode: get } = settingsApi.endpoints
    const order = {
      name: 'volatility',
      wanted: mode,
      send: async () => stateIn(await dispatch(set.initiate({ mode }, { track: false })), modeIn),
      read: async () => stateIn(await dispatch(get.initiate({}, { forceRefetch: true, subscribe: false })), modeIn),
    } as const
    const known = await settleOrder(order, dispatch, getState)
    if (known !== null) dispatch(noticeOf(known, mode, words))
  }
}
