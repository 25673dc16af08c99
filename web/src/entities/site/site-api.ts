import type { Output } from '@kismet/contracts'
import { getConfig, getSiteMaintenance } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { AppDispatch } from '../../core/store.ts'
import { fromContract } from '../session/from-contract.ts'

/** What the site says of itself before anybody signs in. */
const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query(fromContract(getConfig)),
    getSiteMaintenance: build.query(fromContract(getSiteMaintenance)),
  }),
})

/** News of maintenance. A check that began before them may be answered with how it was, after them: then it is asked anew, and the older answer counts no more. */
export function maintenanceTold(site: Output<typeof getSiteMaintenance>) {
  return async (dispatch: AppDispatch): Promise<void> => {
    const older = dispatch(siteApi.util.getRunningQueryThunk('getSiteMaintenance', {}))
    await dispatch(siteApi.util.upsertQueryData('getSiteMaintenance', {}, site))
    if (older === undefined) return
    await dispatch(siteApi.endpoints.getSiteMaintenance.initiate({}, { forceRefetch: true, subscribe: false }))
  }
}

export const { useGetConfigQuery, useGetSiteMaintenanceQuery } = siteApi

/** Whether the rupees of this installation are play rupees; null while it is not known. */
export function useIsPlayMoney(): boolean | null {
  const { data } = useGetConfigQuery({})
  return data ? data.mode === 'play' : null
}
