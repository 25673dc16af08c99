import { adminLogin } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { handle } from '@kismet/service-kit/handle'
import { networkOf } from '@kismet/service-kit/network'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { checkPassword, recordLogin, recordThrottled } from '../credentials.ts'
import { findAdmin, holdAdminPassword, refreshAdminHash } from '../db/admins.ts'

const message = 'Login successful'
const wrong = 'Wrong username or password.'

export const adminLoginHandler = handle(adminLogin, async (ctx: Context, { input, meta }) => {
  const { requestId } = meta
  const network = networkOf(meta.ip)
  const admin = await findAdmin(ctx.db, input.username, { network, nowMs: ctx.clock.now() })
  const isKnown = admin?.isKnown === true
  const target = { audience: 'admin', account: input.username, network, isKnown } as const
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
  const { id, username, role } = admin
  const token = await ctx.sessions.announce(started, { username })
  if (checked.newHash !== undefined) await refreshAdminHash(ctx.db, admin, checked.newHash)
  recordLogin(ctx, target, 'ok', { requestId, personId: admin.id })
  return { message, admin: { _id: id, username, role }, token }
})
