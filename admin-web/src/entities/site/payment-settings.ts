import { getApprovalSettings, listPayToAccounts } from '@kismet/contracts'
import { queryOf } from '../session/from-contract.ts'

/** The accounts that players pay to, and how long changes wait. */
export const usePayToAccounts = queryOf(listPayToAccounts, ['PayTo'])

/** The rules of approvals. */
export const useApprovalSettings = queryOf(getApprovalSettings, ['Approvals'])
