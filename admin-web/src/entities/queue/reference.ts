import { payoutIdLength } from '@kismet/contracts'

/** A reference in groups of four. Spaces that were typed in it do not count. */
export function groupsOfFour(reference: string): string {
  return withoutSpaces(reference).replace(/.{4}(?=.)/gu, '$& ')
}

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
