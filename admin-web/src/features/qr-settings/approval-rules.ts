import type { ApprovalRuleName, getApprovalSettings, Output } from '@kismet/contracts'
import { setApprovalSettings, withoutRowNames } from '@kismet/contracts'
import { formatRupees, parseRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { z } from 'zod'
import { typedAs } from '../../core/fields.ts'

export type Settings = Output<typeof getApprovalSettings>['settings']

/** The amounts: what an empty field means, and a sentence. */
const amounts = {
  secondApprovalAbove: {
    none: 'No amount needs a second admin.',
    says: (amount: string) => `Deposits and withdrawals above ${amount} need two admins.`,
  },
  ownStatementDaily: {
    none: 'One admin approves any amount by rows that only this admin has uploaded.',
    says: (amount: string) => `One admin approves up to ${amount} a day by rows that only this admin has uploaded.`,
  },
  adminDepositDaily: {
    none: 'Deposits that one admin approves have no daily limit.',
    says: (amount: string) => `One admin alone approves deposits up to ${amount} a day.`,
  },
  adminWithdrawalDaily: {
    none: 'Withdrawals that one admin approves have no daily limit.',
    says: (amount: string) => `One admin alone approves withdrawals up to ${amount} a day.`,
  },
  playerDepositDaily: {
    none: 'Deposits of one player have no daily limit.',
    says: (amount: string) => `Above ${amount} a day, deposits of one player need two admins.`,
  },
  playerWithdrawalDaily: {
    none: 'Withdrawals of one player have no daily limit.',
    says: (amount: string) => `Above ${amount} a day, withdrawals of one player need two admins.`,
  },
} as const satisfies Partial<Record<ApprovalRuleName, unknown>>
type AmountName = keyof typeof amounts
export const amountNames = Object.keys(amounts) as AmountName[]

/** The value of each amount. */
const eachAmount = <Value>(of: (name: AmountName) => Value): Record<AmountName, Value> =>
  Object.fromEntries(amountNames.map((name) => [name, of(name)])) as Record<AmountName, Value>

const withoutRowWords = {
  second_admin: 'A deposit without a bank row needs two admins.',
  allowed: 'One admin may approve a deposit without a bank row.',
} as const

/** The fields as they are typed: amounts in rupees, an empty text is no limit. */
export const Typed = z.object({
  withoutRow: z.enum(['second_admin', 'allowed']),
  ...eachAmount(() =>
    typedAs(
      setApprovalSettings.input.shape.secondApprovalAbove,
      (text) => (text.trim() === '' ? null : (parseRupees(text) ?? Number.NaN) / 100),
      'Enter an amount in rupees, or leave it empty.',
    ),
  ),
})
export type Rules = z.output<typeof Typed>

/** The rules in use. A previous release has one rule only. */
export const rulesOf = (settings: Settings): Rules => ({
  ...eachAmount((name) => settings[name] ?? null),
  withoutRow: settings.withoutRow === 'second_admin' ? 'second_admin' : 'allowed',
})

/** The rules as they are typed. */
export const textsOf = (rules: Rules): z.input<typeof Typed> => ({
  ...eachAmount((name) => (rules[name] === null ? '' : rupeesText(rules[name]))),
  withoutRow: rules.withoutRow,
})

/** One rule in a plain sentence. */
export function sentenceOf(name: keyof Rules, rules: Rules): string {
  if (name === 'withoutRow') return withoutRowWords[rules.withoutRow]
  const amount = rules[name]
  return amount === null ? amounts[name].none : amounts[name].says(formatRupees(amount))
}

/** The value of one rule in few words. */
export function valueOf(name: ApprovalRuleName, rules: Rules): string {
  if (name === 'withoutRow') return withoutRowNames[rules.withoutRow]
  const amount = rules[name]
  return amount === null ? 'no limit' : formatRupees(amount)
}

/** The rules that differ. */
export const changedNames = (before: Rules, after: Rules): (keyof Rules)[] =>
  (['withoutRow', ...amountNames] as const).filter((name) => before[name] !== after[name])
