import { plainText } from '@kismet/contracts'
import type { Parsed } from '@kismet/contracts'

const maxLength = 128
// Control characters, and text that is no Unicode: neither can be shown or stored.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u

/** Checks the form of the deposit settings (spec 5.10). @returns the reference that players pay to, or null when only a QR image is given */
export function readSettingsForm(fields: ReadonlyMap<string, string>, hasImage: boolean): Parsed<string | null> {
  const utr = plainText(fields.get('utr') ?? '')
  if (utr === '') return hasImage ? { ok: true, value: null } : refused('Enter UTR or upload QR')
  if (utr.length > maxLength) return refused(`The UTR reference has at most ${maxLength} characters.`)
  if (unprintable.test(utr)) return refused('The UTR reference has characters that cannot be shown.')
  return { ok: true, value: utr }
}

const refused = (message: string) => ({ ok: false, message }) as const
