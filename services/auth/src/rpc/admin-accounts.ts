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
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { addAdmin, changeAccount, changes, readAccount, requireOwner } from '../admin-accounts.ts'
import type { Context } from '../context.ts'
import { requireUncommonPassword } from '../credentials.ts'
import { listAdminAccounts, listAdminChanges } from '../db/admins.ts'
import { endSessionsWithoutTotp } from '../db/sessions.ts'
import { changeSetting, readSetting } from '../db/site-settings.ts'
import { randomGroups } from '../security/totp.ts'
import { tellOwners } from '../owner-notices.ts'
import { sessionsOf } from './own-admin.ts'

const changesShown = 20
const passwordLetters = 16

/** A password that its admin has not chosen, with its hash. */
async function passwordFor(
  ctx: Context,
  ip: string | undefined,
  password = randomGroups(passwordLetters, ctx.randomness),
) {
  requireUncommonPassword(ctx, password)
  const passwordHash = await ctx.passwords.run({ audience: 'admin', ip }, (work) => work.hash(password))
  return { password, passwordHash }
}

/** Owners manage the accounts of others. */
export const adminAccountOperations = [
  handle(listAdmins, async ({ db, clock }: Context) => ({
    admins: await listAdminAccounts(db, clock.now()),
    changes: await listAdminChanges(db, changesShown),
    totpRequired: await readSetting(db, 'totp_required'),
  })),
  handle(listAdminSessions, async (ctx: Context, { input, admin }) => {
    const { _id: id } = await readAccount(ctx, input.id)
    return { sessions: await sessionsOf(ctx, id, admin.sessionId) }
  }),
  handle(addAdminAccount, async (ctx: Context, call) => {
    const { username, role } = call.input
    const { password, passwordHash } = await passwordFor(ctx, call.meta.ip, call.input.password)
    const id = await inTransaction(ctx.db, async (transaction) => {
      await requireOwner(transaction, call.admin)
      return addAdmin(transaction, ctx, call, { username, passwordHash, role })
    })
    return { admin: await readAccount(ctx, id), password }
  }),
  handle(setAdminRole, (ctx: Context, call) => changeAccount(ctx, call, changes.role(call.input.role))),
  handle(setAdminDisabled, (ctx: Context, call) =>
    changeAccount(ctx, call, call.input.disabled ? changes.disable(ctx.clock.now()) : changes.enable()),
  ),
  handle(resetAdminPassword, async (ctx: Context, call) => {
    const { password, passwordHash } = await passwordFor(ctx, call.meta.ip)
    return { ...(await changeAccount(ctx, call, changes.resetPassword(passwordHash))), password }
  }),
  handle(resetAdminTotp, (ctx: Context, call) => changeAccount(ctx, call, changes.resetTotp())),
  handle(endAdminSessions, (ctx: Context, call) =>
    changeAccount(ctx, call, changes.endSessions({ only: call.input.sessionId })),
  ),
  // An owner with two-step login can always log in and take the rule back. Sessions without a second step end.
  handle(setAdminRules, async (ctx: Context, { admin, input: { totpRequired }, meta }) => {
    await ctx.sessions.ending(async (transaction) => {
      const { totpOnSinceMs } = await requireOwner(transaction, admin)
      if (totpRequired && totpOnSinceMs === null)
        throw new Refusal(
          'totp_set_up_required',
          'Set up your own two-step login first: then you can log in afterwards.',
        )
      if (!(await changeSetting(transaction, 'totp_required', totpRequired))) return []
      const end = { reason: 'two_step_changed', nowMs: ctx.clock.now() } as const
      const ended = totpRequired ? await endSessionsWithoutTotp(transaction, end) : []
      const [before, after] = totpRequired ? ['optional', 'required'] : ['required', 'optional']
      const told = `Two-step login for all admins: ${after}. Before: ${before}.`
      await tellOwners(transaction, ctx, { event: 'admin_rules', by: admin.username, detail: told })
      const [action, target] = ['admin-rules.two-step-login', 'admin-rules']
      await ctx.audit.append(transaction, { admin, action, target, detail: { before, after }, meta })
      return ended
    })
    return { totpRequired }
  }),
]
