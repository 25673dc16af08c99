/** The UPI ID that a QR code pays to: `upi://pay?pa=...` of the UPI linking specification; null for another text. */
export function payeeOf(text: string | undefined): string | null {
  if (text === undefined || !/^upi:\/\/pay\?/i.test(text)) return null
  return new URLSearchParams(text.slice(text.indexOf('?') + 1)).get('pa')
}

/** Why a QR image must be checked before it is saved. */
export interface PayeeProblem {
  readonly message: string
  /** Null for a code that cannot be read or is no payment code. */
  readonly paysTo: string | null
}

/**
 * Compares the payee of a QR image with the UPI ID that players see. A reference without `@` is no UPI ID, and only the QR
 * code itself is checked.
 * @param text the text of the QR code; undefined for an image without a readable QR code
 * @returns null for a QR image that pays to the UPI ID
 */
export function payeeProblem(text: string | undefined, utr: string | null): PayeeProblem | null {
  const paysTo = payeeOf(text)
  if (text === undefined) return { message: 'No QR code can be read in this image.', paysTo }
  if (paysTo === null) return { message: 'The QR code in this image is no UPI payment code.', paysTo }
  if (utr?.includes('@') !== true || paysTo.toLowerCase() === utr.toLowerCase()) return null
  return { message: `The QR code pays to ${paysTo}, and the UPI ID is ${utr}.`, paysTo }
}
