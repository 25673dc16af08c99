import { getSupportDesk, listSupporters } from '@kismet/contracts'
import { queryOf } from '../../entities/session/from-contract.ts'

/** The prepared replies and the tags. */
export const useSupportDesk = queryOf(getSupportDesk, ['SupportDesk'])

/** The names of the admins who reply to players. */
export const useSupporters = queryOf(listSupporters, ['Admins'])
