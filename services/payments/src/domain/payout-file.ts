import { payableName } from '@kismet/contracts'
import type { PayoutFormat } from '@kismet/contracts'
import { shortIdOf } from './payout.ts'

export interface Payment {
  readonly id: string
  readonly amountPaise: number
  readonly account: { readonly name: string; readonly accountNumber: string; readonly ifsc: string }
}

/** From this amount on, other banks are paid by RTGS. */
const rtgsPaise = 2_00_000_00
const rupees = ({ amountPaise }: Payment): string => (amountPaise / 100).toFixed(2)

const nameOf = ({ account }: Payment, most: number): string => payableName(account.name).slice(0, most)

/** How the bank with an IFSC of `bank` pays: within the bank, or by NEFT or RTGS. */
const railOf = ({ account, amountPaise }: Payment, bank: string): 'own' | 'RTGS' | 'NEFT' =>
  account.ifsc.startsWith(bank) ? 'own' : amountPaise >= rtgsPaise ? 'RTGS' : 'NEFT'

interface Layout {
  readonly extension: 'csv' | 'txt'
  readonly separator: string
  readonly header?: readonly string[]
  /** Lines before the payments. */
  readonly first?: (payments: readonly Payment[], file: OfFile) => readonly string[]
  readonly line: (payment: Payment, file: OfFile) => readonly string[]
}

interface OfFile {
  /** The operator's own account. */
  readonly debitAccount: string
  /** The day of the payment in Asia/Kolkata, yyyy-mm-dd. */
  readonly day: string
}

const dayBy = (day: string, separator: string): string => day.split('-').toReversed().join(separator)
const empty = (count: number): readonly string[] => Array.from({ length: count }, () => '')

const layouts: Readonly<Record<PayoutFormat, Layout>> = {
  // For a spreadsheet: account number and id are formulas that give a text.
  generic: {
    extension: 'csv',
    separator: ',',
    header: ['id', 'name', 'accountNumber', 'ifsc', 'amount'],
    line: (payment) => [
      `="${shortIdOf(payment.id)}"`,
      nameOf(payment, 100),
      `="${payment.account.accountNumber}"`,
      payment.account.ifsc,
      rupees(payment),
    ],
  },
  // ENet bulk payments: 28 fields without a header. The customer reference number is in the bank's answer.
  hdfc: {
    extension: 'csv',
    separator: ',',
    line: (payment, { day }) => {
      const { ifsc, accountNumber } = payment.account
      const type = { own: 'I', NEFT: 'N', RTGS: 'R' }[railOf(payment, 'HDFC')]
      const id = shortIdOf(payment.id)
      const payee = [type, '', accountNumber, rupees(payment), nameOf(payment, 40)]
      return [...payee, ...empty(7), id, id, id, ...empty(7), dayBy(day, '/'), '', ifsc, ifsc.slice(0, 4), '', '']
    },
  },
  // Corporate Internet Banking, payments to accounts that are not registered (PAB_VENDOR).
  icici: {
    extension: 'csv',
    separator: ',',
    header: [
      ...['PYMT_PROD_TYPE_CODE', 'PYMT_MODE', 'DEBIT_ACC_NO', 'BNF_NAME', 'BENE_ACC_NO', 'BENE_IFSC', 'AMOUNT'],
      ...['DEBIT_NARR', 'CREDIT_NARR', 'MOBILE_NUM', 'EMAIL_ID', 'REMARK', 'PYMT_DATE', 'REF_NO'],
      ...['ADDL_INFO1', 'ADDL_INFO2', 'ADDL_INFO3', 'ADDL_INFO4', 'ADDL_INFO5'],
    ],
    line: (payment, { debitAccount, day }) => {
      const { ifsc, accountNumber } = payment.account
      const rail = railOf(payment, 'ICIC')
      const id = shortIdOf(payment.id)
      const payee = [nameOf(payment, 32), accountNumber, ifsc, rupees(payment)]
      const notes = [id, id, '', '', id, dayBy(day, '-'), id]
      return ['PAB_VENDOR', rail === 'own' ? 'FT' : rail, debitAccount, ...payee, ...notes, ...empty(5)]
    },
  },
  // Corporate bulk payments: one debit of the sum, then a credit a line. account#IFSC#day#debit#credit#remark#name
  sbi: {
    extension: 'txt',
    separator: '#',
    first: (payments, { debitAccount, day }) => {
      const sum = payments.reduce((total, { amountPaise }) => total + amountPaise, 0)
      return [debitAccount, '', dayBy(day, '/'), (sum / 100).toFixed(2), '', 'PAYOUTS', '']
    },
    line: (payment, { day }) => {
      const { ifsc, accountNumber } = payment.account
      return [accountNumber, ifsc, dayBy(day, '/'), '', rupees(payment), shortIdOf(payment.id), nameOf(payment, 40)]
    },
  },
}

/** Whether a format names the account that pays. */
export const needsDebitAccount = (format: PayoutFormat): boolean => format === 'icici' || format === 'sbi'

/** The name of a payment file: letters and digits, because banks refuse others. */
export const payoutFileName = (format: PayoutFormat, id: string): string =>
  `PAYOUTS${shortIdOf(id)}.${layouts[format].extension}`

/** A payment file as a bank takes it. Amounts are rupees with two decimals. */
export function payoutFileOf(format: PayoutFormat, payments: readonly Payment[], file: OfFile): string {
  const { separator, header, first, line } = layouts[format]
  const lines = [
    ...(header ? [header] : []),
    ...(first ? [first(payments, file)] : []),
    ...payments.map((payment) => line(payment, file)),
  ]
  return lines.map((cells) => `${cells.join(separator)}\r\n`).join('')
}
