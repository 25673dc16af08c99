import { z } from 'zod'
import { limits } from './limits.ts'
import { rupees, Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { IsoTime, NoInput, openEnum } from './primitives.ts'
import { Proposed } from './proposals.ts'

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

/** The names of the rules, on the page, in mails and in the audit log. */
export const approvalRuleNames = {
  withoutRow: 'Deposits without a bank row',
  secondApprovalAbove: 'Second admin above',
  ownStatementDaily: 'Own statements per day',
  adminDepositDaily: 'Deposits per admin and day',
  adminWithdrawalDaily: 'Withdrawals per admin and day',
  playerDepositDaily: 'Deposits per player and day',
  playerWithdrawalDaily: 'Withdrawals per player and day',
} as const satisfies Record<'withoutRow' | 'secondApprovalAbove' | DailyApprovalLimit, string>
export type ApprovalRuleName = keyof typeof approvalRuleNames

/** Who approves a deposit without a bank row. */
export const withoutRowNames: Readonly<Record<WithoutRow, string>> = {
  second_admin: 'two admins',
  allowed: 'one admin',
}

const amount = (name: string) => {
  const error = `${name} must be an amount in rupees, or null.`
  return rupees(z.number({ error }).min(0, { error }).max(limits.withdrawal.maxRupees, { error })).nullable()
}

const daily = <S extends z.ZodType>(shapeOf: (name: DailyApprovalLimit) => S) =>
  Object.fromEntries(dailyApprovalLimits.map((name) => [name, shapeOf(name)])) as Record<DailyApprovalLimit, S>

const rules = {
  secondApprovalAbove: Rupees.nullable(),
  withoutRow: openEnum(WithoutRow.options).optional(),
  ...daily(() => Rupees.nullable().optional()),
}

/** Weaker rules that wait. The rules that are absent stay. */
const RulesProposal = Proposed.extend({ rules: z.object(rules).partial() })

/**
 * Which approvals need two admins. Null: no limit. A field that no owner has set has the default of the mode.
 * `version` stands for the values. The previous release sends `secondApprovalAbove` only.
 */
export const ApprovalSettings = z.object({
  ...rules,
  version: z.string(),
  changedBy: z.string().nullable(),
  changedAt: IsoTime.nullable(),
  proposed: RulesProposal.nullish(),
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

/** A field that is left out stays as it is. A stronger rule holds at once. A weaker rule waits, like a pay-to account. */
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
