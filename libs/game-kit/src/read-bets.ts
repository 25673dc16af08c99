import { setTimeout as delay } from 'node:timers/promises'
import { maxFactsRead, readBets } from '@kismet/contracts'
import type { Output, RecordedBet } from '@kismet/contracts'
import { inTransaction, timelineOf } from '@kismet/service-kit/database'
import type { PoolClient, Queryable } from '@kismet/service-kit/database'
import { isLost, tellLost } from '@kismet/service-kit/facts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import type { counterIn, ReaderMetrics } from '@kismet/service-kit/metrics'
import { isRefusal } from '@kismet/service-kit/refusal'
import type { Bet } from './bet.ts'
import { findBets, writeBets } from './db/bets.ts'
import type { GameContext } from './game-context.ts'
import { placedBet, settledGame } from './recorded-bet.ts'

/** How often it reads without an event: an event can be lost. */
const readEveryMs = 2_000
/** After a page with few bets: one write of many bets costs far less than many writes. */
const restMs = 100
const requestId = 'read-bets'
const saltBytes = 32

/** The context of the reader, on the leader only. */
export interface ReaderContext extends GameContext {
  readonly metrics: ReaderMetrics
  /** Entries that the reader has left out, by game. */
  readonly unread: ReturnType<typeof counterIn<'game'>>
}

/**
 * Writes the table of bets from the wallet's log. Runs on the leader. Two readers at once do no
 * harm: they write the same bets.
 */
export function startReadingBets(ctx: ReaderContext): Loop {
  ctx.metrics.level(readBets.subject)
  let isFirst = true
  const loop = startLoop('bets', readEveryMs, ctx.log, async (stopping) => {
    try {
      if (isFirst) await readAgain(ctx)
      isFirst = false
      for (;;) {
        const { more, waiting } = await readPage(ctx)
        if (!more) await delay(restMs)
        if (!(more || waiting) || stopping.aborted) break
      }
    } catch (error) {
      if (!isRefusal(error, 'unavailable')) throw error
      ctx.log.debug({ err: error }, 'the wallet did not answer the reader of its log; retrying')
    }
  })
  const isOwn = (title: string): boolean => ctx.games.some((game) => game.title === title)
  const hear = ({ games }: { games?: string[] | undefined }): void => {
    if (games === undefined || games.some(isOwn)) loop.wake()
  }
  ctx.bus.onSignal(readBets.wake, hear, { shared: false })
  return loop
}

/** Reads one page of the log. */
async function readPage(ctx: ReaderContext): Promise<Pick<Output<typeof readBets>, 'more' | 'waiting'>> {
  const { rows } = await ctx.db.query<{ cursor: string }>('SELECT cursor FROM log_position')
  const after = rows[0]?.cursor ?? ''
  const page = await ctx.bus.call(readBets, { after, limit: maxFactsRead }, { requestId })
  if (isLost(after, page)) {
    tellLost(ctx.log, readBets, after)
    if (page.keptFrom === undefined) throw new Error('The wallet does not say from when on it keeps bets')
    await startAgain(ctx, page.keptFrom)
    return page
  }
  if (page.cursor !== after) {
    const isTaken = await inTransaction(ctx.db, async (transaction) => {
      // The log has it: after a crash of the database the page is read again.
      await transaction.query('SET LOCAL synchronous_commit = off')
      const moved = 'UPDATE log_position SET cursor = $1 WHERE cursor = $2'
      const isOwn = (await transaction.query(moved, [page.cursor, after])).rowCount === 1
      if (isOwn) await storeBetsOf(ctx, transaction, page.facts)
      return isOwn
    })
    // An operator, or another leader, has moved the position meanwhile.
    if (!isTaken) return { more: true, waiting: false }
  }
  ctx.metrics.taken(readBets.subject, page.facts.length)
  if (!page.more) ctx.metrics.level(readBets.subject)
  return page
}

async function storeBetsOf(ctx: ReaderContext, db: PoolClient, facts: readonly RecordedBet[]): Promise<void> {
  const ended = facts.filter(({ kind }) => kind === 'settle').map(({ betId }) => betId)
  const begun = ended.length === 0 ? [] : await findBets({ ...ctx, db }, 'bet_id = ANY ($1)', [ended])
  const known = new Map(begun.map((bet) => [bet.betId, bet]))
  const taken = new Map<string, Bet>()
  for (const fact of facts) {
    try {
      taken.set(fact.betId, betAfter(ctx, fact, taken.get(fact.betId) ?? known.get(fact.betId)))
    } catch (error) {
      // The table lacks the bet. Its player cannot bet on the game until a later leader has read it.
      ctx.unread.inc({ game: fact.game })
      await db.query(
        'INSERT INTO unread_bet (bet_id, kind, player_id, recorded) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [fact.betId, fact.kind, fact.playerId, JSON.stringify(fact)],
      )
      ctx.log.error({ err: error, betId: fact.betId, kind: fact.kind }, 'cannot read a bet of the ledger')
    }
  }
  // The loop that ends games looks at a new game soon, because its end may be decided already.
  await writeBets({ ...ctx, db }, [...taken.values()], (bet) => bet.openedAtMs)
}

function betAfter(ctx: GameContext, fact: RecordedBet, before: Bet | undefined): Bet {
  if (fact.kind !== 'settle') return placedBet(ctx, fact)
  if (before === undefined) throw new Error('the game ended and did not begin')
  return settledGame(ctx, before, fact)
}

/** Tries the entries again that an earlier leader could not read. */
async function readAgain(ctx: ReaderContext): Promise<void> {
  await inTransaction(ctx.db, async (transaction) => {
    const { rows } = await transaction.query<{ recorded: RecordedBet }>(
      'DELETE FROM unread_bet WHERE (bet_id, kind) IN (SELECT bet_id, kind FROM unread_bet LIMIT $1) RETURNING recorded',
      [maxFactsRead],
    )
    const facts = rows.map(({ recorded }) => recorded).sort((a, b) => a.balanceSeq - b.balanceSeq)
    await storeBetsOf(ctx, transaction, facts)
  })
}

/**
 * The ledger was restored from a backup and lost entries. Seeds of bets that were lost are revealed,
 * so commitments from before get another salt (known-bets.ts), and games in progress end (lasting.ts).
 * The bets of the months that it keeps are read again. Bets of archived months stay: the log cannot
 * give them back.
 * @param keptFrom when the oldest month begins that is not archived; null while no month is
 */
async function startAgain(ctx: GameContext, keptFrom: string | null): Promise<void> {
  const from = keptFrom ?? '-infinity'
  await inTransaction(ctx.db, async (transaction) => {
    const restored = `UPDATE log_position SET cursor = '', restored_at = $1, restore_salt = $2`
    await transaction.query(restored, restoreNow(ctx))
    await transaction.query('DELETE FROM bet WHERE opened_at >= $1', [from])
    await transaction.query(`DELETE FROM unread_bet WHERE (recorded ->> 'at')::timestamptz >= $1`, [from])
    await transaction.query(`DELETE FROM return_hour WHERE hour >= date_trunc('hour', $1::timestamptz, 'UTC')`, [from])
  })
}

const restoreNow = ({ clock, randomness }: Pick<GameContext, 'clock' | 'randomness'>) => [
  new Date(clock.now()),
  randomness.bytes(saltBytes).toString('hex'),
]

/**
 * Notices a restored database by the timeline of its write-ahead log. A failover changes the timeline
 * too, and is treated as a restore.
 */
export async function noticeRestore(db: Queryable, ctx: Pick<GameContext, 'clock' | 'randomness'>): Promise<void> {
  await db.query(
    `WITH noticed AS (
       UPDATE log_position SET timeline = $1, restored_at = CASE WHEN timeline <> $1 THEN $2 ELSE restored_at END,
         restore_salt = CASE WHEN timeline <> $1 THEN $3 ELSE restore_salt END
       RETURNING old.timeline <> new.timeline AS is_restored
     ) UPDATE bet SET due_at = now() FROM noticed WHERE is_restored AND settled_at IS NULL`,
    [await timelineOf(db), ...restoreNow(ctx)],
  )
}
