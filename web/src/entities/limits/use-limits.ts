import { getLimits } from '@kismet/contracts'
import { queryHook } from '../session/from-contract.ts'

/** The own limits and pauses. */
export const useLimits = queryHook(getLimits, ['SaferPlay'])
