import { Secret, TOTP } from 'otpauth'

/** What the authenticator app of an admin shows at a time (ms since the epoch); `secret` in base32, as it is typed into the app. */
export function codeOf(secret: string, atMs: number): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: atMs })
}
