import { Id } from '@kismet/contracts'

/** Parses the text of the search field or of the address: a round number, also with separators, or the id of a bet or a round. Null for any other text. */
export function parseRoundQuery(text: string): string | null {
  const plain = text.trim().toLowerCase()
  const digits = plain.replaceAll(/[\s,#]/g, '')
  return /^[1-9]\d{0,14}$/.test(digits) ? digits : (Id.safeParse(plain).data ?? null)
}
