import { adminLogin } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { openSession, recordLogin, requirePassword, requireUncommonPassword } from '../credentials.ts'
import { setAdminPassword, useLogin } from '../db/admins.ts'
import { findAdmin } from '../db/admins.ts'
import type { AdminRow } from '../db/admins.ts'
import { endSessionsOf } from '../db/sessions.ts'
import { auditRefusedLogin } from '../refused-logins.ts'
import { requireSecondStep } from '../second-step.ts'
import type { AdminTry } from '../second-step.ts'

/** @throws Refusal `new_password_required` when somebody else knows the password and none of the admin's own came with it */
function requireOwnPassword(ctx: Context, tried: AdminTry, account: AdminRow, newPassword: string | undefined): void {
  if (!account.mustChangePassword || newPassword !== undefined) return
  recordLogin(ctx, tried, 'new_password_missing')
  throw new Refusal('new_password_required')
}

/** With a password, the second step where the account has one, and a new password where somebody else knows the one of now. */
export const adminLoginHandler = handle(adminLogin, async (ctx: Context, call) => {
  const { username: name, password, totp, newPassword } = call.input
  const { nowMs, ...from } = ctx.sessions.originOf(call.meta)
  const found = await findAdmin(ctx.db, name, { nowMs, ...from })
  const tried = { audience: 'admin', name, account: found, call } as const
  if (newPassword !== undefined) requireUncommonPassword(ctx, newPassword, password)
  const checked = await requirePassword(ctx, tried, password, async (account, work) => {
    const step = await requireSecondStep(ctx, tried, account, totp)
    requireOwnPassword(ctx, tried, account, newPassword)
    return { step, passwordHash: newPassword === undefined ? undefined : await work.hash(newPassword) }
  }).catch(async (error: unknown) => {
    await auditRefusedLogin(ctx, tried, error)
    throw error
  })
  const { id, username, role } = checked.account
  const { step, passwordHash } = checked.shown
  const admin = { id, username }
  const audit = (transaction: Queryable, action: string) =>
    ctx.audit.append(transaction, { admin, action, target: id, detail: { username }, meta: call.meta })
  const token = await openSession(
    ctx,
    tried,
    checked,
    { username, role },
    {
      hold: async (transaction) => {
        if (!(await useLogin(transaction, checked.account, step, nowMs))) return undefined
        if (passwordHash === undefined) return []
        await setAdminPassword(transaction, id, passwordHash, false)
        return endSessionsOf(transaction, { audience: 'admin', id }, { keep: 0, reason: 'password_changed', nowMs })
      },
      record: async (transaction) => {
        if (step.recoveryMac !== undefined) await audit(transaction, 'admin.use-recovery-code')
        if (passwordHash !== undefined) await audit(transaction, 'admin.change-password')
        await audit(transaction, 'session.login')
      },
    },
  )
  return { message: 'Login successful', admin: { _id: id, username, role }, token }
})
