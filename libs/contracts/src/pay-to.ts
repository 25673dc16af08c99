import { z } from 'zod'
import { limits } from './limits.ts'
import { Rupees } from './money.ts'
import { adminRoles, operation } from './operation.ts'
import { Id, NoInput, openEnum } from './primitives.ts'
import { Proposed } from './proposals.ts'

export const DepositMethod = z.enum(['IMPS', 'NEFT', 'RTGS', 'UPI', 'CRYPTO'])
export type DepositMethod = z.output<typeof DepositMethod>

/** What players pay to: a UPI ID, a bank account, or a wallet address. */
export const PayToKind = z.enum(['upi', 'bank', 'wallet'])
export type PayToKind = z.output<typeof PayToKind>

/** The methods that an account of a kind can serve. */
export const methodsOfKind: Readonly<Record<PayToKind, readonly DepositMethod[]>> = {
  upi: ['UPI'],
  bank: ['IMPS', 'NEFT', 'RTGS'],
  wallet: ['CRYPTO'],
}

/** The note of a UPI payment. The deposit page makes the note before the payment: `KM`, then 8 letters or digits without 0, 1, I and O. */
export const PaymentNote = z.string().regex(/^KM[2-9A-HJ-NP-Z]{8}$/, { error: 'The payment note is not valid.' })

/**
 * Where money goes. `address`: the UPI ID, account number or wallet address; null for a QR image alone. `name`: the holder, or
 * the coin with its network; empty if unknown. `ifsc`: of bank accounts.
 */
const terms = {
  kind: openEnum(PayToKind.options),
  name: z.string(),
  address: z.string().nullable(),
  ifsc: z.string().nullable(),
  qrImage: z.string().nullable(),
}
const methods = z.array(openEnum(DepositMethod.options))

/** An account as players see it. `methods`: those that show this account now. A changed account has another `id`. */
export const ShownAccount = z.object({ id: Id, ...terms, methods })
export type ShownAccount = z.output<typeof ShownAccount>

/** The account that a deposit page showed, as it was then. `account` is its id in the back office. */
export const PaidTo = z.object({ account: Id, ...terms })
export type PaidTo = z.output<typeof PaidTo>

/** All that a change of an account sets. `dailyLimit`: of requested and approved deposits of one day; null is no limit. */
const Terms = z.object({ ...terms, methods, dailyLimit: Rupees.nullable() })

/** A change of an account that waits. Until it takes effect, players see the account as it is. */
export const PayToProposal = Terms.extend({ ...Proposed.shape, isOn: z.boolean() })
export type PayToProposal = z.output<typeof PayToProposal>

/** An account as admins see it. `inUse`: null before the first change takes effect. `version`: another one after a change. */
export const PayToAccount = z.object({
  _id: Id,
  version: z.string(),
  inUse: Terms.nullable(),
  isOn: z.boolean(),
  /** Requested and approved deposits of today that were shown this account. */
  today: Rupees,
  proposed: PayToProposal.nullable(),
})
export type PayToAccount = z.output<typeof PayToAccount>

const owners = { admin: ['owner'] } as const
const Accounts = z.object({ accounts: z.array(PayToAccount) })
const Which = z.object({ id: z.string().max(64) })

export const listPayToAccounts = operation({
  subject: 'payments.list-pay-to-accounts',
  route: {
    method: 'GET',
    path: '/api/admin/pay-to-accounts',
    access: { admin: adminRoles },
    rate: 'read',
    summary: 'The accounts that players pay to in their order, with the changes that wait',
  },
  input: NoInput,
  /** `delayHours`: how long a change waits. 0: a change takes effect at once. */
  output: Accounts.extend({ delayHours: z.number().nonnegative() }),
  errors: [],
})

/** Off is at once, and withdraws a change of the account that waits. On waits as each change does. */
export const switchPayTo = operation({
  subject: 'payments.switch-pay-to',
  route: {
    method: 'POST',
    path: '/api/admin/pay-to-accounts/:id/switch',
    access: owners,
    rate: 'command',
    summary: 'Switch an account that players pay to on or off',
  },
  input: Which.extend({ isOn: z.boolean(), version: z.string().max(64) }),
  output: Accounts,
  errors: ['not_found', 'settings_changed'],
})

/** `ids`: all accounts. Players see the first one that serves their method and has room, or else the least full one. */
export const orderPayTo = operation({
  subject: 'payments.order-pay-to',
  route: {
    method: 'POST',
    path: '/api/admin/pay-to-accounts/order',
    access: owners,
    rate: 'command',
    summary: 'Set the order of the accounts that players pay to',
  },
  input: z.object({ ids: z.array(Id).max(limits.payTo.accounts) }),
  output: Accounts,
  errors: ['settings_changed'],
})
