import { getSupportDesk, listSupporters } from '@kismet/contracts'
import { queryOf } from '../../entities/session/from-contract.ts'

/** The prepared answers and the tags. */
export const useSupportDesk = queryOf(getSupportDesk, ['SupportDesk'])

/** The names of those who answer players. */
export const useSupporters = queryOf(listSupporters, ['Admins'])
