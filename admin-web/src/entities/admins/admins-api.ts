import { getOwnAdmin, listAdmins, listAdminSessions } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import { fromContract } from '../session/from-contract.ts'

/** A session in a list. */
export type SessionRow = Output<typeof listAdminSessions>['sessions'][number]

const read = { providesTags: ['Admins'] as const }

/** Accounts of the back office: everybody's for owners, the own one for all. */
export const { useListAdminsQuery, useListAdminSessionsQuery, useGetOwnAdminQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    listAdmins: build.query({ ...fromContract(listAdmins), ...read }),
    listAdminSessions: build.query({ ...fromContract(listAdminSessions), ...read }),
    getOwnAdmin: build.query({ ...fromContract(getOwnAdmin), ...read }),
  }),
})
