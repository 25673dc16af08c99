import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminRole } from '@kismet/contracts'
import { keyFor } from '@kismet/service-kit/seal'

/** The fields of an admin account that the seal covers. Times are ms since the epoch. */
export interface AdminRecord {
  readonly id: string
  readonly username: string
  readonly role: AdminRole
  readonly passwordHash: string
  readonly passwordVersion: number
  readonly mustChangePassword: boolean
  readonly disabledAtMs: number | null
  /** The sealed secret of two-step login, when it was made, and since when it is on; until then it waits for its first code. */
  readonly totpSealed: Buffer | null
  readonly totpMadeAtMs: number | null
  readonly totpOnSinceMs: number | null
  readonly changedAtMs: number
}

/** Makes and checks the seals of admin accounts. The key is outside the database, so a writer of the database cannot make an admin. */
export class AdminSeals {
  readonly #now: Buffer
  readonly #before: Buffer | undefined

  constructor(secret: string, before: string | undefined) {
    this.#now = keyFor(secret, 'auth admins')
    this.#before = before === undefined ? undefined : keyFor(before, 'auth admins')
  }

  sealOf(account: AdminRecord): Buffer {
    return macOf(this.#now, account)
  }

  /** Whether AUTH_SECRET ('now') or AUTH_SECRET_BEFORE ('before') made the seal; undefined for another secret. */
  secretOf(account: AdminRecord, seal: Buffer): 'now' | 'before' | undefined {
    if (isMac(seal, this.#now, account)) return 'now'
    return this.#before !== undefined && isMac(seal, this.#before, account) ? 'before' : undefined
  }
}

function isMac(seal: Buffer, key: Buffer, account: AdminRecord): boolean {
  const mac = macOf(key, account)
  return seal.length === mac.length && timingSafeEqual(seal, mac)
}

function macOf(key: Buffer, account: AdminRecord): Buffer {
  const { id, username, role, disabledAtMs, totpSealed, totpMadeAtMs, totpOnSinceMs, changedAtMs } = account
  const password = [account.passwordHash, account.passwordVersion, account.mustChangePassword]
  const totp = [totpSealed?.toString('hex') ?? null, totpMadeAtMs, totpOnSinceMs]
  return createHmac('sha256', key)
    .update(JSON.stringify([id, username, role, ...password, disabledAtMs, ...totp, changedAtMs]))
    .digest()
}
