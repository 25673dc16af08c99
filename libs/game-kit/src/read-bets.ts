import { maxFactsRead, readBets } from '@kismet/contracts'
import type { RecordedBet } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { PoolClient, Queryable } from '@kismet/service-kit/database'
import { isLost, tellLost } from '@kismet/service-kit/facts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { ReaderMetrics } from '@kismet/service-kit/metrics'
import { isRefusal } from '@kismet/service-kit/refusal'
import { isSettled } from './bet.ts'
import type { Bet, OpenBet } from './bet.ts'
import { findBets, writeBets } from './db/bets.ts'
import type { GameContext } from './game-context.ts'
import { placedBet, settledGame } from './recorded-bet.ts'
import { addRestore } from './restores.ts'

/** How often it reads without an event: an event can be lost. */
const readEveryMs = 2_000

/**
 * Writes the table of bets from the wallet's log. Runs on the leader. Two readers at once do no
 * harm: they write the same bets.
 */
export function startReadingBets(ctx: GameContext, metrics: ReaderMetrics): Loop {
  metrics.level(readBets.subject)
  let isFirst = true
  const loop = startLoop('bets', readEveryMs, ctx.log, async (stopping) => {
    try {
      if (isFirst) await readAgain(ctx)
      isFirst = false
      while ((await readPage(ctx, metrics)) && !stopping.aborted);
    } catch (error) {
      if (!isRefusal(error, 'unavailable')) throw error
      ctx.log.debug({ err: error }, 'the wallet did not answer the reader of its log; retrying')
    }
  })
  ctx.bus.onSignal(readBets.wake, () => loop.wake(), { shared: false })
  return loop
}

/** Reads one page of the log. @returns whether there is more to read now */
export async function readPage(ctx: GameContext, metrics: ReaderMetrics): Promise<boolean> {
  const { rows } = await ctx.db.query<{ cursor: string }>('SELECT cursor FROM log_position')
  const after = rows[0]?.cursor ?? ''
  const page = await ctx.bus.call(readBets, { after, limit: maxFactsRead }, { requestId: 'read-bets' })
  if (isLost(after, page)) {
    tellLost(ctx.log, readBets, after)
    await startAgain(ctx)
    return true
  }
  if (page.cursor !== after) {
    const isTaken = await inTransaction(ctx.db, async (transaction) => {
      // The log has it: after a crash of the database the page is read again.
      await transaction.query('SET LOCAL synchronous_commit = off')
      const moved = 'UPDATE log_position SET cursor = $1 WHERE cursor = $2'
      const isOwn = (await transaction.query(moved, [page.cursor, after])).rowCount === 1
      if (isOwn) await take(ctx, transaction, page.facts)
      return isOwn
    })
    // An operator, or another leader, has moved the position meanwhile.
    if (!isTaken) return true
  }
  metrics.taken(readBets.subject, page.facts.length)
  if (!page.more) metrics.level(readBets.subject)
  return page.more && page.cursor !== after
}

async function take(ctx: GameContext, db: PoolClient, facts: readonly RecordedBet[]): Promise<void> {
  const bets = new Map<string, Bet>()
  for (const bet of await findBets(db, idsOfEnds(facts))) bets.set(bet.betId, bet)
  const stored = new Set(bets.values())
  for (const fact of facts) {
    try {
      const bet = betAfter(ctx, fact, bets.get(fact.betId))
      if (isSettled(bet)) ctx.telemetry.settled(bet)
      bets.set(fact.betId, bet)
    } catch (error) {
      // The table lacks the bet. Its player cannot bet on the game until a later leader has read it.
      ctx.telemetry.unread(fact.game)
      await db.query(
        'INSERT INTO unread_bet (bet_id, kind, player_id, recorded) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [fact.betId, fact.kind, fact.playerId, JSON.stringify(fact)],
      )
      ctx.log.error({ err: error, betId: fact.betId, kind: fact.kind }, 'cannot read a bet of the ledger')
    }
  }
  await writeBets(
    db,
    [...bets.values()].filter((bet) => !stored.has(bet)),
    // The loop that ends games looks at a new game soon, because its end may be decided already.
    (bet) => bet.openedAtMs,
  )
}

const idsOfEnds = (facts: readonly RecordedBet[]): string[] =>
  facts.filter(({ kind }) => kind === 'settle').map(({ betId }) => betId)

function betAfter(ctx: GameContext, fact: RecordedBet, before: OpenBet | undefined): Bet {
  if (fact.kind !== 'settle') return placedBet(ctx, fact)
  if (before === undefined) throw new Error('the game ended and did not begin')
  return settledGame(ctx, before, fact)
}

/** Tries the entries again that an earlier leader could not read. */
async function readAgain(ctx: GameContext): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const { rows } = await transaction.query<{ recorded: RecordedBet }>(
      'DELETE FROM unread_bet WHERE (bet_id, kind) IN (SELECT bet_id, kind FROM unread_bet LIMIT $1) RETURNING recorded',
      [maxFactsRead],
    )
    const facts = rows.map(({ recorded }) => recorded)
    await take(
      ctx,
      transaction,
      facts.sort((a, b) => a.balanceSeq - b.balanceSeq),
    )
  })
}

/**
 * The ledger was restored from a backup and lost entries. The table is made again from the beginning
 * of the log, and commitments from before get another salt (known-bets.ts).
 */
async function startAgain({ db, clock, randomness }: GameContext): Promise<void> {
  await inTransaction(db, async (transaction: Queryable) => {
    await addRestore(transaction, { clock, randomness })
    await transaction.query('DELETE FROM bet')
    await transaction.query('DELETE FROM return_hour')
    await transaction.query(`UPDATE log_position SET cursor = ''`)
  })
}
