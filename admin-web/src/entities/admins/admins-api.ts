import { getOwnAdmin, listAdmins, listAdminSessions } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { queryOf } from '../session/from-contract.ts'

/** A session in a list. */
export type SessionRow = Output<typeof listAdminSessions>['sessions'][number]

/** The accounts of the back office, for owners and auditors. */
export const useListAdminsQuery = queryOf(listAdmins, ['Admins'])
export const useListAdminSessionsQuery = queryOf(listAdminSessions, ['Admins'])
/** The own account. */
export const useGetOwnAdminQuery = queryOf(getOwnAdmin, ['Admins'])
