import {
  addAdminAccount,
  endAdminSessions,
  listAdmins,
  listAdminSessions,
  resetAdminPassword,
  resetAdminTotp,
  setAdminDisabled,
  setAdminRole,
  setAdminRules,
} from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { inTransaction, isUniqueViolation } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { accountOf, auditChange, changeAccount, readAccount, requireOwner, sessionsOf } from '../admin-accounts.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword } from '../credentials.ts'
import { listAdminAccounts, listAdminChanges } from '../db/admin-lists.ts'
import type { AdminChangeRow } from '../db/admin-lists.ts'
import { addAdmin, changeAdmin, turnTotpOff } from '../db/admins.ts'
import { endSessionsWithoutTotp } from '../db/sessions.ts'
import { changeSettings, readSettings } from '../db/site-settings.ts'
import { randomGroups } from '../security/totp.ts'

const changesShown = 20
const passwordLetters = 16

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function changeOf({ atMs, by, action, detail }: AdminChangeRow) {
  const what = action.slice('admin.'.length)
  const to = textOf(detail.to) ?? textOf(detail.role)
  return { at: isoTime(atMs), by, what, on: textOf(detail.username) ?? '', from: textOf(detail.from), to }
}

/** A password that its admin has not chosen, with its hash. */
async function passwordFor(ctx: Context, ip: string | undefined, given?: string) {
  if (given !== undefined) requireUncommonPassword(ctx, given)
  const password = given ?? randomGroups(passwordLetters, ctx.randomness)
  const passwordHash = await ctx.passwords.inTurn({ audience: 'admin', ip }, (work) => work.hash(password))
  return { password, passwordHash }
}

const reading = [
  handle(listAdmins, async ({ db, clock }: Context) => ({
    admins: (await listAdminAccounts(db, clock.now())).map(accountOf),
    changes: (await listAdminChanges(db, changesShown)).map(changeOf),
    totpRequired: (await readSettings(db)).totpRequired,
  })),
  handle(listAdminSessions, async (ctx: Context, { input, admin }) => {
    const { _id: id } = await readAccount(ctx, input.id)
    return { sessions: await sessionsOf(ctx, id, admin.sessionId) }
  }),
]

const adding = handle(addAdminAccount, async (ctx: Context, call) => {
  const { username, role } = call.input
  const { password, passwordHash } = await passwordFor(ctx, call.meta.ip, call.input.password)
  const nowMs = ctx.clock.now()
  const id = ctx.randomness.id(nowMs)
  try {
    await inTransaction(ctx.db, async (transaction) => {
      await requireOwner(transaction, call.admin)
      await addAdmin(transaction, id, { username, passwordHash, role, addedBy: call.admin.username }, nowMs)
      await auditChange(transaction, ctx, call, { id, username }, { action: 'admin.create', to: role })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'admin_username_once'))
      throw new Refusal('name_taken', `There is an admin ${username} already.`)
    throw error
  }
  return { admin: await readAccount(ctx, id), password }
})

/** What lessens rights ends the sessions of the admin in the same transaction; a new role does too, because tokens have the role. */
const changing = [
  handle(setAdminRole, async (ctx: Context, call) => ({
    admin: await changeAccount(ctx, call, async (transaction, { id, role: from }) => {
      const { role: to } = call.input
      if (from === to) return undefined
      await changeAdmin(transaction, id, { role: to })
      return { action: 'admin.role', from, to, ends: 'role_changed' }
    }),
  })),
  handle(setAdminDisabled, async (ctx: Context, call) => ({
    admin: await changeAccount(ctx, call, async (transaction, { id, disabledAtMs }) => {
      const { disabled } = call.input
      if ((disabledAtMs !== null) === disabled) return undefined
      await changeAdmin(transaction, id, { disabledAt: disabled ? new Date(ctx.clock.now()) : null })
      if (!disabled) return { action: 'admin.enable', from: 'disabled', to: 'active' }
      return { action: 'admin.disable', from: 'active', to: 'disabled', ends: 'admin_disabled' }
    }),
  })),
  handle(resetAdminPassword, async (ctx: Context, call) => {
    const { password, passwordHash } = await passwordFor(ctx, call.meta.ip)
    const admin = await changeAccount(ctx, call, async (transaction, { id }) => {
      await changeAdmin(transaction, id, { passwordHash, mustChangePassword: true })
      return { action: 'admin.reset-password', ends: 'password_reset' }
    })
    return { admin, password }
  }),
  handle(resetAdminTotp, async (ctx: Context, call) => ({
    admin: await changeAccount(ctx, call, async (transaction, { id, totpOnSinceMs }) => {
      if (totpOnSinceMs === null) return undefined
      await turnTotpOff(transaction, id)
      return { action: 'admin.reset-totp', from: 'on', to: 'off', ends: 'two_step_changed' }
    }),
  })),
  handle(endAdminSessions, async (ctx: Context, call) => ({
    admin: await changeAccount(ctx, call, async (transaction, { id }) => {
      const chosen = { only: call.input.sessionId }
      const ended = await ctx.sessions.endOf(transaction, { audience: 'admin', id }, 'ended', chosen)
      if (ended.length === 0) return undefined
      return { action: 'admin.end-sessions', from: String(ended.length), to: '0', ended }
    }),
  })),
]

/** Only an owner who logs in with two steps makes all others do so: there always is somebody who can log in and take it back. Sessions that a password alone has opened end. */
const ruling = handle(setAdminRules, async (ctx: Context, { admin, input: { totpRequired }, meta }) => {
  await ctx.sessions.ending(async (transaction) => {
    const { totpOnSinceMs } = await requireOwner(transaction, admin)
    if (totpRequired && totpOnSinceMs === null)
      throw new Refusal('totp_set_up_required', 'Set up your own two-step login first: then you can log in afterwards.')
    const settings = await readSettings(transaction, 'FOR UPDATE')
    if (settings.totpRequired === totpRequired) return []
    await changeSettings(transaction, { ...settings, totpRequired })
    const named = (required: boolean) => (required ? 'required' : 'optional')
    const detail = { before: named(settings.totpRequired), after: named(totpRequired) }
    const [action, target] = ['admin-rules.two-step-login', 'admin-rules']
    await ctx.audit.append(transaction, { admin, action, target, detail, meta })
    if (!totpRequired) return []
    return endSessionsWithoutTotp(transaction, { reason: 'two_step_changed', nowMs: ctx.clock.now() })
  })
  return { totpRequired }
})

/** Owners manage the accounts of others. */
export const adminAccountOperations = [...reading, adding, ...changing, ruling]
