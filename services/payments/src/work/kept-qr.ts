import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { findQrImage } from '../db/settings.ts'
import { payeeProblem } from '../domain/qr-payee.ts'
import type { PayToTerms } from '../domain/pay-to.ts'
import type { PayeeProblem } from '../domain/qr-payee.ts'

interface Change {
  readonly payTo: PayToTerms
  readonly inUse: PayToTerms | null
  /** The owner says that the QR image was checked. */
  readonly isChecked: boolean
  readonly adminId: string
}

/** Throws Refusal `qr_differs` for a problem. */
export function requireSamePayee(problem: PayeeProblem | null): void {
  if (problem !== null) throw new Refusal('qr_differs', problem.message, { paysTo: problem.paysTo })
}

/**
 * Why the QR image in use may not stay below a new UPI ID: players who scan it would pay to the old account. `isChecked`
 * counts only for an image that cannot be read.
 * @throws Refusal `unavailable` when no image can be read now
 */
export async function keptQrProblem(
  { db, pictures }: Pick<Context, 'db' | 'pictures'>,
  { payTo, inUse, isChecked, adminId }: Change,
): Promise<PayeeProblem | null> {
  const { address, qrVersion } = payTo
  if (qrVersion === null || qrVersion !== inUse?.qrVersion || address === inUse.address) return null
  const stored = await findQrImage(db, qrVersion)
  const problem = payeeProblem(stored && (await pictures.ofQrImage(stored, adminId)).text, address)
  if (problem === null || (isChecked && problem.paysTo === null)) return null
  return { ...problem, message: `${problem.message} Upload the QR image of the new UPI ID with it.` }
}
