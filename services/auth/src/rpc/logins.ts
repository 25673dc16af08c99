import { adminLogin, beginTotpAtLogin, login, readBalance } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { applyChange, changes } from '../admin-accounts.ts'
import type { By } from '../admin-accounts.ts'
import type { Context } from '../context.ts'
import { openSession, recordLogin, requirePassword, requireUncommonPassword } from '../credentials.ts'
import type { Checked } from '../credentials.ts'
import { useLogin } from '../db/admins.ts'
import type { AdminRow, SecondStep } from '../db/admins.ts'
import { holdPassword } from '../db/passwords.ts'
import { findAccount } from '../db/players.ts'
import type { EndedSession } from '../db/sessions.ts'
import { readSetting } from '../db/site-settings.ts'
import { adminTry, makeTotp, requireSecondStep } from '../second-step.ts'

/** The balance is read before the session starts, so that no session starts while the wallet is down. */
const playerLogin = handle(login, async (ctx: Context, call) => {
  const { email, password } = call.input
  const account = await findAccount(ctx.db, email, ctx.sessions.originOf(call.meta))
  const tried = { audience: 'player', name: email, account, call } as const
  const checked = await requirePassword(ctx, tried, password, () => Promise.resolve())
  const { id, isVerified, isClosed, isSuspended, language } = checked.account
  const refusals = [
    { applies: !isVerified, outcome: 'not_verified', code: 'email_not_verified' },
    { applies: isClosed, outcome: 'closed', code: 'account_closed' },
    { applies: isSuspended, outcome: 'suspended', code: 'account_suspended' },
  ] as const
  const refused = refusals.find(({ applies }) => applies)
  if (refused !== undefined) {
    recordLogin(ctx, tried, refused.outcome)
    throw new Refusal(refused.code)
  }
  const { requestId } = call.meta
  const standing = await ctx.bus.call(readBalance, { playerId: id }, { requestId })
  const hold = async (transaction: Queryable) => ((await holdPassword(transaction, checked.account)) ? [] : undefined)
  const token = await openSession(ctx, tried, checked, { email }, { hold })
  // The banner that follows (docs/spec/product-spec.md, 7.1).
  const message = 'Please refresh the site & check balance.'
  return { message, user: { _id: id, email, language, ...standing }, token }
})

/**
 * Locks the account of a login and writes what the login changes.
 * @returns the sessions that end; undefined when the account or the rule has changed since the check
 */
async function holdLogin(
  transaction: Queryable,
  ctx: Context,
  by: By,
  { account, shown: { step, passwordHash } }: Checked<AdminRow, { step: SecondStep; passwordHash: string | undefined }>,
): Promise<readonly EndedSession[] | undefined> {
  const isRequired = await readSetting(transaction, 'totp_required', 'FOR SHARE')
  if (!(await useLogin(transaction, account, step, ctx.clock.now()))) return undefined
  const isOff = account.totpOnSinceMs === null
  const turnsOn = isOff && step.totpStep !== undefined
  if (isRequired && isOff && !turnsOn) return undefined
  const made = [
    ...(turnsOn ? [changes.turnTotpOn()] : []),
    ...(passwordHash === undefined ? [] : [changes.ownPassword(passwordHash)]),
  ]
  const ended: EndedSession[] = []
  for (const change of made) ended.push(...(await applyChange(transaction, ctx, by, account, change)))
  return ended
}

/** Takes the password, the second step if the account or the rule needs one, and a new password after another admin has set it. */
const loginAsAdmin = handle(adminLogin, async (ctx: Context, call) => {
  const { username: name, password, totp, newPassword } = call.input
  if (newPassword !== undefined) requireUncommonPassword(ctx, newPassword, password)
  const tried = await adminTry(ctx, call, name)
  const checked = await requirePassword(ctx, tried, password, async (account, work) => {
    const step = await requireSecondStep(ctx, tried, account, totp)
    if (account.mustChangePassword && newPassword === undefined) {
      recordLogin(ctx, tried, 'new_password_missing')
      throw new Refusal('new_password_required')
    }
    return { step, passwordHash: newPassword === undefined ? undefined : await work.hash(newPassword) }
  })
  const { id, username, role } = checked.account
  const admin = { id, username }
  const { meta } = call
  const audit = (transaction: Queryable, action: string) =>
    ctx.audit.append(transaction, { admin, action, target: id, detail: { username }, meta })
  const token = await openSession(
    ctx,
    tried,
    checked,
    { username, role },
    {
      hold: (transaction) => holdLogin(transaction, ctx, { admin, meta }, checked),
      record: async (transaction) => {
        if (checked.shown.step.recoveryMac !== undefined) await audit(transaction, 'admin.use-recovery-code')
        await audit(transaction, 'session.login')
      },
    },
  )
  return { message: 'Login successful', admin: { _id: id, username, role }, token }
})

/** For an admin who must set up two-step login before the first login under the rule. */
const setUpAtLogin = handle(beginTotpAtLogin, async (ctx: Context, call) => {
  const { username, password } = call.input
  const { account } = await requirePassword(ctx, await adminTry(ctx, call, username), password, async (admin) => {
    if (admin.totpOnSinceMs !== null || !(await readSetting(ctx.db, 'totp_required')))
      throw new Refusal('settings_changed', 'This account logs in without setting up two steps first.')
  })
  return makeTotp(ctx, account)
})

export const loginOperations = [playerLogin, loginAsAdmin, setUpAtLogin]
