import type { AuditLog } from '@kismet/service-kit/audit/log'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Kit } from '@kismet/service-kit/define-service'
import type { Context } from './context.ts'
import { ifSealed } from './admin-seals.ts'
import { forgetRecoveryCodes, turnTotpOff, withoutTotp } from './db/admin-totp.ts'
import { addAdmin, findAdmin, hasAdmins, setDisabled } from './db/admins.ts'
import type { AdminRow, NewAdmin } from './db/admins.ts'
import { lockAdmin, lockStored, secretOfSeal, writeSealed } from './db/sealed-admins.ts'
import type { StoredAdmin } from './db/sealed-admins.ts'
import { endSessionsOf } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import { isTooCommon } from './domain/password-rules.ts'
import type { Secrets } from './security/secrets.ts'

export type Sources = Pick<Kit, 'clock' | 'randomness'> & { readonly audit: AuditLog; readonly secrets: Secrets }

/** Adds an admin with an audit row. @throws a unique violation of `admin_username_once` when the name is taken */
export async function createAdmin(
  transaction: Queryable,
  admin: NewAdmin,
  sources: Sources,
  requestId: 'start' | 'command',
): Promise<string> {
  const { audit, clock, randomness } = sources
  const id = randomness.id(clock.now())
  await addAdmin(transaction, sources, id, admin)
  const { username, role } = admin
  await audit.appendOperator(transaction, { action: 'admin.create', target: id, detail: { username, role } }, requestId)
  return id
}

/** The account of a username. An account without a valid seal is logged and counts as missing. */
export function findAccount(ctx: Context, username: string, meta: CallMeta): Promise<AdminRow | undefined> {
  return ifSealed(ctx.log, () => findAdmin(ctx.db, ctx, username, ctx.sessions.originOf(meta)))
}

/** Makes an operator's change of an account, with an audit row. @throws Error for an unknown name or an invalid seal */
async function asOperator(
  pool: Pool,
  username: string,
  sources: Sources,
  change: (transaction: Queryable, admin: StoredAdmin) => Promise<{ action: string; ended: EndedSession[] }>,
): Promise<readonly EndedSession[]> {
  return inTransaction(pool, async (transaction) => {
    const admin = await lockAdmin(transaction, sources, { username })
    if (admin === undefined) throw new Error(`There is no admin ${username}.`)
    const { action, ended } = await change(transaction, admin)
    const what = { action, target: admin.id, detail: { username } }
    await sources.audit.appendOperator(transaction, what, 'command')
    return ended
  })
}

/**
 * Disables or enables an admin. Disabling ends all sessions, also the session of a login in
 * progress.
 * @throws Error for an unknown name
 */
export function setAdminDisabled(
  pool: Pool,
  username: string,
  isDisabled: boolean,
  sources: Sources,
): Promise<readonly EndedSession[]> {
  return asOperator(pool, username, sources, async (transaction, { id }) => {
    await setDisabled(transaction, sources, id, isDisabled)
    const ends = { keep: 0, reason: 'admin_disabled', nowMs: sources.clock.now() } as const
    const ended = isDisabled ? await endSessionsOf(transaction, { audience: 'admin', id }, ends) : []
    return { action: isDisabled ? 'admin.disable' : 'admin.enable', ended }
  })
}

/**
 * Turns off the two-step login of an admin who lost the phone and the recovery codes. Ends all sessions.
 * @throws Error for an unknown name
 */
export function resetTotp(pool: Pool, username: string, sources: Sources): Promise<readonly EndedSession[]> {
  return asOperator(pool, username, sources, async (transaction, { id }) => {
    await turnTotpOff(transaction, sources, id)
    const ends = { keep: 0, reason: 'two_step_changed', nowMs: sources.clock.now() } as const
    return {
      action: 'admin.reset-totp',
      ended: await endSessionsOf(transaction, { audience: 'admin', id }, ends),
    }
  })
}

/**
 * Seals an account again whose seal is invalid. Only the id and the name are kept. The account gets the
 * given role and password, no two-step login and no session.
 * @throws Error for an unknown name or a valid seal
 */
export function renewAdmin(
  pool: Pool,
  { username, role, passwordHash }: Omit<NewAdmin, 'addedBy'>,
  sources: Sources,
): Promise<readonly EndedSession[]> {
  const { audit, clock } = sources
  return inTransaction(pool, async (transaction) => {
    const stored = await lockStored(transaction, { username })
    if (stored === undefined) throw new Error(`There is no admin ${username}.`)
    if (secretOfSeal(stored, sources) !== undefined)
      throw new Error(`The account of ${username} is as auth has written it: an owner changes it in the back office.`)
    const { id, passwordVersion } = stored
    const password = { passwordHash, passwordVersion: passwordVersion + 1, mustChangePassword: false }
    const unknown = { ...stored, changedAtMs: 0 }
    await writeSealed(transaction, sources, unknown, { role, ...password, ...withoutTotp, disabledAtMs: null })
    await forgetRecoveryCodes(transaction, id)
    const ends = { keep: 0, reason: 'password_reset', nowMs: clock.now() } as const
    const ended = await endSessionsOf(transaction, { audience: 'admin', id }, ends)
    const what = { action: 'admin.renew', target: id, detail: { username, role } }
    await audit.appendOperator(transaction, what, 'command')
    return ended
  })
}

/**
 * Creates the first admin from the environment, as an owner, if no admin exists.
 * @throws Error for one of the commonest passwords with CASINO_MODE=real
 */
export async function provideFirstAdmin(ctx: Context): Promise<void> {
  const { config, db, passwords, commonPasswords, log } = ctx
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config
  if (await hasAdmins(db)) return
  if (username === undefined || password === undefined) {
    log.warn('there is no admin yet: set ADMIN_USERNAME and ADMIN_PASSWORD, or run ./kismet admin add')
    return
  }
  if (isTooCommon(password, commonPasswords)) {
    if (config.CASINO_MODE === 'real') throw new Error('ADMIN_PASSWORD is one of the commonest passwords')
    log.warn('ADMIN_PASSWORD is one of the commonest passwords')
  }
  const passwordHash = await passwords.inTurn({ audience: 'admin', ip: undefined }, (work) => work.hash(password))
  await inTransaction(db, async (transaction) => {
    // Replicas may start together. The lock lets one of them create the admin.
    await takeTurn(transaction, 'first admin')
    if (await hasAdmins(transaction)) return
    const id = await createAdmin(transaction, { username, passwordHash, role: 'owner' }, ctx, 'start')
    log.info({ event: 'admin.created', adminId: id }, 'the first admin was made')
  })
}
