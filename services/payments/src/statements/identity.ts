import { hash } from 'node:crypto'
import type { ReadRow } from '../domain/bank/rows.ts'

/**
 * By what each row is known again in another file, as SHA-256 in hex: all that it says, and which one it is of those in its file that say the same (so that two payments that are
 * equal in everything are two). Banks cut and pad texts as they like: spaces and case do not count.
 */
export function identitiesOf(rows: readonly ReadRow[]): string[] {
  const seen = new Map<string, number>()
  return rows.map(({ day, paise, text, reference, balancePaise }) => {
    const said = JSON.stringify([day, paise, plain(text), plain(reference), balancePaise])
    const nth = (seen.get(said) ?? 0) + 1
    seen.set(said, nth)
    return hash('sha256', `${nth} ${said}`)
  })
}

const plain = (text: string): string => text.replace(/\s+/g, '').toUpperCase()
