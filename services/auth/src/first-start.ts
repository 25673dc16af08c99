import { appendAudit } from '@kismet/service-kit/audit'
import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Randomness } from '@kismet/service-kit/randomness'
import type { AdminRole } from '@kismet/contracts'
import type { AuthContext } from './context.ts'
import { addAdmin, hasAdmins, lockFirstAdmin } from './db/admins.ts'
import { addFirstSigningKey, addSigningKey, listSigningKeys } from './db/signing-keys.ts'
import type { SigningKeyRow } from './db/signing-keys.ts'
import { publishAheadMs, signingKey } from './domain/key-schedule.ts'
import { isTooCommon } from './domain/password-rules.ts'
import { makeSigningKey, openSigningKey } from './security/key-ring.ts'
import type { Secrets } from './security/secrets.ts'

/** Who acts in the audit log when nobody is signed in: whoever starts the service or runs its commands. */
const operator = { id: '00000000-0000-0000-0000-000000000000', username: 'operator' }

interface Sources {
  readonly clock: Clock
  readonly randomness: Randomness
}

/** Makes the first signing key, unless there is one. It signs at once. */
export async function provideFirstKey({ db, secrets, clock, randomness, log }: AuthContext): Promise<void> {
  const now = clock.now()
  const isNew = await addFirstSigningKey(db, () => makeSigningKey(secrets, randomness, now, now))
  if (isNew) log.info({ event: 'signing-key.made' }, 'the first signing key was made')
}

function canOpen(secrets: Secrets, key: SigningKeyRow | undefined): boolean {
  try {
    if (key !== undefined) openSigningKey(secrets, key)
    return key !== undefined
  } catch {
    return false
  }
}

/**
 * Adds a signing key. It is published at once and signs a little later, when everybody knows it; at once when the present key cannot be opened any
 * more. Older keys stay published until their tokens have ended.
 */
export async function rotateSigningKey(
  pool: Pool,
  secrets: Secrets,
  { clock, randomness }: Sources,
): Promise<SigningKeyRow> {
  return inTransaction(pool, async (transaction) => {
    const now = clock.now()
    const present = signingKey(await listSigningKeys(transaction), now)
    const made = makeSigningKey(secrets, randomness, now, canOpen(secrets, present) ? now + publishAheadMs : now)
    await addSigningKey(transaction, made)
    const entry = { admin: operator, action: 'signing-key.rotate', target: made.kid, detail: {}, requestId: 'command' }
    await appendAudit(transaction, clock, entry)
    return made
  })
}

export interface AdminToAdd {
  readonly username: string
  readonly passwordHash: string
  readonly role: AdminRole
}

/** Adds an admin and writes it into the audit log. @throws a unique violation of `admin_username_once` when the name is taken. */
export async function createAdmin(
  transaction: Queryable,
  admin: AdminToAdd,
  { clock, randomness }: Sources,
  requestId: 'start' | 'command',
): Promise<string> {
  const now = clock.now()
  const id = randomness.id(now)
  await addAdmin(transaction, { ...admin, id, createdAtMs: now })
  const detail = { username: admin.username, role: admin.role }
  await appendAudit(transaction, clock, { admin: operator, action: 'admin.create', target: id, detail, requestId })
  return id
}

/**
 * Makes the first admin, an owner, as the environment names them, unless there is any admin.
 * @throws Error when CASINO_MODE=real is to start with one of the commonest passwords.
 */
export async function provideFirstAdmin(context: AuthContext): Promise<void> {
  const { config, db, passwords, commonPasswords, log } = context
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config
  if (await hasAdmins(db)) return
  if (username === undefined || password === undefined) {
    log.warn('there is no admin yet: set ADMIN_USERNAME and ADMIN_PASSWORD, or run create-admin')
    return
  }
  if (isTooCommon(password, commonPasswords)) {
    if (config.CASINO_MODE === 'real') throw new Error('ADMIN_PASSWORD is one of the commonest passwords')
    log.warn('ADMIN_PASSWORD is one of the commonest passwords')
  }
  const passwordHash = await passwords.inTurn((work) => work.hash(password))
  await inTransaction(db, async (transaction) => {
    await lockFirstAdmin(transaction)
    if (await hasAdmins(transaction)) return
    const id = await createAdmin(transaction, { username, passwordHash, role: 'owner' }, context, 'start')
    log.info({ event: 'admin.created', adminId: id }, 'the first admin was made')
  })
}
