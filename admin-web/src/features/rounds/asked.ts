import { Id } from '@kismet/contracts'

/** What somebody looks for: a round by its number, or a bet or a round by an id, of which only the server knows which. */
export type Asked = { readonly kind: 'number'; readonly round: string } | { readonly kind: 'id'; readonly id: string }

/** Reads what was typed or stands in the address: a round's number, grouped or not, or an id; null for anything else. */
export function askedFor(text: string): Asked | null {
  const plain = text.trim().toLowerCase()
  const digits = plain.replaceAll(/[\s,#]/g, '')
  if (/^[1-9]\d{0,14}$/.test(digits)) return { kind: 'number', round: digits }
  const id = Id.safeParse(plain)
  return id.success ? { kind: 'id', id: id.data } : null
}
