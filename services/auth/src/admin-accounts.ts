import type { AdminAccount, listAdminSessions, Output } from '@kismet/contracts'
import type { AuditEntry } from '@kismet/service-kit/audit/chain'
import { isoTime } from '@kismet/service-kit/clock'
import { takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from './context.ts'
import { listAdminAccounts } from './db/admin-lists.ts'
import type { ListedAdmin } from './db/admin-lists.ts'
import { lockAdmin } from './db/admins.ts'
import type { AdminRow } from './db/admins.ts'
import { listSessions } from './db/sessions.ts'
import type { EndedSession, EndReason } from './db/sessions.ts'

/** Who changes an account, and in which request. */
export interface ByAdmin {
  readonly admin: Admin
  readonly meta: AuditEntry['meta']
}

const isoOrNull = (ms: number | null): string | null => (ms === null ? null : isoTime(ms))

/** An account in the form of the contracts. */
export function accountOf(listed: ListedAdmin): AdminAccount {
  const { id: _id, username, role, addedBy, mustChangePassword, recoveryCodesLeft, sessions } = listed
  return {
    ...{ _id, username, role, addedBy, mustChangePassword, recoveryCodesLeft, sessions },
    createdAt: isoTime(listed.createdAtMs),
    disabledAt: isoOrNull(listed.disabledAtMs),
    totpSince: isoOrNull(listed.totpOnSinceMs),
    lastSeenAt: isoOrNull(listed.lastSeenAtMs),
    lastLoginAt: isoOrNull(listed.lastLoginAtMs),
  }
}

/** An account. @throws Refusal `not_found` */
export async function readAccount({ db, clock }: Context, id: string): Promise<AdminAccount> {
  const [listed] = await listAdminAccounts(db, clock.now(), id)
  if (listed === undefined) throw new Refusal('not_found')
  return accountOf(listed)
}

/** The live sessions of an admin in the form of the contracts. @param current the session of the caller */
export async function sessionsOf(
  { db, clock }: Context,
  id: string,
  current: string,
): Promise<Output<typeof listAdminSessions>['sessions']> {
  const sessions = await listSessions(db, { audience: 'admin', id }, clock.now())
  return sessions.map((session) => ({
    _id: session.id,
    device: session.deviceName,
    ip: session.ip,
    startedAt: isoTime(session.createdAtMs),
    lastActiveAt: isoTime(session.lastActiveAtMs),
    isCurrent: session.id === current,
  }))
}

/** Ends all sessions of an admin. */
export function endAll(
  transaction: Queryable,
  { sessions }: Context,
  id: string,
  reason: EndReason,
): Promise<EndedSession[]> {
  return sessions.endOf(transaction, { audience: 'admin', id }, reason)
}

/** A change of an account: its row of the audit log, and why it ends all sessions or which sessions it has ended. */
interface Done {
  readonly action: `admin.${string}`
  readonly from?: string
  readonly to?: string
  readonly ends?: EndReason
  readonly ended?: readonly EndedSession[]
}

/** Writes a change of an account into the audit log. */
export function auditChange(
  transaction: Queryable,
  { audit }: Context,
  { admin, meta }: ByAdmin,
  target: Pick<AdminRow, 'id'> & { readonly username: string },
  { action, from, to }: Pick<Done, 'action' | 'from' | 'to'>,
): Promise<void> {
  const detail: AuditEntry['detail'] = { username: target.username, from: from ?? null, to: to ?? null }
  return audit.append(transaction, { admin, action, target: target.id, detail, meta })
}

/**
 * Locks all changes of accounts, so that two owners cannot disable each other at once.
 * @throws Refusal `forbidden` when the caller is no longer an owner who may log in
 */
export async function requireOwner(transaction: Queryable, { id }: Admin): Promise<AdminRow> {
  await takeTurn(transaction, 'admin accounts')
  const owner = await lockAdmin(transaction, { id })
  if (owner?.role !== 'owner' || owner.disabledAtMs !== null) throw new Refusal('forbidden')
  return owner
}

/**
 * Changes the account of another admin, so that one owner who can log in always stays. `change` returns undefined when
 * the account is already in that state.
 * @throws Refusal `forbidden` or `not_found`
 */
export async function changeAccount(
  ctx: Context,
  by: ByAdmin & { readonly input: { readonly id: string } },
  change: (transaction: Queryable, target: AdminRow) => Promise<Done | undefined>,
): Promise<AdminAccount> {
  await ctx.sessions.ending(async (transaction) => {
    await requireOwner(transaction, by.admin)
    if (by.input.id === by.admin.id) throw new Refusal('forbidden', 'Another owner has to do this to your account.')
    const target = await lockAdmin(transaction, { id: by.input.id })
    if (target === undefined) throw new Refusal('not_found')
    const done = await change(transaction, target)
    if (done === undefined) return []
    await auditChange(transaction, ctx, by, target, done)
    if (done.ends !== undefined) return endAll(transaction, ctx, target.id, done.ends)
    return done.ended ?? []
  })
  return readAccount(ctx, by.input.id)
}
