import { z } from 'zod'
import { limits } from './limits.ts'
import { rupees, Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { IsoTime, NoInput } from './primitives.ts'

/** From which amount on an approval needs two admins; null: never. `version` stands for the value. */
export const ApprovalSettings = z.object({
  secondApprovalAbove: Rupees.nullable(),
  version: z.string(),
  changedBy: z.string().nullable(),
  changedAt: IsoTime.nullable(),
})

export const getApprovalSettings = operation({
  subject: 'payments.get-approval-settings',
  route: {
    method: 'GET',
    path: '/api/admin/approval-settings',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'Above which amount an approval needs a second admin',
  },
  input: NoInput,
  output: z.object({ settings: ApprovalSettings }),
  errors: [],
})

const approvalAmount = 'secondApprovalAbove must be an amount in rupees, or null.'

export const setApprovalSettings = operation({
  subject: 'payments.set-approval-settings',
  route: {
    method: 'PUT',
    path: '/api/admin/approval-settings',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Ask for a second admin above an amount, or no more',
  },
  input: z.object({
    secondApprovalAbove: rupees(
      z
        .number({ error: approvalAmount })
        .min(0, { error: approvalAmount })
        .max(limits.withdrawal.maxRupees, { error: approvalAmount }),
    ).nullable(),
    version: z.string().max(64).optional(),
  }),
  output: z.object({ settings: ApprovalSettings }),
  errors: ['settings_changed'],
})
