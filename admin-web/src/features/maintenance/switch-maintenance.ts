import type { AppDispatch, RootState } from '../../core/store.ts'
import { siteApi } from '../../entities/site/site-api.ts'
import { noticeOf, settleOrder, stateIn } from './settle-order.ts'

const words = {
  isNow: (isOn: boolean) => `Site maintenance is ${isOn ? 'on' : 'off'}.`,
  look: 'Look whether the site is under maintenance.',
}
const isOnIn = (body: { readonly siteMaintenance: boolean }): boolean => body.siteMaintenance

/** Switches maintenance and says what came of it; `reason` is for the audit log. @returns false when it was refused, and can be ordered again */
export function switchMaintenance(siteMaintenance: boolean, reason = '') {
  return async (dispatch: AppDispatch, getState: () => RootState): Promise<boolean> => {
    const { setSiteMaintenance: set, getSiteMaintenance: get } = siteApi.endpoints
    const order = {
      name: 'maintenance',
      wanted: siteMaintenance,
      send: async () =>
        stateIn(await dispatch(set.initiate({ siteMaintenance, ...(reason && { reason }) }, { track: false })), isOnIn),
      read: async () => stateIn(await dispatch(get.initiate({}, { forceRefetch: true, subscribe: false })), isOnIn),
    } as const
    const known = await settleOrder(order, dispatch, getState)
    if (known !== null) dispatch(noticeOf(known, siteMaintenance, words))
    return known === null || 'data' in known || known.isOpen
  }
}
