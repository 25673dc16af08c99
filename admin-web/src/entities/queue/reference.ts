import { payoutIdLength } from '@kismet/contracts'

/** A reference in groups of four. Spaces that were typed in it do not count. */
export function groupsOfFour(reference: string): string {
  return withoutSpaces(reference).replace(/.{4}(?=.)/gu, '$& ')
}

/**
 * The reference of a bank row as the bank writes it. Rows are stored without leading zeros, and a reference of UPI or IMPS
 * has 12 digits.
 */
export const wholeReference = (reference: string): string =>
  /^\d{9,11}$/.test(reference) ? reference.padStart(12, '0') : reference

/** A reference as it is copied into the search of a bank. */
export function withoutSpaces(reference: string): string {
  return reference.replaceAll(/\s/g, '')
}

/** The end of an id, which tells requests apart: the start of it is a time. */
export function shortId(id: string): string {
  return id.slice(-6)
}

/** The id of a withdrawal in the remark of its payment, by which a bank statement names the withdrawal. */
export function payoutId(id: string): string {
  return id.slice(-payoutIdLength).toUpperCase()
}
