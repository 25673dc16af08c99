import type { DepositMethod, getDepositSettings, Output, ShownAccount } from '@kismet/contracts'
import { z } from 'zod'

/** Where players pay to now. */
export type Settings = Output<typeof getDepositSettings>['settings']

/** The account that a method shows. `id`: null from a previous release of the server. */
export type PayTo = Pick<ShownAccount, 'kind' | 'name' | 'address' | 'ifsc' | 'qrImage'> & {
  readonly id: string | null
}

/** The account to pay to by a method now; null when no account is on. A previous release has one account for all methods. */
export function payToOf({ accounts, utr, qrImage }: Settings, method: DepositMethod): PayTo | null {
  if (accounts) return accounts.find(({ methods }) => methods.includes(method)) ?? null
  return { id: null, kind: 'upi', name: '', address: utr, ifsc: null, qrImage }
}

/** An account that was shown, as it is kept while a player pays to it. */
export const KeptAccount = z.object({
  id: z.string().nullable(),
  kind: z.string(),
  address: z.string().nullable(),
  ifsc: z.string().nullable(),
  qrImage: z.string().nullable(),
})
export type KeptAccount = z.output<typeof KeptAccount>

/** Whether money goes to the same place. A changed limit gives an account another id. */
export const isSameAccount = (one: KeptAccount, other: KeptAccount): boolean =>
  one.kind === other.kind && one.address === other.address && one.ifsc === other.ifsc && one.qrImage === other.qrImage

/** Digits and letters that are not mistaken for each other. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A new note for a payment, by which an admin finds the payment in a bank statement (`PaymentNote`). */
export function newNote(): string {
  const chosen = crypto.getRandomValues(new Uint8Array(8))
  return `KM${[...chosen].map((byte) => signs[byte % signs.length]).join('')}`
}

/** The UPI ID of an account; null for an address of another form. */
export const upiIdOf = ({ kind, address }: PayTo): string | null =>
  kind === 'upi' && address?.includes('@') === true ? address : null

/** A link that opens a UPI app with the payment filled in (UPI linking specification). */
export function upiLink(upiId: string, { name }: Pick<PayTo, 'name'>, amountPaise: number, note: string): string {
  const fields = { pa: upiId, pn: name, am: (amountPaise / 100).toFixed(2), cu: 'INR', tn: note }
  const query = Object.entries(fields).filter(([, value]) => value !== '')
  // UPI apps do not read `+` as a space.
  return `upi://pay?${query.map(([key, value]) => `${key}=${encodeURIComponent(value).replace('%40', '@')}`).join('&')}`
}
