import { Id, IdempotencyKey, paise, settleBet } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { isRefusal, Refusal, requireInput } from '@kismet/service-kit/refusal'
import { endedDetail, isSettled, keyHashOf } from './bet.ts'
import type { Bet, OpenBet, SettledBet } from './bet.ts'
import { findBet, findDue, setDue } from './db/bets.ts'
import { dropGame } from './db/steps.ts'
import type { TakenStep } from './db/steps.ts'
import type { LastingGame } from './game.ts'
import { inOrder } from './game-context.ts'
import type { GameContext, PlayersCall } from './game-context.ts'
import { lookUpNewest } from './known-bets.ts'
import { courseOf, endOf, lastingGameOf, settledGame } from './recorded-bet.ts'

/** A game as it stood after some of its steps, and with its end where it had ended by then. */
export interface Standing {
  readonly bet: Bet
  readonly steps: readonly unknown[]
  readonly end: SettledBet | undefined
}

/** A call about a game that lasts. */
interface LastingCall extends PlayersCall {
  replayed(): void
}

/** Another replica may take a step of the same game meanwhile. */
const maxAttempts = 5
/** After a decided end, how long the replica that decided it has for the wallet. */
const settleWithinMs = 5_000

/** The steps without the cash-out or the end of an idle game. */
const doneIn = (taken: readonly TakenStep[]) => taken.flatMap(({ step }) => (step === null ? [] : [step]))

/**
 * Takes a step of a player's game. Steps and the end of a game happen one after the other, each
 * once. A repeated step gets its first answer.
 * @throws Refusal `not_found`, `idempotency_conflict`, `game_not_active`, `unavailable`
 */
export function takeStep(
  ctx: GameContext,
  game: LastingGame,
  call: LastingCall,
  { betId, step }: { readonly betId: string; readonly step: unknown },
): Promise<Standing> {
  const key = keyHashOf(requireInput(IdempotencyKey, call.meta.key))
  return onGame(ctx, game, call, betId, {
    repeated(taken) {
      const place = taken.findIndex((one) => one.step !== null && game.isSame(step, game.step.parse(one.step)))
      if (place >= 0) return place + 1
      if (taken.some((one) => one.key === key)) throw new Refusal('idempotency_conflict')
      return undefined
    },
    decide(bet, done) {
      const { rules, course } = courseOf(ctx, bet, [...done, step])
      return { step, by: 'step', ends: rules.endOf(course) !== undefined, key, atMs: ctx.clock.now() }
    },
  })
}

/**
 * Cashes a player's game out.
 * @throws Refusal `not_found`, `game_not_active`, `unavailable`, and the game's own refusal when
 * there is no win
 */
export async function cashOut(
  ctx: GameContext,
  game: LastingGame,
  call: LastingCall,
  betId: string,
): Promise<Standing & { readonly end: SettledBet }> {
  const key = keyHashOf(requireInput(IdempotencyKey, call.meta.key))
  const standing = await onGame(ctx, game, call, betId, {
    repeated: (taken) => (taken.at(-1)?.by === 'player' && taken.at(-1)?.key === key ? taken.length : undefined),
    decide(bet, done) {
      const { rules, course } = courseOf(ctx, bet, done)
      if (rules.takenOf(course) === undefined) throw Refusal.read(game.nothingToTake, undefined, undefined)
      return { step: null, by: 'player', ends: true, key, atMs: ctx.clock.now() }
    },
  })
  const { end } = standing
  if (end === undefined) throw new Error(`The game ${betId} was cashed out and has no end`)
  return { ...standing, end }
}

/** What a call does with a game. */
interface Action {
  /** How many steps the answer of an earlier call with this step or key has; undefined for a new call. @throws Refusal */
  readonly repeated: (taken: readonly TakenStep[]) => number | undefined
  /** The next step. @throws Refusal */
  readonly decide: (bet: OpenBet, done: readonly unknown[]) => TakenStep
}

function onGame(
  ctx: GameContext,
  game: LastingGame,
  call: LastingCall,
  betId: string,
  action: Action,
): Promise<Standing> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found', game.texts.notFound)
  const { requestId } = call.meta
  return inOrder(ctx, game.name, call.player.id, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const bet = await ownGame(ctx, game, call.player.id, betId)
      const { steps, restoredAtMs } = await ctx.steps.read(bet.betId)
      const repeated = action.repeated(steps)
      if (repeated !== undefined) {
        call.replayed()
        return standingAt(ctx, bet, steps, repeated, requestId)
      }
      // The board of a game from before a restore may be known. The leader ends the game.
      if (isSettled(bet) || steps.at(-1)?.ends === true || restoredAtMs > bet.openedAtMs)
        throw new Refusal('game_not_active')
      const next = action.decide(bet, doneIn(steps))
      if (!(await ctx.steps.write(bet.betId, steps.length + 1, next, next.atMs + settleWithinMs))) continue
      return standingAt(ctx, bet, [...steps, next], steps.length + 1, requestId)
    }
    throw new Refusal('unavailable')
  })
}

/** @throws Refusal `not_found` */
async function ownGame(ctx: GameContext, game: LastingGame, playerId: string, betId: string): Promise<Bet> {
  const recent = ctx.recent.of(playerId, game.name).find((bet) => bet.betId === betId)
  const bet = recent ?? (await findBet(ctx, betId))
  if (bet?.game !== game.name || !game.params.safeParse(bet.params).success)
    throw new Refusal('not_found', game.texts.notFound)
  if (bet.playerId !== playerId) throw new Refusal('not_found', game.texts.notOwned)
  return bet
}

/** A game after its first `count` steps; with its end when they end it. */
async function standingAt(
  ctx: GameContext,
  bet: Bet,
  taken: readonly TakenStep[],
  count: number,
  requestId: string,
): Promise<Standing> {
  const shown = taken.slice(0, count)
  const standing = { bet, steps: doneIn(shown) }
  if (shown.at(-1)?.ends !== true) return { ...standing, end: undefined }
  return { ...standing, end: isSettled(bet) ? bet : await settleGame(ctx, bet, taken, requestId) }
}

/** The player's game in progress. */
export async function activeGame(
  ctx: GameContext,
  { player, meta }: PlayersCall,
  game: LastingGame,
): Promise<Standing | undefined> {
  const question = { playerId: player.id, game: game.name, keyHash: '' }
  const { open } = await lookUpNewest(ctx, question, meta.requestId)
  if (open === undefined || (await settleEnded(ctx, open, meta.requestId)) !== undefined) return undefined
  return { bet: open, steps: doneIn((await ctx.steps.read(open.betId)).steps), end: undefined }
}

/** Settles a game if its last step ends it. @returns undefined while the game goes on @throws Refusal `unavailable` */
export async function settleEnded(ctx: GameContext, bet: OpenBet, requestId: string): Promise<SettledBet | undefined> {
  const { steps } = await ctx.steps.read(bet.betId)
  return steps.at(-1)?.ends === true ? settleGame(ctx, bet, steps, requestId) : undefined
}

/**
 * Tells the wallet the end of a game. The end is decided by stored steps, so a repeated call books
 * the same.
 * @throws Refusal `unavailable` when the wallet did not confirm; the leader of the game's service
 * tries again
 */
async function settleGame(
  ctx: GameContext,
  bet: OpenBet,
  taken: readonly TakenStep[],
  requestId: string,
): Promise<SettledBet> {
  const { betId, playerId } = bet
  const detail = { steps: doneIn(taken), by: taken.at(-1)?.by ?? 'idleness' }
  const payoutPaise = paise(endOf(ctx, bet, detail).payoutPaise)
  const input = { betId, playerId, stakePaise: paise(bet.stakePaise), payoutPaise, detail: endedDetail(detail) }
  try {
    const { balancePaise, balanceSeq, bonusReleased } = await ctx.bus.call(settleBet, input, { requestId })
    const booked = { balancePaise, balanceSeq, bonusReleased, at: isoTime(ctx.clock.now()) }
    const settled = settledGame(ctx, bet, { ...input, ...booked, game: bet.placed.game, kind: 'settle' })
    ctx.recent.remember(settled)
    return settled
  } catch (error) {
    ctx.log.warn({ err: error, betId, requestId }, 'the wallet did not confirm the end of a game; retrying')
    // The ledger has lost the bet.
    if (isRefusal(error, 'not_found')) await dropGame(ctx.db, betId)
    throw new Refusal('unavailable', 'Checking how your game ended. The result appears in your list of bets.')
  }
}

const lookEveryMs = 1_000
/** Games that one run of the loop works on, side by side. */
const maxAtOnce = 50

/** Settles games whose end the wallet did not confirm, and ends idle games. Runs on the leader. */
export function startEnding(ctx: GameContext): Loop {
  return startLoop('end games', lookEveryMs, ctx.log, async () => {
    const due = await findDue(ctx.db, ctx.clock.now(), maxAtOnce)
    await Promise.all(
      due.map((betId) =>
        endDue(ctx, betId).catch(async (error: unknown) => {
          ctx.log.error({ err: error, betId }, 'failed to end a game; retrying')
          await setDue(ctx.db, betId, ctx.clock.now() + settleWithinMs)
        }),
      ),
    )
  })
}

async function endDue(ctx: GameContext, betId: string): Promise<void> {
  const bet = await findBet(ctx, betId)
  if (bet === undefined || isSettled(bet)) return
  await inOrder(ctx, bet.game, bet.playerId, async () => {
    const nowMs = ctx.clock.now()
    const { steps, restoredAtMs } = await ctx.steps.read(betId)
    const last = steps.at(-1)
    const idleAtMs = (last?.atMs ?? bet.openedAtMs) + lastingGameOf(ctx, bet).idleMs
    const goesOn = idleAtMs > nowMs && restoredAtMs <= bet.openedAtMs
    if (last?.ends !== true && goesOn) return setDue(ctx.db, betId, idleAtMs)
    const end: TakenStep = { step: null, by: 'idleness', ends: true, key: null, atMs: nowMs }
    const isWritten = last?.ends === true || (await ctx.steps.write(betId, steps.length + 1, end, nowMs))
    if (isWritten) await settleGame(ctx, bet, last?.ends === true ? steps : [...steps, end], `end-${betId}`)
    // The reader of the log writes the end within a moment.
    await setDue(ctx.db, betId, nowMs + settleWithinMs)
  })
}
