import { Id } from '@kismet/contracts'

/** What was typed or stands in the address: the number of a round, also if it was grouped, or the id of a bet or a round; null for anything else. */
export function askedFor(text: string): string | null {
  const plain = text.trim().toLowerCase()
  const digits = plain.replaceAll(/[\s,#]/g, '')
  return /^[1-9]\d{0,14}$/.test(digits) ? digits : (Id.safeParse(plain).data ?? null)
}
