import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AdminRole } from '@kismet/contracts'
import { keyFor } from '@kismet/service-kit/seal'

/** All of an account of an admin that opens doors. Times in ms since the epoch. */
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
  readonly changedAtMs: number | null
}

/** Says that an account is as this service wrote it: the database does not have the key, so that whoever writes there makes no admin. */
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

  /** Under which secret it is the seal of that account; undefined: under none that is known. */
  secretOf(account: AdminRecord, seal: Buffer | null): 'now' | 'before' | undefined {
    if (isMac(seal, this.#now, account)) return 'now'
    return this.#before !== undefined && isMac(seal, this.#before, account) ? 'before' : undefined
  }
}

function isMac(seal: Buffer | null, key: Buffer, account: AdminRecord): boolean {
  const mac = macOf(key, account)
  return seal?.length === mac.length && timingSafeEqual(seal, mac)
}

function macOf(key: Buffer, account: AdminRecord): Buffer {
  const { id, username, role, disabledAtMs, totpSealed, totpMadeAtMs, totpOnSinceMs, changedAtMs } = account
  const password = [account.passwordHash, account.passwordVersion, account.mustChangePassword]
  const totp = [totpSealed?.toString('hex') ?? null, totpMadeAtMs, totpOnSinceMs]
  return createHmac('sha256', key)
    .update(JSON.stringify([id, username, role, ...password, disabledAtMs, ...totp, changedAtMs]))
    .digest()
}
