import { bookPlayView, Id, paise } from '@kismet/contracts'
import type { PlayReplay, ReplayStep } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import { isSettled } from './bet.ts'
import type { Bet, SettledBet } from './bet.ts'
import { findBet } from './db/bets.ts'
import { readSteps } from './db/steps.ts'
import type { TakenStep } from './db/steps.ts'
import { gameOf, isLasting } from './game.ts'
import type { GameContext } from './game-context.ts'
import { shownProof } from './own-bets.ts'

/** Who asks. The view is booked under their name. */
interface ReplayCall {
  readonly input: { readonly betId: string }
  readonly meta: { readonly requestId: string; readonly token?: string | undefined; readonly ip?: string | undefined }
}

/**
 * A bet for admins. The view is written to the audit log first. A bet in progress shows no seed,
 * and no result that is decided but not booked.
 * @throws Refusal `not_found` for unknown and refused bets; `unavailable` when the audit log cannot
 * be written
 */
export async function replayOf(ctx: GameContext, { input: { betId }, meta }: ReplayCall): Promise<PlayReplay> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found')
  const bet = await findBet(ctx, betId)
  if (bet === undefined) throw new Refusal('not_found')
  const { requestId, token, ip } = meta
  await ctx.bus.call(bookPlayView, { betId }, { requestId, token, ip })
  const steps = isLasting(gameOf(ctx, bet)) ? (await readSteps(ctx.db, betId)).steps : undefined
  return isSettled(bet) ? settledReplay(ctx, bet, steps) : openReplay(ctx, bet, steps ?? [])
}

const step = (name: ReplayStep['step'], atMs: number, more: Partial<ReplayStep> = {}): ReplayStep => ({
  ...{ step: name, at: isoTime(atMs), tile: null, by: null },
  ...more,
})

/** What the player has done. */
function stepsOf({ openedAtMs }: Bet, steps: readonly TakenStep[] | undefined): ReplayStep[] {
  const placed = step('placed', openedAtMs)
  if (steps === undefined) return [placed]
  const tiles = steps.flatMap((taken) =>
    typeof taken.step === 'number' ? [step('tile', taken.atMs, { tile: taken.step })] : [],
  )
  return [placed, step('opened', openedAtMs), ...tiles]
}

type Begun = Omit<PlayReplay, 'stage' | 'steps' | 'payout' | 'multiplier' | 'proof'>

function begunOf(ctx: GameContext, bet: Bet): Begun {
  const { betId, playerId, game, source, serverSeedHash, nonce, clientSeed, clientSeedBy, stakePaise, params } = bet
  const { bookkeeping = [] } = gameOf(ctx, bet)
  const shown = Object.entries(params).filter(([name]) => !bookkeeping.includes(name))
  return {
    ...{ betId, playerId, game, version: source.version, serverSeedHash, nonce, clientSeed, clientSeedBy },
    ...{ stake: paise(stakePaise), params: Object.fromEntries(shown), round: null },
  }
}

function openReplay(ctx: GameContext, bet: Bet, steps: readonly TakenStep[]): PlayReplay {
  // A step that ends the game tells its result. It is shown when the wallet has booked the end.
  const undecided = steps.filter(({ ends }) => !ends)
  const nothing = { payout: null, multiplier: null, proof: null }
  return { ...begunOf(ctx, bet), stage: 'open', steps: stepsOf(bet, undecided), ...nothing }
}

function settledReplay(ctx: GameContext, bet: SettledBet, steps: readonly TakenStep[] | undefined): PlayReplay {
  const last = steps?.at(-1)
  const ending = last && [step(last.by === 'player' ? 'cash_out' : 'ended', last.atMs, { by: last.by })]
  return {
    ...begunOf(ctx, bet),
    stage: bet.isRefund ? 'refunded' : 'settled',
    steps: [...stepsOf(bet, steps), ...(ending ?? []), step(bet.isRefund ? 'refunded' : 'settled', bet.settledAtMs)],
    payout: paise(bet.payoutPaise),
    multiplier: fromTenThousandths(bet.multiplierUnits),
    proof: shownProof(ctx, bet),
  }
}
