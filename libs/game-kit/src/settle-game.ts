import { paise, settleBet } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import { endedDetail } from './bet.ts'
import type { OpenBet, SettledBet } from './bet.ts'
import { readSteps } from './db/steps.ts'
import type { TakenStep } from './db/steps.ts'
import type { GameContext } from './game-context.ts'
import { endedGame, endOf } from './recorded-bet.ts'

/** Settles a game if its last step ends it. @returns undefined while the game goes on @throws Refusal `unavailable` */
export async function settleEnded(ctx: GameContext, bet: OpenBet, requestId: string): Promise<SettledBet | undefined> {
  const steps = await readSteps(ctx.db, bet.betId)
  return steps.at(-1)?.ends === true ? settleGame(ctx, bet, steps, requestId) : undefined
}

/**
 * Tells the wallet the end of a game. The end is decided by stored steps, so a repeated call books
 * the same.
 * @throws Refusal `unavailable` when the wallet did not confirm; the leader of the game's service
 * tries again
 */
export async function settleGame(
  ctx: GameContext,
  bet: OpenBet,
  taken: readonly TakenStep[],
  requestId: string,
): Promise<SettledBet> {
  const { betId, playerId, stakePaise } = bet
  const by = taken.at(-1)?.by ?? 'idleness'
  const detail = { steps: taken.filter(({ step }) => step !== null).map(({ step }) => step), by }
  const payoutPaise = paise(endOf(ctx, bet, detail).payoutPaise)
  try {
    const input = { betId, playerId, stakePaise: paise(stakePaise), payoutPaise, detail: endedDetail(detail) }
    const booked = await ctx.bus.call(settleBet, input, { requestId })
    const settled = endedGame(ctx, bet, detail, { ...booked, payoutPaise, at: isoTime(ctx.clock.now()) })
    ctx.recent.remember(settled)
    return settled
  } catch (error) {
    ctx.log.warn({ err: error, betId, requestId }, 'the wallet did not confirm the end of a game; retrying')
    throw new Refusal('unavailable', 'Checking how your game ended. The result appears in your list of bets.')
  }
}
