import { setSuspension } from '@kismet/contracts'
import type { AuditEntry } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'
import type { Context } from './context.ts'
import { addNote } from './db/player-notes.ts'
import { holdPlayer, listUntold, markTold, setSuspended } from './db/players.ts'
import type { Untold } from './db/players.ts'

const untoldOfPage = 50
const firstId = '00000000-0000-0000-0000-000000000000'

/** Who suspends a player or lets one play again, and why. */
export interface Change {
  readonly playerId: string
  readonly reason: string
  readonly admin: Admin
  readonly meta: AuditEntry['meta']
}

/**
 * Keeps a player from login, bets, deposits and withdrawals, and ends all sessions. Of one who is suspended already nothing changes. The wallet is told at once; while
 * it does not answer no money moves, and it is told again before a second has passed.
 * @throws Refusal `not_found`, `account_closed`
 */
export async function suspendPlayer(ctx: Context, { playerId, reason, admin, meta }: Change): Promise<void> {
  const nowMs = ctx.clock.now()
  await ctx.sessions.ending(async (transaction) => {
    const standing = await holdPlayer(transaction, playerId)
    if (standing === undefined) throw new Refusal('not_found')
    if (standing.isClosed) throw new Refusal('account_closed')
    if (standing.isSuspended) return []
    const { noteNo } = await addNote(transaction, playerId, admin, { kind: 'suspend', text: reason, atMs: nowMs })
    await setSuspended(transaction, playerId, { atMs: nowMs, version: noteNo })
    const person = { audience: 'player', id: playerId } as const
    const sessions = await ctx.sessions.endOf(transaction, person, 'account_suspended')
    const detail = { reason, sessions: sessions.length }
    await ctx.audit.append(transaction, { admin, action: 'player.suspend', target: playerId, detail, meta })
    return sessions
  })
  await tellWallet(ctx, playerId, meta.requestId)
}

/** Lets a player log in, play and pay again. Of one who is not suspended nothing changes. @throws Refusal `not_found` */
export async function liftSuspension(ctx: Context, { playerId, reason, admin, meta }: Change): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const standing = await holdPlayer(transaction, playerId)
    if (standing === undefined) throw new Refusal('not_found')
    if (!standing.isSuspended) return
    const atMs = ctx.clock.now()
    const { noteNo } = await addNote(transaction, playerId, admin, { kind: 'lift', text: reason, atMs })
    await setSuspended(transaction, playerId, { atMs: null, version: noteNo })
    await ctx.audit.append(transaction, { admin, action: 'player.lift', target: playerId, detail: { reason }, meta })
  })
  await tellWallet(ctx, playerId, meta.requestId)
}

async function tellWallet(ctx: Context, playerId: string, requestId: string): Promise<void> {
  for (const one of await listUntold(ctx.db, { playerId, limit: 1 })) await tell(ctx, one, requestId)
}

/** Tells the wallet each suspension that it may not know, all of a page at once. A player whose call fails does not hold up the others. */
export async function tellUntold(ctx: Context): Promise<void> {
  for (let afterId: string | undefined = firstId; afterId !== undefined;) {
    const untold = await listUntold(ctx.db, { afterId, limit: untoldOfPage })
    await Promise.all(untold.map((one) => tell(ctx, one, `suspension-${one.version}`)))
    afterId = untold[untoldOfPage - 1]?.playerId
  }
}

/** The suspension is stored, so a failed call only delays the wallet: the loop calls again. */
async function tell(ctx: Context, untold: Untold, requestId: string): Promise<void> {
  try {
    await ctx.bus.call(setSuspension, untold, { requestId })
    await markTold(ctx.db, untold)
  } catch (error) {
    ctx.log.warn({ err: error, playerId: untold.playerId }, 'failed to tell the wallet about a suspension; retrying')
  }
}
