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
import { gameOf, isLasting } from './game.ts'
import type { GameContext } from './game-context.ts'
import { placedBet, settledGame } from './recorded-bet.ts'

/** How often it reads without an event: an event can be lost. */
const readEveryMs = 2_000

/**
 * Writes the table of bets from the wallet's log. Runs on the leader. Two readers at once do no
 * harm: they write the same bets.
 */
export function startReadingBets(ctx: GameContext, metrics: ReaderMetrics): Loop {
  metrics.level(readBets.subject)
  const loop = startLoop('bets', readEveryMs, ctx.log, async (stopping) => {
    try {
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
  if (page.cursor !== after)
    await inTransaction(ctx.db, async (transaction) => {
      // The log has it: after a crash of the database the page is read again.
      await transaction.query('SET LOCAL synchronous_commit = off')
      await take(ctx, transaction, page.facts)
      await transaction.query('UPDATE log_position SET cursor = $1', [page.cursor])
    })
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
      // The bet is missing in the table: its player cannot bet until an operator has looked.
      ctx.telemetry.unread(fact.game)
      ctx.log.error({ err: error, betId: fact.betId, kind: fact.kind }, 'cannot read a bet of the ledger')
    }
  }
  await writeBets(
    db,
    [...bets.values()].filter((bet) => !stored.has(bet)),
    (bet) => dueAtMs(ctx, bet),
  )
}

const idsOfEnds = (facts: readonly RecordedBet[]): string[] =>
  facts.filter(({ kind }) => kind === 'settle').map(({ betId }) => betId)

function betAfter(ctx: GameContext, fact: RecordedBet, before: OpenBet | undefined): Bet {
  if (fact.kind !== 'settle') return placedBet(ctx, fact)
  if (before === undefined) throw new Error('the game ended and did not begin')
  return settledGame(ctx, before, fact)
}

function dueAtMs(ctx: GameContext, bet: Bet): number {
  const game = gameOf(ctx, bet)
  return bet.openedAtMs + (isLasting(game) ? game.idleMs : 0)
}

const saltBytes = 32

/**
 * The ledger was restored from a backup and lost entries. The table is made again from the beginning
 * of the log, and commitments from before get another salt (known-bets.ts).
 */
async function startAgain({ db, clock, randomness }: GameContext): Promise<void> {
  await inTransaction(db, async (transaction: Queryable) => {
    await transaction.query('INSERT INTO ledger_restore (restored_at, salt) VALUES ($1, $2)', [
      new Date(clock.now()),
      randomness.bytes(saltBytes).toString('hex'),
    ])
    await transaction.query('DELETE FROM bet')
    await transaction.query('DELETE FROM return_hour')
    await transaction.query(`UPDATE log_position SET cursor = ''`)
  })
}
