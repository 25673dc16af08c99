import { getConfig, getOnlineUsers, getSiteMaintenance } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** What is known of the site as a whole. */
export const siteApi = api.injectEndpoints({
  endpoints: (build) => ({
    getConfig: build.query({ ...fromContract(getConfig), keepUnusedDataFor: 3_600 }),
    getSiteMaintenance: build.query({ ...fromContract(getSiteMaintenance), providesTags: ['Maintenance'] }),
    getOnlineUsers: build.query({ ...fromContract(getOnlineUsers), providesTags: ['Online'] }),
  }),
})

export const { useGetConfigQuery, useGetSiteMaintenanceQuery, useGetOnlineUsersQuery } = siteApi
