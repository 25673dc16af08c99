import type { DepositMethod } from '@kismet/contracts'
import { limits, readUtr } from '@kismet/contracts'
import { formatBytes } from '@kismet/ui/format/number.ts'
import { formatRupeesShort, parseRupees } from '@kismet/ui/format/money.ts'

/** The form as it is typed. */
export interface DepositTexts {
  amount: string
  method: DepositMethod
  utr: string
  proof: File | null
}

export type DepositField = 'amount' | 'utr' | 'proof'

export const minDepositPaise = limits.deposit.minRupees * 100
export const maxDepositPaise = limits.deposit.maxRupees * 100
export const proofTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif,application/pdf'

/** The amount that the form stands for, in paise; rounded to 2 decimals (spec 5.8). */
export function depositPaise({ amount }: Pick<DepositTexts, 'amount'>): number | null {
  return parseRupees(amount)
}

/** The first thing that is wrong, in the order of spec 5.8: amount, its limits, reference, proof. */
export function depositProblem(form: DepositTexts): { field: DepositField; message: string } | null {
  const amountPaise = depositPaise(form)
  if (amountPaise === null || amountPaise === 0) return { field: 'amount', message: 'Enter a valid amount' }
  if (amountPaise < minDepositPaise) {
    return { field: 'amount', message: `Minimum deposit amount is ${formatRupeesShort(minDepositPaise)}` }
  }
  if (amountPaise > maxDepositPaise) {
    return { field: 'amount', message: `Maximum deposit amount is ${formatRupeesShort(maxDepositPaise)}` }
  }
  const utr = readUtr(form.method, form.utr)
  if (!utr.ok) return { field: 'utr', message: utr.message }
  return proofProblem(form.proof)
}

function proofProblem(proof: File | null): { field: 'proof'; message: string } | null {
  if (!proof) return { field: 'proof', message: 'Add a proof of the payment (image or PDF)' }
  if (proof.size === 0) return { field: 'proof', message: 'This file is empty' }
  if (proof.size <= limits.deposit.proofMaxBytes) return null
  return { field: 'proof', message: `The proof may have at most ${formatBytes(limits.deposit.proofMaxBytes)}` }
}

/** The multipart form as docs/wire.md has it: the amount as text in rupees. */
export function depositForm(form: DepositTexts, amountPaise: number, proof: File): FormData {
  const data = new FormData()
  data.set('amount', (amountPaise / 100).toFixed(2))
  data.set('method', form.method)
  data.set('utr', form.utr.trim())
  data.set('proof', proof)
  return data
}

/** What makes two submissions the same intent, so that the second is sent with the key of the first. */
export function intentOf({ amount, method, utr, proof }: DepositTexts): string {
  return JSON.stringify([amount, method, utr, proof?.name, proof?.size, proof?.lastModified])
}
