import {
  DepositMethod,
  Id,
  inRupees,
  limits,
  paise,
  paiseOfRupees,
  PaymentNote,
  plainText,
  readUtr,
} from '@kismet/contracts'
import type { Paise, Parsed, RefusalParams } from '@kismet/contracts'

export const proofMissing = 'Upload a proof of your payment (image or PDF)'

export interface DepositOrder {
  readonly amountPaise: Paise
  readonly method: DepositMethod
  /** As the player wrote it, without invisible characters: an admin looks a reference up by its own spelling. */
  readonly utr: string
  /** By which references are compared. */
  readonly utrNormalised: string
  /** The account that the page showed, and the note that the page gave to the payment, if the form names them. */
  readonly payTo: string | null
  readonly note: string | null
}

const amountText = /^(\d{1,8})(?:\.(\d{1,2}))?$/

/** Reads rupees written as text, exactly. @returns undefined for text of another form and for zero. */
export function readAmount(text: string): Paise | undefined {
  const [, whole, fraction = ''] = amountText.exec(text) ?? []
  if (whole === undefined) return undefined
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return amount === 0 ? undefined : paise(amount)
}

const refused = (message: string, params?: RefusalParams<'invalid_request'>) =>
  ({ ok: false, message, ...(params && { params }) }) as const

/**
 * Checks the deposit form in the order of spec 5.8: amount, its limits, reference, method, form of the reference, what the
 * page showed, proof.
 * The message is the one of the first thing that is wrong.
 */
export function readDepositForm(fields: ReadonlyMap<string, string>, hasProof: boolean): Parsed<DepositOrder> {
  const { minRupees, maxRupees } = limits.deposit
  const range = { min: minRupees, max: maxRupees }
  const amountPaise = readAmount(fields.get('amount') ?? '')
  if (amountPaise === undefined) return refused('Enter a valid amount', range)
  if (amountPaise < paiseOfRupees(minRupees)) return refused(`Minimum deposit amount is ${inRupees(minRupees)}`, range)
  if (amountPaise > paiseOfRupees(maxRupees)) return refused(`Maximum deposit amount is ${inRupees(maxRupees)}`, range)
  const utr = plainText(fields.get('utr') ?? '')
  if (utr === '') return refused('Enter your UTR/Reference number', { fault: 'utr_missing' })
  if (utr.length > limits.deposit.referenceMaxLength) return refused('The UTR/Reference number is too long')
  const method = DepositMethod.safeParse(fields.get('method'))
  if (!method.success) return refused(`Choose a payment method: ${DepositMethod.options.join(', ')}`)
  const normalised = readUtr(method.data, utr)
  if (!normalised.ok) return normalised
  const payTo = Id.nullable().safeParse(fields.get('payTo') ?? null)
  if (!payTo.success) return refused('The account that the page showed is not valid.')
  const note = PaymentNote.nullable().safeParse(fields.get('note') ?? null)
  if (!note.success) return refused('The payment note is not valid.')
  if (!hasProof) return refused(proofMissing)
  const shown = { payTo: payTo.data, note: note.data }
  return { ok: true, value: { amountPaise, method: method.data, utr, utrNormalised: normalised.value, ...shown } }
}
