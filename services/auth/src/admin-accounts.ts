import type { AdminAccount, AdminRole, OwnerEvent } from '@kismet/contracts'
import { operator } from '@kismet/service-kit/audit/chain'
import type { AuditEntry } from '@kismet/service-kit/audit/chain'
import { inTransaction, isUniqueViolation, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from './context.ts'
import { changeAdmin, hasAdmins, insertAdmin, listAdminAccounts, lockAdmin } from './db/admins.ts'
import type { AdminColumns, AdminRow, NewAdmin } from './db/admins.ts'
import { endSessionsOf } from './db/sessions.ts'
import type { Chosen, EndedSession, EndReason } from './db/sessions.ts'
import { tellOwners } from './owner-notices.ts'
import type { Left } from './sessions.ts'
import type { Sources } from './sources.ts'

/** Who changes an account, and in which request. */
export type By = Pick<AuditEntry, 'admin' | 'meta'>
export const byCommand: By = { admin: operator, meta: { requestId: 'command' } }
const byStart: By = { admin: operator, meta: { requestId: 'start' } }

/** A change of an account: its row of the audit log, new values of the account, and why sessions end. */
export interface Change {
  readonly action: `admin.${string}`
  /** What the account is before. An account that is `to` already stays as it is. */
  readonly from?: (account: AdminRow) => string
  readonly to?: string
  readonly set?: AdminColumns
  readonly ends?: EndReason
  /** Without a choice all sessions end. */
  readonly sessions?: Chosen
  /** What the owners are told by mail. */
  readonly tells?: OwnerEvent
}

const access = ({ disabledAtMs }: AdminRow): string => (disabledAtMs === null ? 'active' : 'disabled')
const totp = ({ totpOnSinceMs }: AdminRow): string => (totpOnSinceMs === null ? 'off' : 'on')
const turnedOff = {
  from: totp,
  to: 'off',
  set: { totp_sealed: null, totp_made_at: null, totp_on_since: null, totp_last_step: null },
} as const
const newPassword = (password_hash: string, must_change_password: boolean) => ({
  set: { password_hash, must_change_password },
})

/** All changes of accounts. Fewer rights end the sessions; a new role does too, because tokens have the role. */
export const changes = {
  role: (to: AdminRole): Change => ({
    ...{ action: 'admin.role', from: ({ role }) => role, to, set: { role: to }, ends: 'role_changed' },
    tells: 'admin_role',
  }),
  disable: (nowMs: number): Change => ({
    ...{ action: 'admin.disable', from: access, to: 'disabled', set: { disabled_at: new Date(nowMs) } },
    ends: 'admin_disabled',
    tells: 'admin_disabled',
  }),
  enable: (): Change => ({
    ...{ action: 'admin.enable', from: access, to: 'active', set: { disabled_at: null } },
    tells: 'admin_enabled',
  }),
  /** The next login must change the password. */
  resetPassword: (hash: string): Change => ({
    ...{ action: 'admin.reset-password', ...newPassword(hash, true), ends: 'password_reset' },
    tells: 'admin_password_reset',
  }),
  ownPassword: (hash: string): Change => ({
    ...{ action: 'admin.change-password', ...newPassword(hash, false), ends: 'password_changed' },
  }),
  resetTotp: (): Change => ({
    ...{ action: 'admin.reset-totp', ...turnedOff, ends: 'two_step_changed' },
    tells: 'admin_two_step_reset',
  }),
  turnTotpOff: (): Change => ({ action: 'admin.totp', ...turnedOff }),
  /** `useLogin` has turned it on. @param kept the session that stays */
  turnTotpOn: (kept?: string): Change => ({
    ...{ action: 'admin.totp', from: totp, to: 'on', ends: 'two_step_changed', sessions: { but: kept } },
  }),
  endSessions: (sessions: Chosen): Change => ({ action: 'admin.end-sessions', ends: 'ended', sessions }),
}

/** Changes a locked account. @returns the sessions that ended and rows for the audit log, which are written last */
export async function makeChange(
  transaction: Queryable,
  { clock }: Pick<Sources, 'clock'>,
  { admin, meta }: By,
  account: AdminRow,
  { action, from, to, set, ends: reason, sessions }: Change,
): Promise<Left> {
  const { id, username } = account
  const before = from?.(account)
  if (before !== undefined && before === to) return { ended: [], entries: [] }
  if (set !== undefined) await changeAdmin(transaction, id, set)
  const end = reason && { reason, nowMs: clock.now() }
  const ended = end ? await endSessionsOf(transaction, { audience: 'admin', id }, end, sessions) : []
  const detail = { username, from: before ?? null, to: to ?? null, sessions: ended.length }
  return { ended, entries: [{ admin, action, target: id, detail, meta }] }
}

/** What writes rows of the audit log and mails to the owners. */
type Teller = Pick<Sources, 'audit' | 'clock' | 'randomness' | 'secrets'>

/** Changes a locked account, with a row of the audit log. @returns the sessions that ended: tell them after the commit */
export async function applyChange(
  transaction: Queryable,
  sources: Teller,
  by: By,
  account: AdminRow,
  change: Change,
): Promise<readonly EndedSession[]> {
  const { ended, entries } = await makeChange(transaction, sources, by, account, change)
  if (change.tells !== undefined && entries.length > 0) {
    const detail = `Admin ${account.username} (${account.role})${change.to === undefined ? '' : `, now ${change.to}`}.`
    await tellOwners(transaction, sources, { event: change.tells, by: by.admin.username, detail })
  }
  for (const entry of entries) await sources.audit.append(transaction, entry)
  return ended
}

/** Locks an account and changes it. @param which an id, or a name without case @throws Refusal `not_found` */
export async function changeFound(
  transaction: Queryable,
  sources: Teller,
  by: By,
  which: Parameters<typeof lockAdmin>[1],
  change: Change,
): Promise<readonly EndedSession[]> {
  const account = await lockAdmin(transaction, which)
  if (account === undefined)
    throw new Refusal('not_found', 'id' in which ? undefined : `There is no admin ${which.username}.`)
  return applyChange(transaction, sources, by, account, change)
}

/** A sentence about sessions that a change has ended. */
export function sessionsEnded({ length }: readonly EndedSession[]): string {
  return length === 1 ? '1 session has ended.' : `${length} sessions have ended.`
}

/**
 * Locks all changes of accounts, so that two owners cannot disable each other at once.
 * @throws Refusal `forbidden` when the caller is no longer an owner who may log in
 */
export async function requireOwner(transaction: Queryable, { id }: Admin): Promise<AdminRow> {
  await takeLock(transaction, 'admin accounts')
  const owner = await lockAdmin(transaction, { id })
  if (owner?.role !== 'owner' || owner.disabledAtMs !== null) throw new Refusal('forbidden')
  return owner
}

/** Changes the account of another admin, so that one owner who can log in always stays. @throws Refusal `forbidden` or `not_found` */
export async function changeAccount(
  ctx: Context,
  call: By & { readonly admin: Admin; readonly input: { readonly id: string } },
  change: Change,
): Promise<{ readonly admin: AdminAccount }> {
  const { admin, input } = call
  await ctx.sessions.ending(async (transaction) => {
    await requireOwner(transaction, admin)
    if (input.id === admin.id) throw new Refusal('forbidden', 'Another owner has to do this to your account.')
    return changeFound(transaction, ctx, call, { id: input.id }, change)
  })
  return { admin: await readAccount(ctx, input.id) }
}

/** An account. @throws Refusal `not_found` */
export async function readAccount({ db, clock }: Context, id: string): Promise<AdminAccount> {
  const [account] = await listAdminAccounts(db, clock.now(), id)
  if (account === undefined) throw new Refusal('not_found')
  return account
}

/** Adds an admin with a row of the audit log. The first login after another admin must change the password. @throws Refusal `name_taken` */
export async function addAdmin(
  transaction: Queryable,
  sources: Teller,
  { admin, meta }: By,
  added: NewAdmin,
): Promise<string> {
  const { audit, clock, randomness } = sources
  const nowMs = clock.now()
  const id = randomness.id(nowMs)
  const { username, role } = added
  try {
    await insertAdmin(transaction, { id, ...added }, admin === operator ? null : admin.username, nowMs)
  } catch (error) {
    if (!isUniqueViolation(error, 'admin_username_once')) throw error
    throw new Refusal('name_taken', `There is an admin ${username} already.`)
  }
  const told = `Admin ${username}, with the role ${role}.`
  await tellOwners(transaction, sources, { event: 'admin_added', by: admin.username, detail: told })
  const detail = { username, from: null, to: role }
  await audit.append(transaction, { admin, action: 'admin.create', target: id, detail, meta })
  return id
}

/**
 * Creates the first admin from the environment, as an owner, if no admin exists.
 * @throws Error for one of the commonest passwords
 */
export async function provideFirstAdmin(
  parts: Sources & Pick<Context, 'config' | 'passwords' | 'commonPasswords' | 'log'>,
): Promise<void> {
  const { config, db, passwords, commonPasswords, log } = parts
  const { ADMIN_USERNAME: username, ADMIN_PASSWORD: password } = config
  if (await hasAdmins(db)) return
  if (username === undefined || password === undefined) {
    log.warn('there is no admin yet: set ADMIN_USERNAME and ADMIN_PASSWORD, or run ./kismet admin add')
    return
  }
  if (commonPasswords.has(password.toLowerCase())) throw new Error('ADMIN_PASSWORD is one of the commonest passwords')
  const passwordHash = await passwords.run({ audience: 'admin', ip: undefined }, (work) => work.hash(password))
  await inTransaction(db, async (transaction) => {
    // Replicas may start together. The lock lets one of them create the admin.
    await takeLock(transaction, 'first admin')
    if (!(await hasAdmins(transaction)))
      await addAdmin(transaction, parts, byStart, { username, passwordHash, role: 'owner' })
  })
}
