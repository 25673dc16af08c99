import {
  changePassword,
  closeAccount,
  endOtherSessions,
  endOwnSession,
  getOwnAccount,
  limits,
  proveOwner,
  setLanguage,
} from '@kismet/contracts'
import type { OperationShape, OwnSession } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Call } from '@kismet/service-kit/handle'
import type { PasswordWork } from '@kismet/service-kit/password-hashing'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { requirePassword, requireUncommonPassword } from '../credentials.ts'
import type { Checked } from '../credentials.ts'
import { findAccount, findProfile, setPlayerLanguage, setPlayerPassword } from '../db/players.ts'
import type { Account } from '../db/players.ts'
import { isTrustedSession, listSessions } from '../db/sessions.ts'
import type { Person } from '../db/sessions.ts'
import { ownNotices } from '../own-notices.ts'
import { closePlayerAccount } from '../player-states.ts'

const personOf = ({ id }: Player): Person => ({ audience: 'player', id })

async function sessionsOf(ctx: Context, player: Player): Promise<{ sessions: OwnSession[] }> {
  const sessions = await listSessions(ctx.db, personOf(player), ctx.clock.now())
  return {
    sessions: sessions.map(({ id, device, startedAt, lastActiveAt }) => ({
      ...{ sessionId: id, device, startedAt, lastActiveAt },
      isThis: id === player.sessionId,
    })),
  }
}

/**
 * Checks the password of a logged-in player, with the throttles of the login.
 * @throws Refusal `wrong_password`, `too_many_requests`, `unavailable`
 */
async function requireOwnPassword<Shown>(
  ctx: Context,
  call: Call<OperationShape> & { readonly player: Player },
  password: string,
  show: (account: Account, work: PasswordWork) => Promise<Shown>,
): Promise<Checked<Account, Shown>> {
  const { email: name, id } = call.player
  const account = await findAccount(ctx.db, name, ctx.sessions.originOf(call.meta))
  if (account?.id !== id) throw new Refusal('unauthenticated')
  return requirePassword(ctx, { audience: 'player', name, account, call, again: {} }, password, show)
}

/** Operations of players on their own account. */
export const playerAccountOperations = [
  handle(getOwnAccount, async (ctx: Context, { player }) => {
    const profile = await findProfile(ctx.db, player.id)
    if (profile === undefined) throw new Refusal('unauthenticated')
    const { moneyMails: _, ...shown } = profile
    return { ...shown, notices: await ownNotices(ctx, player, profile), ...(await sessionsOf(ctx, player)) }
  }),

  handle(setLanguage, async ({ db }: Context, { input, player }) => {
    if (!(await setPlayerLanguage(db, player.id, input.language))) throw new Refusal('unauthenticated')
    return input
  }),

  handle(endOwnSession, async (ctx: Context, { player, input: { sessionId } }) => {
    const ended = await ctx.sessions.ending((db) =>
      ctx.sessions.endOf(db, personOf(player), 'ended', { only: sessionId }),
    )
    if (ended.length === 0) throw new Refusal('not_found')
    return sessionsOf(ctx, player)
  }),

  handle(endOtherSessions, async (ctx: Context, { player }) => {
    await ctx.sessions.ending((db) => ctx.sessions.endOf(db, personOf(player), 'ended', { but: player.sessionId }))
    return sessionsOf(ctx, player)
  }),

  handle(changePassword, async (ctx: Context, call) => {
    const { input, player, meta, log } = call
    requireUncommonPassword(ctx, input.newPassword)
    const hashNew = (_: Account, work: PasswordWork) => work.hash(input.newPassword)
    const { account, shown: passwordHash } = await requireOwnPassword(ctx, call, input.currentPassword, hashNew)
    await ctx.sessions.ending(async (transaction) => {
      if (
        (await setPlayerPassword(transaction, player.email, passwordHash, { version: account.passwordVersion })) ===
        undefined
      )
        throw new Refusal('wrong_password')
      const notice = { kind: 'password_changed', to: player.email, language: account.language } as const
      await ctx.outbox.add(transaction, 'notice', notice)
      return ctx.sessions.endOf(transaction, personOf(player), 'password_changed')
    })
    log.info({ event: 'password.changed', playerId: player.id, address: meta.ip }, 'password changed')
    return { message: 'Your password has been changed. Please log in again.' }
  }),

  handle(proveOwner, async (ctx: Context, call) => {
    const { player, input } = call
    if (input.password !== undefined) await requireOwnPassword(ctx, call, input.password, () => Promise.resolve())
    const nowMs = ctx.clock.now()
    const times = { nowMs, knownUntilMs: nowMs - limits.withdrawal.accountWaitsMs }
    const isTrusted = await isTrustedSession(ctx.db, player, times)
    if (isTrusted === undefined) throw new Refusal('unauthenticated')
    return { isTrusted }
  }),

  handle(closeAccount, async (ctx: Context, call) => {
    await requireOwnPassword(ctx, call, call.input.password, () => Promise.resolve())
    await closePlayerAccount(ctx, call.player.id, call.meta.requestId)
    return { message: 'Your account has been closed.' }
  }),
]
