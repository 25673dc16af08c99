import {
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  endOwnSessions,
  getOwnAdmin,
  limits,
  turnOffTotp,
} from '@kismet/contracts'
import type { listAdminSessions, Output } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import { applyChange, changeFound, changes, readAccount, sessionsEnded } from '../admin-accounts.ts'
import type { By, Change } from '../admin-accounts.ts'
import type { Context } from '../context.ts'
import { requirePassword, requireUncommonPassword } from '../credentials.ts'
import type { LoginTry } from '../credentials.ts'
import { useLogin } from '../db/admins.ts'
import type { AdminRow, SecondStep } from '../db/admins.ts'
import { listSessions } from '../db/sessions.ts'
import type { EndedSession } from '../db/sessions.ts'
import { readSetting } from '../db/site-settings.ts'
import { adminTry, alreadyOn, isWaiting, makeTotp, requireSecondStep, secondStepOf } from '../second-step.ts'

type OwnCall = LoginTry<AdminRow>['call'] & { readonly admin: Admin }

/** The admin of a session shows the password again, because the session may be in other hands. */
const tryAgain = (ctx: Context, call: OwnCall, wrong?: string) =>
  adminTry(ctx, call, call.admin.username, { admin: call.admin, ...(wrong && { wrong }) })

/** The live sessions of an admin in the form of the contracts. @param current the session of the caller */
export async function sessionsOf(
  { db, clock }: Context,
  id: string,
  current: string,
): Promise<Output<typeof listAdminSessions>['sessions']> {
  const sessions = await listSessions(db, { audience: 'admin', id }, clock.now())
  return sessions.map(({ id: _id, ...session }) => ({ _id, ...session, isCurrent: _id === current }))
}

/** Changes the own account, unless it has changed since its password and `step` were checked. @throws Refusal `refused` */
function changeOwn(
  ctx: Context,
  by: By,
  { account, step, refused }: { account: AdminRow; step: SecondStep; refused: Refusal },
  change: Change,
): Promise<readonly EndedSession[]> {
  return ctx.sessions.ending(async (transaction) => {
    if (change.to === 'off' && (await readSetting(transaction, 'totp_required', 'FOR SHARE')))
      throw new Refusal('forbidden', 'Two-step login is required for all admins. Only an owner can change this rule.')
    if (!(await useLogin(transaction, account, step, ctx.clock.now()))) throw refused
    return applyChange(transaction, ctx, by, account, change)
  })
}

/** What every admin does with the own account. */
export const ownAdminOperations = [
  handle(getOwnAdmin, async (ctx: Context, { admin }) => ({
    admin: await readAccount(ctx, admin.id),
    sessions: await sessionsOf(ctx, admin.id, admin.sessionId),
  })),
  handle(endOwnSessions, async (ctx: Context, call) => {
    const { admin, input } = call
    const which = input.sessionId === undefined ? { but: admin.sessionId } : { only: input.sessionId }
    const ended = await ctx.sessions.ending((transaction) =>
      changeFound(transaction, ctx, call, admin, changes.endSessions(which)),
    )
    return { message: sessionsEnded(ended), ended: ended.length }
  }),
  handle(changeAdminPassword, async (ctx: Context, call) => {
    const { currentPassword, newPassword } = call.input
    requireUncommonPassword(ctx, newPassword, currentPassword)
    const tried = await tryAgain(ctx, call)
    const checked = await requirePassword(ctx, tried, currentPassword, (_, work) => work.hash(newPassword))
    const read = { account: checked.account, step: {}, refused: new Refusal('wrong_password') }
    await changeOwn(ctx, call, read, changes.ownPassword(checked.shown))
    return { message: 'Your password has been changed. Please log in with the new one.' }
  }),
  handle(beginTotp, async (ctx: Context, call) => {
    const tried = await tryAgain(ctx, call)
    const { account } = await requirePassword(ctx, tried, call.input.password, ({ totpOnSinceMs }) =>
      totpOnSinceMs === null ? Promise.resolve() : Promise.reject(alreadyOn()),
    )
    return makeTotp(ctx, account)
  }),
  handle(confirmTotp, async (ctx: Context, call) => {
    const { admin, input } = call
    const nowMs = ctx.clock.now()
    const tries = { key: `totp-set-up:${admin.id}`, ...limits.login.ofOne }
    const retryAfterMs = await ctx.windows.waitMs([tries], ctx.randomness.id(nowMs))
    if (retryAfterMs > 0) throw new Refusal('too_many_requests', undefined, { retryAfterMs })
    const { account } = await tryAgain(ctx, call)
    const refused = new Refusal('settings_changed', 'This set-up is no longer waiting. Please begin again.')
    if (account === undefined || !isWaiting(account, nowMs)) throw refused
    const step = await secondStepOf(ctx, account, input.code)
    if (step === undefined)
      throw new Refusal(
        'invalid_code',
        'The code is wrong or has expired. Check the clock of your phone and enter the next code.',
      )
    await changeOwn(ctx, call, { account, step, refused }, changes.turnTotpOn(admin.sessionId))
    return { admin: await readAccount(ctx, admin.id) }
  }),
  handle(turnOffTotp, async (ctx: Context, call) => {
    const { password, code } = call.input
    const wrong = 'The password or the code is wrong.'
    const tried = await tryAgain(ctx, call, wrong)
    const { account, shown: step } = await requirePassword(ctx, tried, password, async (found) => {
      if (found.totpOnSinceMs === null) throw new Refusal('settings_changed', 'Two-step login is off already.')
      return requireSecondStep(ctx, found, code)
    })
    const refused = new Refusal('wrong_password', wrong)
    await changeOwn(ctx, call, { account, step, refused }, changes.turnTotpOff())
    return { admin: await readAccount(ctx, account.id) }
  }),
]
