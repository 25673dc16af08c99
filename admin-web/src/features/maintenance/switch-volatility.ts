import type { OrOther, VolatilityMode } from '@kismet/contracts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { settingsApi } from '../../entities/site/settings-api.ts'
import { settleOrder, stateIn } from './settle-order.ts'

const modeIn = (body: { readonly mode: OrOther<VolatilityMode> }): OrOther<VolatilityMode> => body.mode

/** Chooses the mode of the rounds after this one, and says what came of it. @returns whether it was refused and may be ordered again */
export function switchVolatility(mode: VolatilityMode) {
  return (dispatch: AppDispatch, getState: () => RootState): Promise<boolean> => {
    const { setVolatilityMode: set, getVolatilityMode: get } = settingsApi.endpoints
    return settleOrder(
      {
        name: 'volatility',
        wanted: mode,
        send: async () => stateIn(await dispatch(set.initiate({ mode }, { track: false })), modeIn),
        read: async () => stateIn(await dispatch(get.initiate({}, { forceRefetch: true, subscribe: false })), modeIn),
        isNow: (now) => `The next round is ${now}.`,
        look: 'Check the mode of the next round.',
      },
      dispatch,
      getState,
    )
  }
}
