import {
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  endOwnSessions,
  getOwnAdmin,
  limits,
  turnOffTotp,
} from '@kismet/contracts'
import type { OperationShape } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import type { Call } from '@kismet/service-kit/handle'
import type { PasswordWork } from '@kismet/service-kit/password-hashing'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { auditChange, endAll, readAccount, sessionsOf } from '../admin-accounts.ts'
import { findAccount } from '../admins.ts'
import type { Context } from '../context.ts'
import { requirePassword, requireUncommonPassword } from '../credentials.ts'
import type { Checked } from '../credentials.ts'
import { lockWaitingTotp, turnTotpOff, turnTotpOn } from '../db/admin-totp.ts'
import { setAdminPassword, useLogin } from '../db/admins.ts'
import type { AdminRow } from '../db/admins.ts'
import { endChosenSessions } from '../db/sessions.ts'
import { auditRefusedLogin } from '../refused-logins.ts'
import { isOnAlready, makeTotp, requireSecondStep, stepOfWaiting } from '../second-step.ts'
import type { AdminTry } from '../second-step.ts'
import { holdTotpRule, totpRule } from '../totp-rule.ts'

type OwnCall = Pick<Call<OperationShape>, 'meta' | 'keepDevice'> & { readonly admin: Admin }

/**
 * Has an admin show the password again, counted and audited like a login: a session may be in other hands. What would be refused afterwards has to be refused by `show`,
 * as a right password empties the counter. @throws Refusal `wrong_password` with the text `wrong`, also of what `show` refuses as wrong
 */
async function showAgain<Shown>(
  ctx: Context,
  call: OwnCall,
  { password, wrong }: { readonly password: string; readonly wrong?: string },
  show: (account: AdminRow, work: PasswordWork, tried: AdminTry) => Promise<Shown>,
): Promise<Checked<AdminRow, Shown>> {
  const { username: name } = call.admin
  const account = await findAccount(ctx, name, call.meta)
  const tried: AdminTry = { audience: 'admin', name, account, call }
  let isPasswordRight = false
  try {
    return await requirePassword(ctx, tried, password, (found, work) => {
      isPasswordRight = true
      return show(found, work, tried)
    })
  } catch (error) {
    await auditRefusedLogin(ctx, tried, error, { isPasswordRight, shownAgain: call.admin })
    throw isRefusal(error, 'invalid_credentials') ? new Refusal('wrong_password', wrong) : error
  }
}

const sessions = [
  handle(getOwnAdmin, async (ctx: Context, { admin }) => ({
    admin: await readAccount(ctx, admin.id),
    sessions: await sessionsOf(ctx, admin.id, admin.sessionId),
  })),
  handle(endOwnSessions, async (ctx: Context, call) => {
    const { admin, input } = call
    const which = input.sessionId === undefined ? { but: admin.sessionId } : { only: input.sessionId }
    const ended = await inTransaction(ctx.db, async (transaction) => {
      const by = { reason: 'ended', nowMs: ctx.clock.now() } as const
      const chosen = await endChosenSessions(transaction, { audience: 'admin', id: admin.id }, which, by)
      const change = { action: 'admin.end-sessions', to: `${chosen.length} ended` } as const
      if (chosen.length > 0) await auditChange(transaction, ctx, call, admin, change)
      return chosen
    })
    await ctx.sessions.tellEnded(ended)
    return {
      message: ended.length === 1 ? '1 session has ended.' : `${ended.length} sessions have ended.`,
      ended: ended.length,
    }
  }),
]

const password = handle(changeAdminPassword, async (ctx: Context, call) => {
  const { currentPassword, newPassword } = call.input
  requireUncommonPassword(ctx, newPassword, currentPassword)
  const { account, shown: hash } = await showAgain(ctx, call, { password: currentPassword }, (_, work) =>
    work.hash(newPassword),
  )
  const ended = await inTransaction(ctx.db, async (transaction) => {
    if (!(await useLogin(transaction, ctx, account, {}, ctx.clock.now()))) throw new Refusal('wrong_password')
    await setAdminPassword(transaction, ctx, account.id, { passwordHash: hash, isForOneLogin: false })
    const all = await endAll(transaction, ctx, account.id, 'password_changed')
    await auditChange(transaction, ctx, call, account, { action: 'admin.change-password' })
    return all
  })
  await ctx.sessions.tellEnded(ended)
  return { message: 'Your password has been changed. Please log in with the new one.' }
})

const turningOn = [
  handle(beginTotp, async (ctx: Context, call) => {
    const { account } = await showAgain(ctx, call, call.input, ({ totpSealed }) =>
      totpSealed === null ? Promise.resolve() : Promise.reject(isOnAlready()),
    )
    return makeTotp(ctx, account)
  }),
  handle(confirmTotp, async (ctx: Context, call) => {
    const { admin, input } = call
    const nowMs = ctx.clock.now()
    const tries = { key: `totp-set-up:${admin.id}`, ...limits.login.ofOne }
    const retryAfterMs = await ctx.windows.waitMs([tries], ctx.randomness.id(nowMs))
    if (retryAfterMs > 0) throw new Refusal('too_many_requests', undefined, { retryAfterMs })
    const ended = await inTransaction(ctx.db, async (transaction) => {
      const step = stepOfWaiting(ctx, admin.id, await lockWaitingTotp(transaction, ctx, admin.id), input.code)
      if (step === 'late')
        throw new Refusal('settings_changed', 'This set-up is no longer waiting. Please begin again.')
      if (step === undefined)
        throw new Refusal(
          'invalid_code',
          'This is not the code of now. Check the clock of the phone, and type the next one.',
        )
      await turnTotpOn(transaction, ctx, admin.id, step)
      const by = { reason: 'two_step_changed', nowMs } as const
      const others = await endChosenSessions(
        transaction,
        { audience: 'admin', id: admin.id },
        { but: admin.sessionId },
        by,
      )
      await auditChange(transaction, ctx, call, admin, { action: 'admin.totp', from: 'off', to: 'on' })
      return others
    })
    await ctx.sessions.tellEnded(ended)
    return { admin: await readAccount(ctx, admin.id) }
  }),
]

const isForOwners = () =>
  new Refusal('forbidden', 'Every admin here logs in with two steps: only an owner can change that.')

const turningOff = handle(turnOffTotp, async (ctx: Context, call) => {
  const { code } = call.input
  const wrong = 'The password or the code is wrong.'
  const { account, shown: step } = await showAgain(
    ctx,
    call,
    { password: call.input.password, wrong },
    async (found, _, tried) => {
      if (found.totpSealed === null) throw new Refusal('settings_changed', 'Two-step login is off already.')
      if ((await totpRule(ctx)).isRequired) throw isForOwners()
      return requireSecondStep(ctx, tried, found, code)
    },
  )
  await inTransaction(ctx.db, async (transaction) => {
    if ((await holdTotpRule(ctx, transaction)).isRequired) throw isForOwners()
    if (!(await useLogin(transaction, ctx, account, step, ctx.clock.now()))) throw new Refusal('wrong_password', wrong)
    await turnTotpOff(transaction, ctx, account.id)
    await auditChange(transaction, ctx, call, account, { action: 'admin.totp', from: 'on', to: 'off' })
  })
  return { admin: await readAccount(ctx, account.id) }
})

/** What every admin does with the own account. */
export const ownAdminOperations = [...sessions, password, ...turningOn, turningOff]
