import {
  getConfig,
  getDepositSettings,
  getLedgerState,
  getOnlineUsers,
  getSiteMaintenance,
  setSiteMaintenance,
} from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** What is known of the site as a whole. */
export const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query({ ...fromContract(getConfig), keepUnusedDataFor: 3_600 }),
    getSiteMaintenance: build.query({ ...fromContract(getSiteMaintenance), providesTags: ['Maintenance'] }),
    setSiteMaintenance: build.mutation({
      ...fromContract(setSiteMaintenance),
      invalidatesTags: ['Maintenance'],
    }),
    getOnlineUsers: build.query({ ...fromContract(getOnlineUsers), providesTags: ['Online'] }),
    getDepositSettings: build.query({ ...fromContract(getDepositSettings), providesTags: ['DepositSettings'] }),
    getLedgerState: build.query({ ...fromContract(getLedgerState), providesTags: ['Ledger'] }),
  }),
})

export const {
  useGetConfigQuery,
  useGetSiteMaintenanceQuery,
  useGetOnlineUsersQuery,
  useGetDepositSettingsQuery,
  useGetLedgerStateQuery,
} = siteApi
