import type { AdminRole, OrOther } from '@kismet/contracts'

/** What each role is for, in words. The contracts say what it may do. */
export const roleWords: Readonly<Record<OrOther<AdminRole>, string>> = {
  owner: 'everything, including admins and settings',
  cashier: 'deposits, withdrawals, statements',
  support: 'messages; reads requests',
  auditor: 'reads everything',
  other: 'log in again to see it',
}
