import { adminLogin, beginTotpAtLogin, login, readBalance } from '@kismet/contracts'
import type { TokenClaims } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { changes, makeChange } from '../admin-accounts.ts'
import type { By } from '../admin-accounts.ts'
import type { Context } from '../context.ts'
import { recordLogin, requirePassword, requireUncommonPassword, wrongCredentials } from '../credentials.ts'
import type { Checked, LoginTry } from '../credentials.ts'
import { useLogin } from '../db/admins.ts'
import type { AdminRow, SecondStep } from '../db/admins.ts'
import { holdPassword } from '../db/passwords.ts'
import type { Password } from '../db/passwords.ts'
import { findAccount } from '../db/players.ts'
import type { Person } from '../db/sessions.ts'
import { readSetting } from '../db/site-settings.ts'
import type { Held, Left } from '../sessions.ts'
import { adminTry, makeTotp, requireSecondStep } from '../second-step.ts'

const refused = {
  unverified: 'email_not_verified',
  closed: 'account_closed',
  suspended: 'account_suspended',
} as const

/** Opens the session of a login whose password was checked, and logs the outcome. The transaction can still refuse the login. */
async function openLogin(
  ctx: Context,
  tried: LoginTry<Password>,
  person: Person,
  name: Pick<TokenClaims, 'email' | 'username'>,
  hold: (transaction: Queryable) => Promise<Held>,
): Promise<string> {
  try {
    const token = await ctx.sessions.open(tried.call, person, name, hold)
    recordLogin(ctx, tried, 'ok')
    return token
  } catch (error) {
    if (isRefusal(error)) recordLogin(ctx, tried, error.code)
    throw error
  }
}

/** The balance is read before the session starts, so that no session starts while the wallet is down. */
const playerLogin = handle(login, async (ctx: Context, call) => {
  const { email, password } = call.input
  const account = await findAccount(ctx.db, email, ctx.sessions.originOf(call.meta))
  const tried = { audience: 'player', name: email, account, call } as const
  const checked = await requirePassword(ctx, tried, password, () => Promise.resolve())
  const { id, state, language } = checked.account
  if (state !== 'active') {
    recordLogin(ctx, tried, state)
    throw new Refusal(refused[state])
  }
  const standing = await ctx.bus.call(readBalance, { playerId: id }, { requestId: call.meta.requestId })
  const token = await openLogin(ctx, tried, { audience: 'player', id }, { email }, async (transaction) => {
    if (!(await holdPassword(transaction, checked.account))) throw wrongCredentials('player')
    return {}
  })
  // The banner that follows (docs/spec/product-spec.md, 7.1).
  const message = 'Please refresh the site & check balance.'
  return { message, user: { _id: id, email, language, ...standing }, token }
})

/**
 * Locks the account of a login and writes what the login changes.
 * @returns the sessions that end, and rows for the audit log
 * @throws Refusal `invalid_credentials` when the account or the rule has changed since the check
 */
async function holdLogin(
  transaction: Queryable,
  ctx: Context,
  by: By,
  { account, shown: { step, passwordHash } }: Checked<AdminRow, { step: SecondStep; passwordHash: string | undefined }>,
): Promise<Held> {
  const isRequired = await readSetting(transaction, 'totp_required', 'FOR SHARE')
  if (!(await useLogin(transaction, account, step, ctx.clock.now()))) throw wrongCredentials('admin')
  const isOff = account.totpOnSinceMs === null
  const turnsOn = isOff && step.totpStep !== undefined
  if (isRequired && isOff && !turnsOn) throw wrongCredentials('admin')
  const made = [
    ...(turnsOn ? [changes.turnTotpOn()] : []),
    ...(passwordHash === undefined ? [] : [changes.ownPassword(passwordHash)]),
  ]
  const held: Left[] = []
  for (const change of made) held.push(await makeChange(transaction, ctx, by, account, change))
  const { id, username } = account
  const actions = [...(step.recoveryMac ? ['admin.use-recovery-code'] : []), 'session.login']
  const own = actions.map((action) => ({ ...by, action, target: id, detail: { username } }))
  return { ended: held.flatMap(({ ended }) => ended), entries: [...held.flatMap(({ entries }) => entries), ...own] }
}

/** Takes the password, the second step if the account or the rule needs one, and a new password after another admin has set it. */
const loginAsAdmin = handle(adminLogin, async (ctx: Context, call) => {
  const { username: name, password, totp, newPassword } = call.input
  if (newPassword !== undefined) requireUncommonPassword(ctx, newPassword, password)
  const tried = await adminTry(ctx, call, name)
  const checked = await requirePassword(ctx, tried, password, async (account, work) => {
    const step = await requireSecondStep(ctx, account, totp)
    if (account.mustChangePassword && newPassword === undefined) throw new Refusal('new_password_required')
    return { step, passwordHash: newPassword === undefined ? undefined : await work.hash(newPassword) }
  })
  const { id, username, role } = checked.account
  const by = { admin: { id, username }, meta: call.meta }
  const token = await openLogin(ctx, tried, { audience: 'admin', id, role }, { username }, (transaction) =>
    holdLogin(transaction, ctx, by, checked),
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
