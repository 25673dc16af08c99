import { z } from 'zod'
import { limits } from './limits.ts'
import { rupees, Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { IsoTime, NoInput, openEnum } from './primitives.ts'

/** Whether one admin may approve a deposit that no bank row pays for. */
export const WithoutRow = z.enum(['second_admin', 'allowed'])
export type WithoutRow = z.output<typeof WithoutRow>

/** The amounts that approvals may reach on one day of Asia/Kolkata. `ownStatementDaily`: by rows that only statements of the admin have. */
export const dailyApprovalLimits = [
  'ownStatementDaily',
  'adminDepositDaily',
  'adminWithdrawalDaily',
  'playerDepositDaily',
  'playerWithdrawalDaily',
] as const
export type DailyApprovalLimit = (typeof dailyApprovalLimits)[number]

const amount = (name: string) => {
  const error = `${name} must be an amount in rupees, or null.`
  return rupees(z.number({ error }).min(0, { error }).max(limits.withdrawal.maxRupees, { error })).nullable()
}

const daily = <S extends z.ZodType>(shapeOf: (name: DailyApprovalLimit) => S) =>
  Object.fromEntries(dailyApprovalLimits.map((name) => [name, shapeOf(name)])) as Record<DailyApprovalLimit, S>

/**
 * Which approvals need two admins. Null: no limit. A field that no owner has set has the default of the mode.
 * `version` stands for the values. The previous release sends `secondApprovalAbove` only.
 */
export const ApprovalSettings = z.object({
  secondApprovalAbove: Rupees.nullable(),
  withoutRow: openEnum(WithoutRow.options).optional(),
  ...daily(() => Rupees.nullable().optional()),
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
    summary: 'Which approvals need a second admin',
  },
  input: NoInput,
  output: z.object({ settings: ApprovalSettings }),
  errors: [],
})

/** A field that is left out stays as it is. */
export const setApprovalSettings = operation({
  subject: 'payments.set-approval-settings',
  route: {
    method: 'PUT',
    path: '/api/admin/approval-settings',
    access: { admin: ['owner'] },
    rate: 'command',
    summary: 'Change which approvals need a second admin',
  },
  input: z.object({
    secondApprovalAbove: amount('secondApprovalAbove'),
    withoutRow: WithoutRow.optional(),
    ...daily((name) => amount(name).optional()),
    version: z.string().max(64).optional(),
  }),
  output: z.object({ settings: ApprovalSettings }),
  errors: ['settings_changed'],
})
