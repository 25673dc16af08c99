import { adminLogin, beginTotpAtLogin } from '@kismet/contracts'
import type { OperationShape } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Call } from '@kismet/service-kit/handle'
import type { PasswordWork } from '@kismet/service-kit/password-hashing'
import { Refusal } from '@kismet/service-kit/refusal'
import { endAll } from '../admin-accounts.ts'
import { findAccount } from '../admins.ts'
import type { Context } from '../context.ts'
import { openSession, recordLogin, requirePassword, requireUncommonPassword } from '../credentials.ts'
import type { Checked } from '../credentials.ts'
import { setAdminPassword, useLogin } from '../db/admins.ts'
import type { AdminRow, SecondStep } from '../db/admins.ts'
import type { EndedSession } from '../db/sessions.ts'
import { auditRefusedLogin } from '../refused-logins.ts'
import { makeTotp, requireSecondStep, turnOnAtLogin } from '../second-step.ts'
import type { AdminTry } from '../second-step.ts'
import { holdTotpRule, totpRule } from '../totp-rule.ts'

/** @throws Refusal `new_password_required` when somebody else knows the password and none of the admin's own came with it */
function requireOwnPassword(ctx: Context, tried: AdminTry, account: AdminRow, newPassword: string | undefined): void {
  if (!account.mustChangePassword || newPassword !== undefined) return
  recordLogin(ctx, tried, 'new_password_missing')
  throw new Refusal('new_password_required')
}

/** Checks the password of a stranger who says to be an admin, and what else `show` asks for; a refusal is written into the audit log. */
async function requireAdmin<Shown>(
  ctx: Context,
  call: Pick<Call<OperationShape>, 'meta' | 'keepDevice'>,
  { username: name, password }: { readonly username: string; readonly password: string },
  show: (tried: AdminTry, account: AdminRow, work: PasswordWork) => Promise<Shown>,
): Promise<{ readonly tried: AdminTry; readonly checked: Checked<AdminRow, Shown> }> {
  const account = await findAccount(ctx, name, call.meta)
  const tried = { audience: 'admin', name, account, call } as const
  let isPasswordRight = false
  const checked = await requirePassword(ctx, tried, password, (found, work) => {
    isPasswordRight = true
    return show(tried, found, work)
  }).catch(async (error: unknown) => {
    await auditRefusedLogin(ctx, tried, error, { isPasswordRight })
    throw error
  })
  return { tried, checked }
}

/** Holds an account as it was when it was checked, and whether it may be opened without a second step. @returns the sessions that end for this login; undefined when something has changed */
async function holdLogin(
  transaction: Queryable,
  ctx: Context,
  account: AdminRow,
  { step, passwordHash, nowMs }: { step: SecondStep; passwordHash: string | undefined; nowMs: number },
): Promise<readonly EndedSession[] | undefined> {
  const { isRequired } = await holdTotpRule(ctx, transaction)
  if (!(await useLogin(transaction, ctx, account, step, nowMs))) return undefined
  if (isRequired && account.totpSealed === null && step.setUp === undefined) return undefined
  const ended: EndedSession[] = []
  if (step.setUp !== undefined) {
    if (!(await turnOnAtLogin(transaction, ctx, account.id, step.setUp))) return undefined
    ended.push(...(await endAll(transaction, ctx, account.id, 'two_step_changed')))
  }
  if (passwordHash !== undefined) {
    await setAdminPassword(transaction, ctx, account.id, { passwordHash, isForOneLogin: false })
    ended.push(...(await endAll(transaction, ctx, account.id, 'password_changed')))
  }
  return ended
}

/** With a password, the second step where the account has one or all have to, and a new password where somebody else knows the one of now. */
const login = handle(adminLogin, async (ctx: Context, call) => {
  const { password, totp, newPassword } = call.input
  const { nowMs } = ctx.sessions.originOf(call.meta)
  if (newPassword !== undefined) requireUncommonPassword(ctx, newPassword, password)
  const { tried, checked } = await requireAdmin(ctx, call, call.input, async (sender, account, work) => {
    const step = await requireSecondStep(ctx, sender, account, totp)
    requireOwnPassword(ctx, sender, account, newPassword)
    return { step, passwordHash: newPassword === undefined ? undefined : await work.hash(newPassword) }
  })
  const { id, username, role } = checked.account
  const { step, passwordHash } = checked.shown
  const admin = { id, username }
  const audit = (transaction: Queryable, action: string, change: Readonly<Record<string, string>> = {}) =>
    ctx.audit.append(transaction, { admin, action, target: id, detail: { username, ...change }, meta: call.meta })
  const token = await openSession(
    ctx,
    tried,
    checked,
    { username, role },
    {
      hold: (transaction) => holdLogin(transaction, ctx, checked.account, { step, passwordHash, nowMs }),
      record: async (transaction) => {
        if (step.recoveryMac !== undefined) await audit(transaction, 'admin.use-recovery-code')
        if (step.setUp !== undefined) await audit(transaction, 'admin.totp', { from: 'off', to: 'on' })
        if (passwordHash !== undefined) await audit(transaction, 'admin.change-password')
        await audit(transaction, 'session.login')
      },
    },
  )
  return { message: 'Login successful', admin: { _id: id, username, role }, token }
})

/** For who may not log in without two steps, and has none yet. */
const setUpAtLogin = handle(beginTotpAtLogin, async (ctx: Context, call) => {
  const { checked } = await requireAdmin(ctx, call, call.input, async (_tried, { totpSealed }) => {
    if (totpSealed !== null || !(await totpRule(ctx)).isRequired)
      throw new Refusal('settings_changed', 'This account logs in without setting up two steps first.')
  })
  return makeTotp(ctx, checked.account)
})

export const adminLoginOperations = [login, setUpAtLogin]
