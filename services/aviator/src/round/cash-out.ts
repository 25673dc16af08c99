import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '@kismet/contracts'
import type { cashOutAviator, Output } from '@kismet/contracts'
import type { CallOf } from '@kismet/service-kit/handle'
import type { Logger } from '@kismet/service-kit/logger'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Bet, EndedBet } from '../domain/book.ts'
import type { Round } from '../domain/round.ts'
import { shownCashOut } from '../shown.ts'
import { finish } from './ends.ts'
import type { TableContext } from './table.ts'

/** A little below the timeout of the caller. A later result reaches the player as an event. */
const answerWithinMs = 7_000

/**
 * Cashes the player's bet out by hand. The price is that of the arrival at the gateway, at most 250
 * ms ago. The answer comes after the wallet has booked the payout.
 * @throws Refusal
 */
export async function cashOut(
  ctx: TableContext,
  { player, input }: CallOf<typeof cashOutAviator>,
): Promise<Output<typeof cashOutAviator>> {
  const arrivedAtMs = ctx.roundClock.now()
  const { current } = ctx.table
  if (current?.round.commitment.roundId !== input.roundId) throw new Refusal('betting_closed')
  const earliestMs = arrivedAtMs - limits.aviator.receivedBeforeMs
  const receivedAtMs = Math.min(arrivedAtMs, Math.max(earliestMs, input.receivedAt))
  const bet = current.book.cashOut(current.round, player.id, receivedAtMs)
  if (typeof bet === 'string') throw new Refusal(bet)
  noteIfLate(ctx.log, current.round, bet, arrivedAtMs)
  let isAwaited = true
  const finishing = finish(ctx, current, [bet], ctx.journal.bets([bet]), () => isAwaited)
  ctx.table.inBackground(finishing)
  const tooLate = delay(answerWithinMs, [], { ref: false }).then((none) => {
    isAwaited = false
    return none
  })
  const [ended] = await Promise.race<readonly EndedBet[]>([finishing, tooLate])
  if (ended === undefined) throw new Refusal('unavailable')
  return shownCashOut(current.round, ended, ctx.receipts)
}

/**
 * Logs a cash-out that the gateway received before the crash and that arrives after it. Many such
 * cash-outs of one gateway or player are suspicious.
 */
function noteIfLate(log: Logger, round: Round, { betId, decision }: Bet, arrivedAtMs: number): void {
  if (!('flight' in round) || arrivedAtMs < round.flight.crashAtMs) return
  const receivedBeforeMs = arrivedAtMs - (decision?.receivedAtMs ?? arrivedAtMs)
  log.warn({ event: 'cash-out.late', betId, receivedBeforeMs }, 'a cash-out from before the crash arrived too late')
}
