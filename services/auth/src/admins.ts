import { appendAudit } from '@kismet/service-kit/audit'
import type { AuditEntry } from '@kismet/service-kit/audit'
import type { Clock } from '@kismet/service-kit/clock'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Context } from './context.ts'
import { addAdmin, hasAdmins, setDisabled } from './db/admins.ts'
import type { NewAdmin } from './db/admins.ts'
import { endSessionsOf } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import { isTooCommon } from './domain/password-rules.ts'

/** Who acts in the audit log when nobody is signed in: whoever starts the service or runs its commands. */
const operator = { id: '00000000-0000-0000-0000-000000000000', username: 'operator' }

export type Sources = Pick<Kit, 'clock' | 'randomness'>

/** Writes into the audit log what an operator does. */
export function auditOperator(
  transaction: Queryable,
  clock: Clock,
  [action, target, detail]: readonly [action: string, target: string, detail: AuditEntry['detail']],
  requestId: 'start' | 'command' = 'command',
): Promise<void> {
  return appendAudit(transaction, clock, { admin: operator, action, target, detail, requestId })
}

/** Adds an admin and writes it into the audit log. @throws a unique violation of `admin_username_once` when the name is taken. */
export async function createAdmin(
  transaction: Queryable,
  admin: NewAdmin,
  { clock, randomness }: Sources,
  requestId: 'start' | 'command',
): Promise<string> {
  const now = clock.now()
  const id = randomness.id(now)
  await addAdmin(transaction, id, admin, now)
  const { username, role } = admin
  await auditOperator(transaction, clock, ['admin.create', id, { username, role }], requestId)
  return id
}

/** Lets an admin sign in no more, which ends their sessions, and that of a login that is under way; or lets them in again. @throws Error when there is none */
export async function setAdminDisabled(
  pool: Pool,
  username: string,
  isDisabled: boolean,
  clock: Clock,
): Promise<readonly EndedSession[]> {
  return inTransaction(pool, async (transaction) => {
    const nowMs = clock.now()
    const id = await setDisabled(transaction, username, isDisabled ? nowMs : null)
    if (id === undefined) throw new Error(`There is no admin ${username}.`)
    const ends = { keep: 0, reason: 'admin_disabled', nowMs } as const
    const ended = isDisabled ? await endSessionsOf(transaction, { audience: 'admin', id }, ends) : []
    await auditOperator(transaction, clock, [isDisabled ? 'admin.disable' : 'admin.enable', id, { username }])
    return ended
  })
}

/**
 * Makes the first admin, an owner, as the environment names them, unless there is any admin.
 * @throws Error when CASINO_MODE=real is to start with one of the commonest passwords.
 */
export async function provideFirstAdmin(ctx: Context): Promise<void> {
  const { config, db, passwords, commonPasswords, log } = ctx
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config
  if (await hasAdmins(db)) return
  if (username === undefined || password === undefined) {
    log.warn('there is no admin yet: set ADMIN_USERNAME and ADMIN_PASSWORD, or run make admin')
    return
  }
  if (isTooCommon(password, commonPasswords)) {
    if (config.CASINO_MODE === 'real') throw new Error('ADMIN_PASSWORD is one of the commonest passwords')
    log.warn('ADMIN_PASSWORD is one of the commonest passwords')
  }
  const passwordHash = await passwords.inTurn({ audience: 'admin', ip: undefined }, (work) => work.hash(password))
  await inTransaction(db, async (transaction) => {
    // Of replicas that start together one makes the admin, and the others see it.
    await takeTurn(transaction, 'first admin')
    if (await hasAdmins(transaction)) return
    const id = await createAdmin(transaction, { username, passwordHash, role: 'owner' }, ctx, 'start')
    log.info({ event: 'admin.created', adminId: id }, 'the first admin was made')
  })
}
