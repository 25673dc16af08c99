import { createHmac } from 'node:crypto'
import { totpRules } from '@kismet/contracts'
import type { Randomness } from '@kismet/service-kit/randomness'
import { keyFor } from '@kismet/service-kit/seal'
import { Secret, TOTP } from 'otpauth'

const issuer = 'Kismet Admin'
/** Without 0, O, 1 and I, which look alike. Its 32 letters are one for each value of five random bits. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function totpOf(secret: Buffer, label = ''): TOTP {
  const { digits, periodMs } = totpRules
  const bytes = Secret.fromHex(secret.toString('hex'))
  return new TOTP({ issuer, label, secret: bytes, algorithm: 'SHA1', digits, period: periodMs / 1_000 })
}

/** A secret as a person types it (base32), and as a QR code has it. */
export function totpTexts(secret: Buffer, username: string): { readonly secret: string; readonly uri: string } {
  const totp = totpOf(secret, username)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/**
 * The period of a valid code, counted from the epoch. The code is of this period, the previous or the next one. No code of
 * that period or a later period was used (RFC 6238, section 5.2). Compared in constant time.
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { nowMs, lastStep }: { readonly nowMs: number; readonly lastStep: number | null },
): number | undefined {
  const { periodMs, window } = totpRules
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window })
  if (delta === null) return undefined
  const step = Math.floor(nowMs / periodMs) + delta
  return lastStep === null || step > lastStep ? step : undefined
}

/** The stored MAC of a recovery code. Its key is the two-step secret, so a new AUTH_SECRET does not change it. */
export function recoveryMac(secret: Buffer, code: string): string {
  return createHmac('sha256', keyFor(secret.toString('hex'), 'recovery codes'))
    .update(code)
    .digest('hex')
}

/** Random letters in groups of four, with five bits each. */
export function randomGroups(letters: number, randomness: Randomness): string {
  const text = Array.from(randomness.bytes(letters), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replaceAll(/.{4}(?=.)/g, '$&-')
}
