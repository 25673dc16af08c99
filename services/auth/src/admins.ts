import type { AuditLog } from '@kismet/service-kit/audit/log'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Context } from './context.ts'
import { turnTotpOff } from './db/admin-totp.ts'
import { addAdmin, hasAdmins, lockAdmin, setDisabled } from './db/admins.ts'
import type { AdminStanding, NewAdmin } from './db/admins.ts'
import { endSessionsOf } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import { isTooCommon } from './domain/password-rules.ts'

export type Sources = Pick<Kit, 'clock' | 'randomness'> & { readonly audit: AuditLog }

/** Adds an admin and writes it into the audit log. @throws a unique violation of `admin_username_once` when the name is taken. */
export async function createAdmin(
  transaction: Queryable,
  admin: NewAdmin,
  { audit, clock, randomness }: Sources,
  requestId: 'start' | 'command',
): Promise<string> {
  const now = clock.now()
  const id = randomness.id(now)
  await addAdmin(transaction, id, admin, now)
  const { username, role } = admin
  await audit.appendOperator(transaction, { action: 'admin.create', target: id, detail: { username, role } }, requestId)
  return id
}

/** What an operator does to an account by its name, written into the audit log. @throws Error when there is none of that name */
async function asOperator(
  pool: Pool,
  username: string,
  audit: AuditLog,
  change: (transaction: Queryable, admin: AdminStanding) => Promise<{ action: string; ended: EndedSession[] }>,
): Promise<readonly EndedSession[]> {
  return inTransaction(pool, async (transaction) => {
    const admin = await lockAdmin(transaction, { username })
    if (admin === undefined) throw new Error(`There is no admin ${username}.`)
    const { action, ended } = await change(transaction, admin)
    await audit.appendOperator(transaction, { action, target: admin.id, detail: { username } }, 'command')
    return ended
  })
}

/** Lets an admin sign in no more, which ends their sessions, and that of a login that is under way; or lets them in again. @throws Error when there is none */
export function setAdminDisabled(
  pool: Pool,
  username: string,
  isDisabled: boolean,
  { audit, clock }: Pick<Sources, 'audit' | 'clock'>,
): Promise<readonly EndedSession[]> {
  return asOperator(pool, username, audit, async (transaction, { id }) => {
    const nowMs = clock.now()
    await setDisabled(transaction, id, isDisabled ? nowMs : null)
    const ends = { keep: 0, reason: 'admin_disabled', nowMs } as const
    const ended = isDisabled ? await endSessionsOf(transaction, { audience: 'admin', id }, ends) : []
    return { action: isDisabled ? 'admin.disable' : 'admin.enable', ended }
  })
}

/** Turns the two-step login of an admin off who has lost phone and recovery codes, which ends their sessions. @throws Error when there is none */
export function resetTotp(
  pool: Pool,
  username: string,
  { audit, clock }: Pick<Sources, 'audit' | 'clock'>,
): Promise<readonly EndedSession[]> {
  return asOperator(pool, username, audit, async (transaction, { id }) => {
    await turnTotpOff(transaction, id)
    const ends = { keep: 0, reason: 'two_step_changed', nowMs: clock.now() } as const
    return {
      action: 'admin.reset-totp',
      ended: await endSessionsOf(transaction, { audience: 'admin', id }, ends),
    }
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
