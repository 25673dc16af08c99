import type { CallError } from '@kismet/app-kit/call-error.ts'
import type { FormField } from '@kismet/app-kit/upload.ts'
import type { DepositMethod, OrOther, Parsed, postDeposit } from '@kismet/contracts'
import { limits, readUtr, referenceForm } from '@kismet/contracts'
import { formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { i18n, sourceLocale } from '@kismet/ui/words/lingui.tsx'
import { t } from '@lingui/core/macro'
import type { z } from 'zod'
import type { Problem } from '../../core/use-form.ts'
import type { OwnDeposit } from './own-deposits.ts'

/** A method by its name. Short names are the same in each language. */
export const methodNames: Readonly<Record<OrOther<DepositMethod>, () => string>> = {
  UPI: () => 'UPI',
  IMPS: () => 'IMPS',
  NEFT: () => 'NEFT',
  RTGS: () => 'RTGS',
  CRYPTO: () => 'CRYPTO',
  other: () => t`Other`,
}

/** What a reference of a method looks like, and what may stand in it. */
function formText(of: DepositMethod): { form: string; only: string } {
  const { characters, min, max } = referenceForm(of)
  const method = methodNames[of]()
  const length = min === max ? String(min) : t`${min} to ${max}`
  switch (characters) {
    case 'digits':
      return {
        form: t`A ${method} reference has ${length} digits.`,
        only: t`Use only 0 to 9. Your payment app calls it UTR or UPI Ref No.`,
      }
    case 'letters':
      return {
        form: t`A ${method} reference has ${length} letters or digits.`,
        only: t`Use only A to Z and 0 to 9.`,
      }
    case 'signs':
      return {
        form: t`A ${method} reference has ${length} letters, digits or _ : . -`,
        only: t`Use only A to Z, 0 to 9 and _ : . -`,
      }
  }
}

/** What is wrong with a reference, in the language that is shown; the contracts say it in English. */
function utrText(method: DepositMethod, { message, params }: Extract<Parsed<string>, { ok: false }>): string {
  if (i18n.locale === sourceLocale) return message
  if (params?.fault === 'utr_missing') return t`Enter your UTR/Reference number`
  const { form, only } = formText(method)
  return params?.fault === 'utr_characters' ? `${form} ${only}` : `${form} ${t`You have ${params?.got ?? 0}.`}`
}

/** The form as it is typed. */
export interface DepositTexts {
  amount: string
  method: DepositMethod
  utr: string
  proof: File | null
}

/** A field of the form, by its name in the contract. */
export type DepositField = FormField<typeof postDeposit>

type DepositProblem = Problem<DepositField>

/** What is sent: the texts of the contract, and the proof. */
export type DepositForm = z.input<typeof postDeposit.form.fields> & { proof: File }

export const minDepositPaise = limits.deposit.minRupees * 100
export const maxDepositPaise = limits.deposit.maxRupees * 100
export const proofTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif,application/pdf'

/** The amount that the form stands for, in paise; rounded to 2 decimals (spec 5.8). */
export function depositPaise({ amount }: Pick<DepositTexts, 'amount'>): number | null {
  return parseRupees(amount)
}

/** The first thing that is wrong, in the order of spec 5.8: amount, its limits, reference, proof. */
export function depositProblem(form: DepositTexts): DepositProblem | null {
  const amountPaise = depositPaise(form)
  if (amountPaise === null || amountPaise === 0) return { field: 'amount', message: () => t`Enter a valid amount` }
  if (amountPaise < minDepositPaise) {
    return { field: 'amount', message: () => t`Minimum deposit amount is ${formatRupeesShort(minDepositPaise)}` }
  }
  if (amountPaise > maxDepositPaise) {
    return { field: 'amount', message: () => t`Maximum deposit amount is ${formatRupeesShort(maxDepositPaise)}` }
  }
  const utr = readUtr(form.method, form.utr)
  if (!utr.ok) return { field: 'utr', message: () => utrText(form.method, utr) }
  return proofProblem(form.proof)
}

/** What is wrong with a proof, told when it is chosen. */
export function proofProblem(proof: File | null): DepositProblem | null {
  if (!proof) return { field: 'proof', message: () => t`Add a proof of the payment (image or PDF)` }
  if (proof.size === 0) return { field: 'proof', message: () => t`This file is empty` }
  if (/^image\/hei[cf]/.test(proof.type))
    return { field: 'proof', message: () => t`We cannot read HEIC pictures. Upload a JPEG or a screenshot.` }
  // Phones name types in many ways. The server reads the content.
  if (/^(?:text|audio|video)\//.test(proof.type))
    return { field: 'proof', message: () => t`Choose an image (JPEG, PNG, WebP, GIF, AVIF) or a PDF` }
  if (proof.size <= limits.deposit.proofMaxBytes) return null
  return { field: 'proof', message: () => t`The proof may have at most ${formatBytes(limits.deposit.proofMaxBytes)}` }
}

/** The fields as docs/reference/player-api.md has them: the amount as text in rupees. */
export function depositFields(
  { method, utr }: Omit<DepositTexts, 'proof'>,
  amountPaise: number,
): Omit<DepositForm, 'proof'> {
  return { amount: (amountPaise / 100).toFixed(2), method, utr: utr.trim() }
}

/** Whether a request says what a form describes. */
export function isRequestOf(
  { method, amount, askedAmount, utr }: OwnDeposit,
  form: Omit<DepositForm, 'proof'>,
): boolean {
  if (method === 'other' || method !== form.method) return false
  const known = readUtr(method, form.utr)
  return known.ok && known.value === utr && (askedAmount ?? amount) === parseRupees(form.amount)
}

/** Whether the server refused the file of a proof. */
export function isOfProof(error: CallError): boolean {
  if (error.code === 'payload_too_large') return true
  return error.code === 'invalid_request' && error.params?.fault?.startsWith('file_') === true
}

/** The own request with the reference of a form, if the form is refused for it. */
export function withReference(
  deposits: readonly OwnDeposit[],
  method: DepositMethod,
  reference: string,
): OwnDeposit | undefined {
  const known = readUtr(method, reference)
  return deposits.find(({ utr, status }) => known.ok && utr === known.value && status !== 'rejected')
}

/** Whether a request is newer than a sent form. `earlier`: the ids of equal requests at that time. If unknown, a rejected request may be older. */
export function isSince({ _id, status }: OwnDeposit, earlier: readonly string[] | null): boolean {
  return earlier === null ? status !== 'rejected' : !earlier.includes(_id)
}

/** Whether two forms describe one request. Proofs do not matter, because a reference is accepted once. */
export function isSameRequest(one: Omit<DepositForm, 'proof'>, other: Omit<DepositForm, 'proof'>): boolean {
  return one.amount === other.amount && one.method === other.method && one.utr === other.utr
}

/** The identity of a submission. An equal submission is sent with the same idempotency key. */
export function intentOf({ amount, method, utr, proof }: DepositTexts): string {
  return JSON.stringify([amount, method, utr, proof?.name, proof?.size, proof?.lastModified])
}
