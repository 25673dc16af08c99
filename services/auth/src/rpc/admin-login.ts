import { adminLogin } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import type { AuthContext } from '../context.ts'
import { checkPassword, recordLogin, recordThrottled } from '../credentials.ts'
import { findAdmin, holdAdminPassword, refreshAdminHash } from '../db/admins.ts'
import { claimsOf } from '../sessions.ts'

const message = 'Login successful'
const wrong = 'Wrong username or password.'

export const adminLoginHandler = handle(adminLogin, async (ctx: AuthContext, { input, meta }) => {
  const target = { audience: 'admin', account: input.username, address: meta.ip } as const
  const { requestId } = meta
  const admin = await findAdmin(ctx.db, input.username)
  const checked = await checkPassword(ctx, target, admin, input.password).catch(recordThrottled(ctx, target, requestId))
  if (admin === undefined || !checked.isRight) {
    const outcome = admin === undefined ? 'unknown_account' : 'wrong_password'
    recordLogin(ctx, target, outcome, { requestId, personId: admin?.id })
    throw new Refusal('invalid_credentials', wrong)
  }
  const started = await inTransaction(ctx.db, async (transaction) => {
    if (!(await holdAdminPassword(transaction, admin))) return undefined
    return ctx.sessions.start(transaction, { audience: 'admin', id: admin.id, role: admin.role }, meta.ip)
  })
  if (started === undefined) {
    recordLogin(ctx, target, 'password_changed', { requestId, personId: admin.id })
    throw new Refusal('invalid_credentials', wrong)
  }
  await ctx.sessions.announce(started)
  if (checked.newHash !== undefined) await refreshAdminHash(ctx.db, admin, checked.newHash)
  recordLogin(ctx, target, 'ok', { requestId, personId: admin.id })
  const { id, username, role } = admin
  return { message, admin: { _id: id, username, role }, token: ctx.keys.sign(claimsOf(started, { username })) }
})
