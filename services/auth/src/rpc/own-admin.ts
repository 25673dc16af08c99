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
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { auditChange, endAll, readAccount, sessionsOf } from '../admin-accounts.ts'
import type { Context } from '../context.ts'
import { requirePassword, requireUncommonPassword } from '../credentials.ts'
import type { LoginTry } from '../credentials.ts'
import { changeAdmin, findAdmin, lockAdmin, turnTotpOff, useLogin } from '../db/admins.ts'
import type { AdminRow } from '../db/admins.ts'
import { readSettings } from '../db/site-settings.ts'
import { firstStepOf, isOnAlready, makeTotp, requireSecondStep } from '../second-step.ts'

type OwnCall = Pick<Call<OperationShape>, 'meta' | 'keepDevice'> & { readonly admin: Admin }

/** The admin of a session shows the password again, because the session may be in other hands. */
async function shownAgain({ db, sessions }: Context, call: OwnCall, wrong?: string): Promise<LoginTry<AdminRow>> {
  const { admin } = call
  const account = await findAdmin(db, admin.username, sessions.originOf(call.meta))
  return { audience: 'admin', name: admin.username, account, call, again: { admin, ...(wrong && { wrong }) } }
}

const reading = [
  handle(getOwnAdmin, async (ctx: Context, { admin }) => ({
    admin: await readAccount(ctx, admin.id),
    sessions: await sessionsOf(ctx, admin.id, admin.sessionId),
  })),
  handle(endOwnSessions, async (ctx: Context, call) => {
    const { admin, input } = call
    const which = input.sessionId === undefined ? { but: admin.sessionId } : { only: input.sessionId }
    const ended = await ctx.sessions.ending(async (transaction) => {
      const chosen = await ctx.sessions.endOf(transaction, { audience: 'admin', id: admin.id }, 'ended', which)
      const change = { action: 'admin.end-sessions', to: `${chosen.length} ended` } as const
      if (chosen.length > 0) await auditChange(transaction, ctx, call, admin, change)
      return chosen
    })
    return {
      message: ended.length === 1 ? '1 session has ended.' : `${ended.length} sessions have ended.`,
      ended: ended.length,
    }
  }),
]

const password = handle(changeAdminPassword, async (ctx: Context, call) => {
  const { currentPassword, newPassword } = call.input
  requireUncommonPassword(ctx, newPassword, currentPassword)
  const tried = await shownAgain(ctx, call)
  const checked = await requirePassword(ctx, tried, currentPassword, (_, work) => work.hash(newPassword))
  const { account, shown: passwordHash } = checked
  await ctx.sessions.ending(async (transaction) => {
    if (!(await useLogin(transaction, account, {}, ctx.clock.now()))) throw new Refusal('wrong_password')
    await changeAdmin(transaction, account.id, { passwordHash, mustChangePassword: false })
    const all = await endAll(transaction, ctx, account.id, 'password_changed')
    await auditChange(transaction, ctx, call, account, { action: 'admin.change-password' })
    return all
  })
  return { message: 'Your password has been changed. Please log in with the new one.' }
})

const turningOn = [
  handle(beginTotp, async (ctx: Context, call) => {
    const tried = await shownAgain(ctx, call)
    const { account } = await requirePassword(ctx, tried, call.input.password, ({ totpOnSinceMs }) =>
      totpOnSinceMs === null ? Promise.resolve() : Promise.reject(isOnAlready()),
    )
    return makeTotp(ctx, account)
  }),
  handle(confirmTotp, async (ctx: Context, call) => {
    const { admin, input } = call
    const nowMs = ctx.clock.now()
    const tries = { key: `totp-set-up:${admin.id}`, ...limits.login.ofOne }
    const retryAfterMs = await ctx.windows.waitMs([tries], ctx.randomness.id(nowMs))
    if (retryAfterMs > 0) throw new Refusal('too_many_requests', undefined, { retryAfterMs })
    await ctx.sessions.ending(async (transaction) => {
      const first = firstStepOf(ctx, await lockAdmin(transaction, { id: admin.id }), input.code)
      if (first === 'late')
        throw new Refusal('settings_changed', 'This set-up is no longer waiting. Please begin again.')
      if (first === undefined)
        throw new Refusal(
          'invalid_code',
          'This is not the code of now. Check the clock of the phone, and type the next one.',
        )
      await changeAdmin(transaction, admin.id, { totpOnSince: new Date(nowMs), totpLastStep: first.step })
      const person = { audience: 'admin', id: admin.id } as const
      const others = await ctx.sessions.endOf(transaction, person, 'two_step_changed', { but: admin.sessionId })
      await auditChange(transaction, ctx, call, admin, { action: 'admin.totp', from: 'off', to: 'on' })
      return others
    })
    return { admin: await readAccount(ctx, admin.id) }
  }),
]

const isForOwners = () =>
  new Refusal('forbidden', 'Every admin here logs in with two steps: only an owner can change that.')

const turningOff = handle(turnOffTotp, async (ctx: Context, call) => {
  const { code } = call.input
  const wrong = 'The password or the code is wrong.'
  const tried = await shownAgain(ctx, call, wrong)
  const { account, shown: step } = await requirePassword(ctx, tried, call.input.password, async (found) => {
    if (found.totpOnSinceMs === null) throw new Refusal('settings_changed', 'Two-step login is off already.')
    if ((await readSettings(ctx.db)).totpRequired) throw isForOwners()
    return requireSecondStep(ctx, tried, found, code)
  })
  await inTransaction(ctx.db, async (transaction) => {
    if ((await readSettings(transaction, 'FOR SHARE')).totpRequired) throw isForOwners()
    if (!(await useLogin(transaction, account, step, ctx.clock.now()))) throw new Refusal('wrong_password', wrong)
    await turnTotpOff(transaction, account.id)
    await auditChange(transaction, ctx, call, account, { action: 'admin.totp', from: 'on', to: 'off' })
  })
  return { admin: await readAccount(ctx, account.id) }
})

/** What every admin does with the own account. */
export const ownAdminOperations = [...reading, password, ...turningOn, turningOff]
