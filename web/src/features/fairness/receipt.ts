import { AviatorReceipt } from '@kismet/contracts'
import type { z } from 'zod'

const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const
const bytesOf = (part: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))

/**
 * Checks the receipt of a cash-out, a compact JWS (ES256, RFC 7515), in this browser.
 * @param keys the public keys of the casino
 * @returns what the receipt says, or null if no key has signed the text
 */
export async function checkReceipt(
  text: string,
  keys: readonly JsonWebKey[],
): Promise<z.output<typeof AviatorReceipt> | null> {
  const [head = '', body = '', signature = ''] = text.trim().split('.')
  const signed = new TextEncoder().encode(`${head}.${body}`)
  for (const jwk of keys) {
    try {
      const key = await crypto.subtle.importKey('jwk', jwk, curve, false, ['verify'])
      if (await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, bytesOf(signature), signed))
        return AviatorReceipt.parse(JSON.parse(new TextDecoder().decode(bytesOf(body))))
    } catch {
      // The text is no receipt, or this browser cannot use the key.
    }
  }
  return null
}
