import type { ReactNode } from 'react'
import { pages } from '../app/pages.ts'
import { DepositDesk } from '../features/deposits/deposit-desk.tsx'

/** Approve or reject deposits. */
export function DepositsPage(): ReactNode {
  return <DepositDesk title={pages.deposits.title} />
}
