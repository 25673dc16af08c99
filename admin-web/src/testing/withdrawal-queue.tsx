import { expect } from '@jest/globals'
import type { AdminRole } from '@kismet/contracts'
import { waitFor } from '@testing-library/react'
import { paths } from '../core/paths.ts'
import { openPlayer } from './deposit-queue.tsx'
import type { OpenApp } from './open-app.tsx'
import { openApp } from './open-app.tsx'
import { WithdrawalOffice } from './withdrawal-office.ts'
import type { WireWithdrawal } from './withdrawals.ts'
import { withdrawal } from './withdrawals.ts'

export interface OpenQueue extends OpenApp {
  office: WithdrawalOffice
}

/** The desk with requests 1 to 3, the first of them open. */
export async function openQueue(
  change: (office: WithdrawalOffice) => void = () => undefined,
  role: AdminRole = 'owner',
): Promise<OpenQueue> {
  const office = new WithdrawalOffice([1, 2, 3].map((n) => withdrawal(n)))
  change(office)
  const app = openApp(paths.withdrawals, { office, role })
  office.live = app.live
  await waitFor(() => expect(openPlayer()).toBeDefined())
  return { ...app, office }
}

/** Keys that mark the open request as paid. */
export const markPaid = 'a412345678901{Enter}'

/** The first request as it is now. */
export const firstOf = ({ office }: OpenQueue): WireWithdrawal => office.find(withdrawal(1)._id) ?? withdrawal(1)
