import { betIdFor, paise, paiseOfRupees, placeAviatorBet, reserveBet, maskedName } from '@kismet/contracts'
import type { Booked, ErrorCode, Output } from '@kismet/contracts'
import { freshPart, toHundredths } from '@kismet/fairness'
import type { CallOf } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Bet, Book, Wager } from '../domain/book.ts'
import { releaseAll } from './ends.ts'
import type { TableContext } from './table.ts'

type PlaceCall = CallOf<typeof placeAviatorBet>

/**
 * A little below the timeout of the caller. A bet that is accepted later would play unseen, so its
 * stake is returned.
 */
const acceptWithinMs = 7_000

/** Takes a bet: written, reserved at the wallet, accepted. Exactly once by player and round. @throws Refusal */
export async function placeBet(ctx: TableContext, call: PlaceCall): Promise<Output<typeof placeAviatorBet>> {
  const { player, input, meta } = call
  const tooLateAt = performance.now() + acceptWithinMs
  if (await ctx.maintenance.isOn(meta.requestId)) throw new Refusal('maintenance')
  // Bets of one player wait for each other: a refused one leaves room for the next.
  return ctx.betQueue.run(player.id, async () => {
    const { current } = ctx.table
    const isOpen = current?.round.phase === 'betting' && ctx.roundClock.now() < current.round.commitment.bettingEndsAtMs
    if (!isOpen || current.round.commitment.roundId !== input.roundId) throw new Refusal('betting_closed')
    const { roundId, roundNumber, bettingEndsAtMs } = current.round.commitment
    const capPaise = paiseOfRupees(ctx.config.ROUND_LIABILITY_CAP)
    const asked = current.book.ask(wagerOf(ctx, call, roundNumber), capPaise)
    const retryAfterMs = bettingEndsAtMs - ctx.roundClock.now()
    if (typeof asked === 'string') throw Refusal.read(asked, undefined, { retryAfterMs })
    const booked = await reserve(ctx, current.book, asked, meta.requestId)
    const isTooLate = performance.now() > tooLateAt
    const accepted = isTooLate ? undefined : current.book.accept(asked, capPaise)
    if (accepted === undefined || accepted === 'round_full') {
      // Unless betting has closed meanwhile, and the stake is on its way back already.
      releaseAll(ctx, current.book, current.book.release(asked))
      throw new Refusal(isTooLate ? 'unavailable' : (accepted ?? 'betting_closed'))
    }
    await ctx.journal.bets([accepted])
    ctx.announcer.placed(current.round, accepted)
    const { betId, clientSeed, stakePaise } = accepted
    return {
      ...{ betId, roundId, clientSeed, autoCashout: input.autoCashout ?? null, betAmount: paise(stakePaise) },
      ...{ balance: booked.balancePaise, balanceSeq: booked.balanceSeq, bonusReleased: false },
    }
  })
}

function wagerOf({ randomness, clock }: TableContext, { player, input }: PlaceCall, roundNumber: number): Wager {
  const nowMs = clock.now()
  return {
    betId: betIdFor('aviator', randomness.id(nowMs)),
    ...{ roundNumber, playerId: player.id, name: maskedName(player.email), stakePaise: input.amount },
    targetHundredths: typeof input.autoCashout === 'number' ? toHundredths(input.autoCashout) : null,
    clientSeed: input.clientSeed ?? freshPart((length) => randomness.bytes(length)),
    clientSeedByPlayer: input.clientSeed !== undefined,
    placedAtMs: nowMs,
  }
}

/** Refusals by which the wallet says that it has not taken the stake. */
const conclusive: readonly ErrorCode[] = [...reserveBet.errors, 'invalid_request', 'too_many_requests']

/**
 * Writes the bet and reserves its stake at the wallet.
 * @throws Refusal of the wallet, or `unavailable` for an unknown outcome; the stake is returned
 * then
 */
async function reserve(ctx: TableContext, book: Book, bet: Bet, requestId: string): Promise<Booked> {
  const { betId, playerId, stakePaise } = bet
  try {
    await ctx.journal.bets([bet])
  } catch (error) {
    book.drop(bet)
    throw error
  }
  try {
    const { recorded, ...booked } = await ctx.bus.call(
      reserveBet,
      { betId, playerId, game: 'Aviator', stakePaise: paise(stakePaise) },
      { requestId },
    )
    if (recorded !== undefined && !booked.replayed) throw new Refusal('unavailable')
    return booked
  } catch (error) {
    if (!isRefusal(error) || !conclusive.includes(error.code)) {
      releaseAll(ctx, book, book.release(bet))
      throw new Refusal('unavailable')
    }
    book.refused(bet)
    // Betting may have closed meanwhile, and then the bet is being released already.
    if (book.release(bet).length > 0) {
      await ctx.journal.drop(bet)
      book.drop(bet)
    }
    throw isRefusal(error, 'bet_voided') || isRefusal(error, 'idempotency_conflict')
      ? new Refusal('betting_closed')
      : error
  }
}
