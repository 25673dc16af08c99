import { closeWallet, countPendingRequests } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from './context.ts'
import { beginClosing, endClosing, listOpenClosings } from './db/players.ts'

/** @throws Refusal `account_not_empty` while a deposit or a withdrawal waits for a decision */
async function requireNoRequests(ctx: Context, playerId: string, requestId: string): Promise<void> {
  const { pending } = await ctx.bus.call(countPendingRequests, { playerId }, { requestId })
  const text = 'You have a pending deposit or withdrawal. Close the account after the decision.'
  if (pending > 0) throw new Refusal('account_not_empty', text, { holds: 'requests' })
}

/**
 * Closes an account for good. The wallet closes first, so that no money arrives meanwhile. From then on the
 * closing is stored. If a request was filed in that moment, `finishClosings` closes the account after the
 * decision. Safe to repeat.
 * @throws Refusal `account_not_empty` or `unavailable`
 */
export async function closePlayerAccount(ctx: Context, playerId: string, { ip, requestId }: CallMeta): Promise<void> {
  await requireNoRequests(ctx, playerId, requestId)
  await ctx.bus.call(closeWallet, { playerId }, { requestId })
  await beginClosing(ctx.db, playerId, ctx.clock.now(), ip)
  await finish(ctx, playerId, requestId)
}

async function finish(ctx: Context, id: string, requestId: string): Promise<void> {
  await requireNoRequests(ctx, id, requestId)
  const nowMs = ctx.clock.now()
  const closed = await inTransaction(ctx.db, async (transaction) => {
    const player = await endClosing(transaction, id, nowMs)
    if (player === undefined) return undefined
    const { email: to, language } = player
    await ctx.outbox.addNotice(transaction, { kind: 'account_closed', to, language })
    return ctx.sessions.endOf(transaction, { audience: 'player', id }, 'account_closed')
  })
  if (closed === undefined) return
  await ctx.sessions.tellEnded(closed)
  ctx.log.info({ event: 'player.closed', playerId: id }, 'account closed by its player')
}

/** Closes accounts whose wallet is closed, once their last request is decided and their money is paid out. */
export async function finishClosings(ctx: Context): Promise<void> {
  for (const playerId of await listOpenClosings(ctx.db)) {
    const requestId = `closing-${playerId}`
    try {
      await ctx.bus.call(closeWallet, { playerId }, { requestId })
      await finish(ctx, playerId, requestId)
    } catch (error) {
      if (!isRefusal(error, 'account_not_empty'))
        ctx.log.warn({ err: error, playerId }, 'failed to finish the closing of an account; retrying')
    }
  }
}
