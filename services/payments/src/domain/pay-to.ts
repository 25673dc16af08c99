import { methodsOfKind, parseInput, PayToForm } from '@kismet/contracts'
import type { DepositMethod, Parsed, PayToTerms as TypedTerms } from '@kismet/contracts'
import { readSettingsForm } from './settings-form.ts'

/** What an owner sets of an account that players pay to. */
export interface PayToTerms extends TypedTerms {
  readonly qrVersion: string | null
}

const nothingSet = { name: '', address: null, ifsc: null, dailyLimitPaise: null, qrVersion: null } as const

/**
 * Checks the form of an account. A form without `kind` has only the UPI ID and the QR image (spec 5.10), and the rest stays.
 * The QR image stays in either form.
 * @param before the account that changes; undefined for a new one
 */
export function readPayTo(
  fields: ReadonlyMap<string, string>,
  hasImage: boolean,
  before: PayToTerms | undefined,
): Parsed<PayToTerms> {
  const kind = fields.get('kind') ?? 'upi'
  const qrVersion = before?.qrVersion ?? null
  if (before !== undefined && before.kind !== kind) return refused('The kind of an account cannot change.')
  if (hasImage && kind !== 'upi') return refused('Only the account of a UPI ID has a QR image.')
  if (!fields.has('kind')) {
    const utr = readSettingsForm(fields, hasImage)
    if (!utr.ok) return utr
    const kept = before ?? { kind: 'upi', methods: methodsOfKind.upi, ...nothingSet }
    return { ok: true, value: { ...kept, address: utr.value ?? kept.address } }
  }
  const text = (name: string) => fields.get(name) ?? ''
  const names = ['name', 'utr', 'ifsc', 'methods', 'dailyLimit'] as const
  const form = parseInput(PayToForm, { kind, ...Object.fromEntries(names.map((name) => [name, text(name)])) })
  return form.ok ? { ok: true, value: { ...form.value, qrVersion } } : form
}

const refused = (message: string) => ({ ok: false, message }) as const

/** An account as far as players see it. */
export interface Showable {
  readonly id: string
  readonly isOn: boolean
  readonly terms: PayToTerms | null
}

/**
 * The account of each method: the first one that is on, serves the method, and has not reached its limit of the day. If no
 * account has room, the one that is filled least for its limit: unpaid requests fill accounts too, and must not close a method.
 */
export function shownAccounts<Account extends Showable>(
  accounts: readonly Account[],
  todayPaise: ReadonlyMap<string, number>,
): ReadonlyMap<DepositMethod, Account> {
  const shown = new Map<DepositMethod, { account: Account; filled: number }>()
  for (const account of accounts) {
    const { id, isOn, terms } = account
    if (!isOn || terms === null) continue
    const part = (todayPaise.get(id) ?? 0) / (terms.dailyLimitPaise ?? Infinity)
    // Accounts with room are equal, so that the first one stays.
    const filled = part < 1 ? 0 : part
    for (const method of terms.methods)
      if (filled < (shown.get(method)?.filled ?? Infinity)) shown.set(method, { account, filled })
  }
  return new Map([...shown].map(([method, { account }]) => [method, account]))
}
