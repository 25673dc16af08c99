import type { AppDispatch, RootState } from '../../core/store.ts'
import { siteApi } from '../../entities/site/site-api.ts'
import { settleOrder, stateIn } from './settle-order.ts'

const isOnIn = (body: { readonly siteMaintenance: boolean }): boolean => body.siteMaintenance

/** Switches maintenance and says what came of it; `reason` is for the audit log. @returns whether it was refused and may be ordered again */
export function switchMaintenance(siteMaintenance: boolean, reason = '') {
  return (dispatch: AppDispatch, getState: () => RootState): Promise<boolean> => {
    const { setSiteMaintenance: set, getSiteMaintenance: get } = siteApi.endpoints
    return settleOrder(
      {
        name: 'maintenance',
        wanted: siteMaintenance,
        send: async () =>
          stateIn(
            await dispatch(set.initiate({ siteMaintenance, ...(reason && { reason }) }, { track: false })),
            isOnIn,
          ),
        read: async () => stateIn(await dispatch(get.initiate({}, { forceRefetch: true, subscribe: false })), isOnIn),
        isNow: (isOn) => `Site maintenance is ${isOn ? 'on' : 'off'}.`,
        look: 'Check whether maintenance is on.',
      },
      dispatch,
      getState,
    )
  }
}
