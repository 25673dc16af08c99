import { z } from 'zod'
import type { requestFaults } from './errors.ts'
import { limits } from './limits.ts'
import { mailedCode } from './mailed-code.ts'
import { operation } from './operation.ts'
import { plainText } from './plain-text.ts'
import { Done, Id, IsoTime, NoInput } from './primitives.ts'

const allFields = 'All fields except password are required'

interface Form {
  readonly fault: (typeof requestFaults)[number]
  readonly error: string
  /** As it is kept: the same account written in another way is the same text. */
  readonly kept: (text: string) => string
  readonly form: RegExp
}

/** A text that must be there, as it is kept, in its form. What people put between digits is taken out before it is looked at. */
const field = ({ fault, error, kept, form }: Form) =>
  z
    .string({ error: allFields })
    .max(200, { error, abort: true })
    .overwrite(kept)
    .min(1, { error: allFields, abort: true })
    .refine((text) => form.test(text), { error, params: { fault } })

const withoutGaps = (text: string): string => plainText(text).replace(/[ -]/g, '')

/** The parts of a bank account, as they are typed and kept. */
export const accountFields = {
  name: field({
    fault: 'account_name',
    error: "The name has 2 to 100 letters, digits, spaces and . , ' & ( ) / -",
    kept: (text) => text.normalize('NFC').replace(/\s+/g, ' ').trim(),
    form: /^(?=.*\p{L})[\p{L}\p{M}\p{Nd} .,'&()/-]{2,100}$/u,
  }),
  accountNumber: field({
    fault: 'account_number',
    error: 'The account number has 9 to 18 digits.',
    kept: withoutGaps,
    form: /^\d{9,18}$/,
  }),
  /** Four letters of the bank, a zero, six letters or digits of the branch. */
  ifsc: field({
    fault: 'ifsc',
    error: 'The IFSC has 11 characters: 4 letters, a zero, and 6 letters or digits (such as SBIN0001234).',
    kept: (text) => withoutGaps(text).toUpperCase(),
    form: /^[A-Z]{4}0[A-Z0-9]{6}$/,
  }),
  /** Stored as ten digits, without +91, 91 or 0. */
  mobile: field({
    fault: 'mobile',
    error: 'The mobile number has 10 digits and begins with 6, 7, 8 or 9.',
    kept: (text) => withoutGaps(text).replace(/^(?:\+91|91(?=\d{10}$)|0(?=\d{10}$))/, ''),
    form: /^[6-9]\d{9}$/,
  }),
}

/** The letters, digits and spaces of a name as payment files have them. Other characters could be a separator of the file. */
export const payableName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9 ]+/g, ' ')
    .replace(/ +/g, ' ')
    .trim()

/** Whether banks can read the name of an account. Banks read Latin letters only. */
export const hasPayableName = (name: string): boolean => /[A-Za-z]/.test(payableName(name))

/** The parts of an account that a player saves. Stored accounts may have a name without a Latin letter. */
const savedFields = {
  ...accountFields,
  name: accountFields.name.refine(hasPayableName, {
    error: 'Enter the name as your bank writes it, in Latin letters.',
    params: { fault: 'account_name_latin' satisfies Form['fault'] },
  }),
}

const { passwordMinLength, passwordMaxLength, accountsPerPlayer } = limits.withdrawal

const passwordLength = `The withdraw password has ${passwordMinLength} to ${passwordMaxLength} characters.`

/** A new withdraw password. A form may send an empty text, which means no password. */
const newPassword = z
  .string({ error: passwordLength })
  .max(passwordMaxLength, { error: passwordLength })
  .refine((text) => text === '' || text.length >= passwordMinLength, {
    error: passwordLength,
    params: { fault: 'withdraw_password_length' },
  })

/** A withdraw password to verify. It has no rules of form: it is right or wrong. */
export const givenPassword = z.string().max(1_024).optional()

const wholeIndex = 'The index of an account is a whole number from 0.'

/** The place in the list, from 0. The list may have changed since it was seen: `accountId` says which account was meant there. */
export const AccountIndex = z.int({ error: wholeIndex }).min(0, { error: wholeIndex }).max(999, { error: wholeIndex })

/** The same where it stands in a path. */
const indexInPath = z.codec(z.string().regex(/^\d{1,3}$/, { error: wholeIndex }), z.int(), {
  decode: Number,
  encode: String,
})

export const accountId = z.string().max(64).optional()

/** A saved account. The password itself is never told. */
export const BankAccount = z.object({
  accountId: Id,
  name: z.string(),
  accountNumber: z.string(),
  ifsc: z.string(),
  mobile: z.string(),
  hasWithdrawPassword: z.boolean(),
  createdAt: IsoTime,
  updatedAt: IsoTime,
  /** Until then the account takes no withdrawal; absent for an account that takes withdrawals. */
  usableFrom: IsoTime.optional(),
})

/** Every answer about accounts has the whole list as it is now, in the order of its indexes. */
const Accounts = z.object({ accounts: z.array(BankAccount).max(accountsPerPlayer) })
const ChangedAccounts = Accounts.extend({ message: z.string() })

/**
 * What proves that the owner of the account saves a bank account. `currentWithdrawPassword`: of any saved account. A player
 * without a withdraw password sends `currentPassword`, the login password.
 */
const proof = { currentWithdrawPassword: givenPassword, currentPassword: givenPassword }
const proofErrors = ['wrong_password', 'wrong_withdraw_password', 'account_changed'] as const

/** Hashing waits in a bounded queue. */
const passwordTimeoutMs = 10_000
/** Payments hashes, and auth does too. */
const provenTimeoutMs = 2 * passwordTimeoutMs

export const listAccounts = operation({
  subject: 'payments.list-accounts',
  route: { method: 'GET', path: '/api/accounts', access: 'player', rate: 'read', summary: 'Own bank accounts' },
  input: NoInput,
  output: Accounts,
  errors: [],
})

export const addAccount = operation({
  subject: 'payments.add-account',
  route: {
    method: 'POST',
    path: '/api/accounts',
    access: 'player',
    rate: 'command',
    device: 'player',
    summary: 'Save a bank account; the player is told by mail',
  },
  input: z.object({ ...savedFields, withdrawPassword: newPassword.nullish(), ...proof }),
  output: ChangedAccounts,
  errors: ['accounts_full', ...proofErrors],
  timeoutMs: provenTimeoutMs,
})

export const changeAccount = operation({
  subject: 'payments.change-account',
  route: {
    method: 'PUT',
    path: '/api/accounts/:index',
    access: 'player',
    rate: 'command',
    device: 'player',
    summary: 'Change a bank account; an absent withdrawPassword stays, null takes it away',
  },
  input: z.object({
    index: indexInPath,
    accountId,
    ...savedFields,
    withdrawPassword: newPassword.nullish(),
    ...proof,
  }),
  output: ChangedAccounts,
  errors: ['not_found', ...proofErrors],
  timeoutMs: provenTimeoutMs,
})

export const deleteAccount = operation({
  subject: 'payments.delete-account',
  route: {
    method: 'DELETE',
    path: '/api/accounts/:index',
    access: 'player',
    rate: 'command',
    summary: 'Delete a bank account; its withdrawals stay as they are',
  },
  input: z.object({ index: indexInPath, accountId, currentWithdrawPassword: givenPassword }),
  output: ChangedAccounts,
  errors: ['not_found', 'account_changed', 'wrong_withdraw_password'],
  timeoutMs: passwordTimeoutMs,
})

export const forgotWithdrawPassword = operation({
  subject: 'payments.forgot-withdraw-password',
  route: {
    method: 'POST',
    path: '/api/accounts/:accountId/forgot-password',
    access: 'player',
    rate: 'command',
    device: 'player',
    summary: 'Mail a code to set a new withdraw password of a bank account',
  },
  input: z.object({ accountId: Id }),
  output: Done,
  errors: ['not_found'],
  timeoutMs: passwordTimeoutMs,
})

/** After the new password the account takes no withdrawal for a day, nor does an account that is saved on that day. */
export const resetWithdrawPassword = operation({
  subject: 'payments.reset-withdraw-password',
  route: {
    method: 'POST',
    path: '/api/accounts/:accountId/reset-password',
    access: 'player',
    rate: 'command',
    device: 'player',
    summary: 'Set a new withdraw password with a mailed code; the account then waits a day',
  },
  input: z.object({
    accountId: Id,
    otp: mailedCode('Enter the code from the email.'),
    withdrawPassword: newPassword.min(1, { error: passwordLength }),
  }),
  output: ChangedAccounts,
  errors: ['not_found', 'account_changed', 'invalid_code'],
  timeoutMs: provenTimeoutMs,
})
