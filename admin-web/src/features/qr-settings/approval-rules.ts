import type { getApprovalSettings, Output, Paise } from '@kismet/contracts'
import { setApprovalSettings } from '@kismet/contracts'
import { formatRupees, parseRupees, rupeesText } from '@kismet/ui/format/money.ts'
import { z } from 'zod'

export type Settings = Output<typeof getApprovalSettings>['settings']

/** The amounts: a label, what an empty field means, and a sentence. */
export const amounts = {
  secondApprovalAbove: {
    label: 'Second admin above',
    none: 'No amount needs a second admin.',
    says: (amount: string) => `Deposits and withdrawals above ${amount} need two admins.`,
  },
  ownStatementDaily: {
    label: 'Own statements per day',
    none: 'One admin approves any amount by rows that only this admin has uploaded.',
    says: (amount: string) => `One admin approves up to ${amount} a day by rows that only this admin has uploaded.`,
  },
  adminDepositDaily: {
    label: 'Deposits per admin and day',
    none: 'Deposits that one admin approves have no daily limit.',
    says: (amount: string) => `One admin alone approves deposits up to ${amount} a day.`,
  },
  adminWithdrawalDaily: {
    label: 'Withdrawals per admin and day',
    none: 'Withdrawals that one admin approves have no daily limit.',
    says: (amount: string) => `One admin alone approves withdrawals up to ${amount} a day.`,
  },
  playerDepositDaily: {
    label: 'Deposits per player and day',
    none: 'Deposits of one player have no daily limit.',
    says: (amount: string) => `Above ${amount} a day, deposits of one player need two admins.`,
  },
  playerWithdrawalDaily: {
    label: 'Withdrawals per player and day',
    none: 'Withdrawals of one player have no daily limit.',
    says: (amount: string) => `Above ${amount} a day, withdrawals of one player need two admins.`,
  },
} as const
type AmountName = keyof typeof amounts
export const amountNames = Object.keys(amounts) as AmountName[]

const withoutRowWords = {
  second_admin: 'A deposit without a bank row needs two admins.',
  allowed: 'One admin may approve a deposit without a bank row.',
} as const

/** A typed amount in rupees; an empty text is no limit. */
const amountText = z.string().transform((text, context) => {
  const rupees = text.trim() === '' ? null : (parseRupees(text) ?? Number.NaN) / 100
  const read = setApprovalSettings.input.shape.secondApprovalAbove.safeDecode(rupees)
  if (read.success) return read.data
  context.addIssue('Enter an amount in rupees, or leave it empty.')
  return z.NEVER
})
const amountTexts = Object.fromEntries(amountNames.map((name) => [name, amountText])) as Record<
  AmountName,
  typeof amountText
>

/** The fields as they are typed. */
export const Typed = z.object({ withoutRow: z.enum(['second_admin', 'allowed']), ...amountTexts })
export type Rules = z.output<typeof Typed>

/** The rules in use. A previous release has one rule only. */
export function rulesOf(settings: Settings): Rules {
  const set = Object.fromEntries(amountNames.map((name) => [name, settings[name] ?? null])) as Record<
    AmountName,
    Paise | null
  >
  return { ...set, withoutRow: settings.withoutRow === 'second_admin' ? 'second_admin' : 'allowed' }
}

export function textsOf(rules: Rules): z.input<typeof Typed> {
  const textOf = (amount: Paise | null): string => (amount === null ? '' : rupeesText(amount))
  const texts = Object.fromEntries(amountNames.map((name) => [name, textOf(rules[name])])) as Record<AmountName, string>
  return { ...texts, withoutRow: rules.withoutRow }
}

/** One rule in a plain sentence. */
export function sentenceOf(name: keyof Rules, rules: Rules): string {
  if (name === 'withoutRow') return withoutRowWords[rules.withoutRow]
  const amount = rules[name]
  return amount === null ? amounts[name].none : amounts[name].says(formatRupees(amount))
}

/** The rules that differ. */
export const changedNames = (before: Rules, after: Rules): (keyof Rules)[] =>
  (['withoutRow', ...amountNames] as const).filter((name) => before[name] !== after[name])
