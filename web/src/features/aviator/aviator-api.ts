import { listAviatorTopWins } from '@kismet/contracts'
import { queryHook } from '../../entities/session/from-contract.ts'

/** The largest wins of the day. */
export const useListAviatorTopWinsQuery = queryHook(listAviatorTopWins)
