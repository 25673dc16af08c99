import { getConfig, getSiteMaintenance } from '@kismet/contracts'
import { api } from '../api.ts'
import { fromContract } from '../from-contract.ts'

/** What the site says of itself before anybody signs in. */
const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query(fromContract(getConfig)),
    getSiteMaintenance: build.query({ ...fromContract(getSiteMaintenance), keepUnusedDataFor: 0 }),
  }),
})

export const { useGetConfigQuery, useLazyGetSiteMaintenanceQuery } = siteApi

/** Whether the rupees of this installation are play rupees; null while it is not known. */
export function useIsPlayMoney(): boolean | null {
  const { data } = useGetConfigQuery({})
  return data ? data.mode === 'play' : null
}
