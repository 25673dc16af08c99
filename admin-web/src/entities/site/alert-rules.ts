import { getAlertRules } from '@kismet/contracts'
import { queryOf } from '../session/from-contract.ts'

/** When owners get a mail about the casino, and the number of their addresses. */
export const useAlertRules = queryOf(getAlertRules, ['AlertRules'])
