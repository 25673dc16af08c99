import { closeWallet, countPendingRequests, setSuspension } from '@kismet/contracts'
import type { AuditEntry } from '@kismet/service-kit/audit/chain'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from './context.ts'
import { addNote } from './db/player-lists.ts'
import {
  beginClosing,
  endClosing,
  holdPlayer,
  listOpenClosings,
  listUntold,
  markTold,
  setSuspended,
} from './db/players.ts'

/** Who suspends a player or lets one play again, and why. */
export interface SuspensionCall {
  readonly input: { readonly id: string; readonly reason: string }
  readonly admin: Admin
  readonly meta: AuditEntry['meta']
}

/**
 * `suspend` keeps a player from login, bets, deposits and withdrawals, and ends all sessions. `lift` ends the suspension.
 * A player who is in that state already stays as before. While the wallet does not answer, it moves no money; `tellWallet`
 * tells it again within a second.
 * @throws Refusal `not_found`; `account_closed` for a suspension
 */
export async function changeSuspension(
  ctx: Context,
  kind: 'suspend' | 'lift',
  { input: { id, reason: text }, admin, meta }: SuspensionCall,
): Promise<void> {
  const nowMs = ctx.clock.now()
  const suspends = kind === 'suspend'
  await ctx.sessions.ending(async (transaction) => {
    const held = await holdPlayer(transaction, id)
    if (held === undefined) throw new Refusal('not_found')
    if (suspends && held.isClosed) throw new Refusal('account_closed')
    if (suspends === held.isSuspended) return []
    const note = await addNote(transaction, id, admin, { kind, text, atMs: nowMs })
    await setSuspended(transaction, id, { atMs: suspends ? nowMs : null, version: Number(note._id) })
    const person = { audience: 'player', id } as const
    const ended = suspends ? await ctx.sessions.endOf(transaction, person, 'account_suspended') : []
    const detail = { reason: text, ...(suspends && { sessions: ended.length }) }
    await ctx.audit.append(transaction, { admin, action: `player.${kind}`, target: id, detail, meta })
    return ended
  })
  await tellWallet(ctx, id)
}

/**
 * Tells the wallet the suspensions that it may not know, of one player or of all. A failed call only delays the
 * wallet, and holds up no other player: the loop calls again.
 */
export async function tellWallet({ bus, db, log }: Context, playerId?: string): Promise<void> {
  const untold = await listUntold(db, playerId)
  const calls = untold.map(async (one) => {
    await bus.call(setSuspension, one, { requestId: `suspension-${one.version}` })
    await markTold(db, one)
  })
  for (const [index, call] of (await Promise.allSettled(calls)).entries())
    if (call.status === 'rejected')
      log.warn(
        { err: call.reason as unknown, playerId: untold[index]?.playerId },
        'failed to tell the wallet about a suspension; retrying',
      )
}

/** @throws Refusal `account_not_empty` while a deposit or a withdrawal waits for a decision */
async function requireNoRequests({ bus }: Context, playerId: string, requestId: string): Promise<void> {
  const { pending } = await bus.call(countPendingRequests, { playerId }, { requestId })
  const text = 'You have a pending deposit or withdrawal. Close the account after the decision.'
  if (pending > 0) throw new Refusal('account_not_empty', text, { holds: 'requests' })
}

/**
 * Closes an account for good. The wallet closes first, so that no money arrives meanwhile. From then on the closing is
 * stored: if a request was filed in that moment, `finishClosings` closes the account after the decision. Safe to repeat.
 * @throws Refusal `account_not_empty` or `unavailable`
 */
export async function closePlayerAccount(ctx: Context, id: string, requestId: string): Promise<void> {
  const nowMs = ctx.clock.now()
  await requireNoRequests(ctx, id, requestId)
  await ctx.bus.call(closeWallet, { playerId: id }, { requestId })
  await beginClosing(ctx.db, id, nowMs)
  await requireNoRequests(ctx, id, requestId)
  await ctx.sessions.ending(async (transaction) => {
    const player = await endClosing(transaction, id, nowMs)
    if (player === undefined) return []
    const { email: to, language } = player
    await ctx.outbox.add(transaction, 'notice', { kind: 'account_closed', to, language })
    return ctx.sessions.endOf(transaction, { audience: 'player', id }, 'account_closed')
  })
}

/** Closes accounts whose wallet is closed, once their last request is decided and their money is paid out. */
export async function finishClosings(ctx: Context): Promise<void> {
  for (const playerId of await listOpenClosings(ctx.db))
    await closePlayerAccount(ctx, playerId, `closing-${playerId}`).catch((error: unknown) => {
      if (!isRefusal(error, 'account_not_empty'))
        ctx.log.warn({ err: error, playerId }, 'failed to finish the closing of an account; retrying')
    })
}
