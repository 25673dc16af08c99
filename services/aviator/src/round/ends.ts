import { maxBetsSettled } from '@kismet/contracts'
import type { EndedBet } from '../db/write-bets.ts'
import type { Bet, Book } from '../domain/book.ts'
import type { Current, TableContext } from './table.ts'

/**
 * Has the wallet book a bet that is decided, once that is stored, and writes down how it ended.
 * @param booked is told when the wallet has booked; it says whether the player has the answer, and need not be told by a signal
 */
export async function finish(
  ctx: TableContext,
  { round, book }: Current,
  bet: Bet,
  stored: Promise<void>,
  booked: (ended: EndedBet) => boolean = () => false,
): Promise<void> {
  await stored
  const ended = await ctx.settler.settle(bet)
  book.end(bet, ended.status)
  const { decision } = bet
  // A bet that the wallet booked late may belong to an earlier round.
  const isOfThisRound = ctx.table.current?.round.commitment.roundId === round.commitment.roundId
  if (ended.status === 'cashed_out' && decision !== null && isOfThisRound)
    ctx.feed.cashedOut(bet.name, bet.stakePaise, decision.multiplierHundredths, decision.payoutPaise)
  const isAnswered = booked(ended)
  await ctx.journal.ended([ended])
  ctx.announcer.ended(round, ended, isAnswered)
}

/**
 * Finishes decided bets without waiting: the wallet books the first bets while the next bets are
 * stored.
 */
export function finishAll(ctx: TableContext, current: Current, bets: readonly Bet[]): void {
  for (let start = 0; start < bets.length; start += maxBetsSettled) {
    const some = bets.slice(start, start + maxBetsSettled)
    const stored = ctx.journal.decided(some)
    for (const bet of some) ctx.table.inBackground(ctx.log, finish(ctx, current, bet, stored))
  }
}

/** Gives the stakes of bets back that were open when their round became void. */
export function refundAll(ctx: TableContext, { round, book }: Current, bets: readonly Bet[]): void {
  const refund = async (bet: Bet) => {
    const ended = await ctx.settler.refund(bet, 'the round is void')
    book.end(bet, 'refunded')
    await ctx.journal.ended([ended])
    ctx.announcer.ended(round, ended, false)
  }
  for (const bet of bets) ctx.table.inBackground(ctx.log, refund(bet))
}

/** Makes sure that bets which were not accepted have their stakes back, and forgets them. */
export function releaseAll(ctx: TableContext, book: Book, bets: readonly Bet[]): void {
  const release = async (bet: Bet) => {
    await ctx.journal.released([bet])
    await ctx.settler.refund(bet, 'the bet was not accepted in time')
    await ctx.journal.dropped(bet)
    book.drop(bet)
  }
  for (const bet of bets) ctx.table.inBackground(ctx.log, release(bet))
}
