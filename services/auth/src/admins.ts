import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Pool, Queryable } from '@kismet/service-kit/database'
import type { Context } from './context.ts'
import { addAdmin, changeAdmin, hasAdmins, lockAdmin, turnTotpOff } from './db/admins.ts'
import type { NewAdmin } from './db/admins.ts'
import { endSessionsOf } from './db/sessions.ts'
import type { EndedSession } from './db/sessions.ts'
import type { Sources } from './sources.ts'

/** Adds an admin with an audit row. @throws a unique violation of `admin_username_once` when the name is taken */
export async function createAdmin(
  transaction: Queryable,
  admin: NewAdmin,
  { audit, clock, randomness }: Pick<Sources, 'audit' | 'clock' | 'randomness'>,
  requestId: 'start' | 'command',
): Promise<string> {
  const nowMs = clock.now()
  const id = randomness.id(nowMs)
  await addAdmin(transaction, id, admin, nowMs)
  const { username, role } = admin
  await audit.appendOperator(transaction, { action: 'admin.create', target: id, detail: { username, role } }, requestId)
  return id
}

/** What an operator changes in the account of an admin, outside of the back office. */
export const operatorChanges = {
  disable: { action: 'admin.disable', ends: 'admin_disabled' },
  enable: { action: 'admin.enable', ends: undefined },
  'reset-totp': { action: 'admin.reset-totp', ends: 'two_step_changed' },
} as const

/**
 * Changes an account as the operator, with an audit row. All changes but `enable` end the sessions.
 * @throws Error for an unknown name
 */
export function changeAsOperator(
  pool: Pool,
  username: string,
  { audit, clock }: Pick<Sources, 'audit' | 'clock'>,
  change: keyof typeof operatorChanges,
): Promise<readonly EndedSession[]> {
  const { action, ends: reason } = operatorChanges[change]
  return inTransaction(pool, async (transaction) => {
    const admin = await lockAdmin(transaction, { username })
    if (admin === undefined) throw new Error(`There is no admin ${username}.`)
    const { id } = admin
    const nowMs = clock.now()
    if (change === 'reset-totp') await turnTotpOff(transaction, id)
    else await changeAdmin(transaction, id, { disabledAt: change === 'disable' ? new Date(nowMs) : null })
    await audit.appendOperator(transaction, { action, target: id, detail: { username } }, 'command')
    if (reason === undefined) return []
    return endSessionsOf(transaction, { audience: 'admin', id }, { reason, nowMs })
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
  if (commonPasswords.has(password.toLowerCase())) {
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
