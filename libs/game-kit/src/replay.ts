import { bookPlayView, Id, paise } from '@kismet/contracts'
import type { PlayReplay, ReplayStep } from '@kismet/contracts'
import { fromTenThousandths } from '@kismet/fairness'
import { isoTime } from '@kismet/service-kit/clock'
import { Refusal } from '@kismet/service-kit/refusal'
import { isSettled } from './bet.ts'
import type { Bet, SettledBet } from './bet.ts'
import { findBet } from './db/bets.ts'
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
  const game = gameOf(ctx, bet)
  const taken = isLasting(game) ? (await ctx.steps.read(betId)).steps : undefined
  const { playerId, source, serverSeedHash, nonce, clientSeed, clientSeedBy, stakePaise } = bet
  const params = Object.entries(bet.params).filter(([name]) => game.bookkeeping?.includes(name) !== true)
  return {
    ...{ betId, playerId, game: game.name, version: source.version, serverSeedHash, nonce, clientSeed, clientSeedBy },
    ...{ stake: paise(stakePaise), params: Object.fromEntries(params), round: null },
    ...(isSettled(bet) ? endedReplay(ctx, bet, taken) : openReplay(bet, taken ?? [])),
  }
}

type Rest = Pick<PlayReplay, 'stage' | 'steps' | 'payout' | 'multiplier' | 'proof'>

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

function openReplay(bet: Bet, taken: readonly TakenStep[]): Rest {
  // A step that ends the game tells its result. It is shown when the wallet has booked the end.
  const undecided = taken.filter(({ ends }) => !ends)
  return { stage: 'open', steps: stepsOf(bet, undecided), payout: null, multiplier: null, proof: null }
}

function endedReplay(ctx: GameContext, bet: SettledBet, taken: readonly TakenStep[] | undefined): Rest {
  const stage = bet.isRefund ? 'refunded' : 'settled'
  const last = taken?.at(-1)
  const ending =
    last === undefined ? [] : [step(last.by === 'player' ? 'cash_out' : 'ended', last.atMs, { by: last.by })]
  return {
    stage,
    steps: [...stepsOf(bet, taken), ...ending, step(stage, bet.settledAtMs)],
    payout: paise(bet.payoutPaise),
    multiplier: fromTenThousandths(bet.multiplierUnits),
    proof: shownProof(ctx, bet),
  }
}
