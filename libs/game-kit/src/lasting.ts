import { Id, IdempotencyKey } from '@kismet/contracts'
import { startLoop } from '@kismet/service-kit/loop'
import type { Loop } from '@kismet/service-kit/loop'
import { Refusal, requireInput } from '@kismet/service-kit/refusal'
import { isSettled, keyHashOf } from './bet.ts'
import type { Bet, OpenBet, SettledBet } from './bet.ts'
import { findBet, findDue, setDue } from './db/bets.ts'
import { readSteps, writeStep } from './db/steps.ts'
import type { TakenStep } from './db/steps.ts'
import type { Course, LastingGame, LastingRules } from './game.ts'
import { inOrder } from './game-context.ts'
import type { GameContext } from './game-context.ts'
import { lookUpNewest } from './known-bets.ts'
import { courseOf, lastingGameOf } from './recorded-bet.ts'
import { isRestoredSince } from './restores.ts'
import { settleEnded, settleGame } from './settle-game.ts'

/** A game as it stood after some of its steps, and with its end where it had ended by then. */
export interface Standing {
  readonly bet: Bet
  readonly steps: readonly unknown[]
  readonly end: SettledBet | undefined
}

/** A call about a game that lasts. */
export interface LastingCall {
  readonly player: { readonly id: string }
  readonly meta: { readonly key?: string | undefined; readonly requestId: string }
  replayed(): void
}

/** Another replica may take a step of the same game meanwhile. */
const maxAttempts = 5
/** After a decided end, how long the replica that decided it has for the wallet. */
const settleWithinMs = 5_000

/**
 * Takes a step of a player's game. Steps and the end of a game happen one after the other, each
 * once. A repeated step gets its first answer.
 * @throws Refusal `not_found`, `idempotency_conflict`, `game_not_active`, `unavailable`
 */
export function takeStep<Params extends object, Step>(
  ctx: GameContext,
  game: LastingGame<Params, object, Step>,
  call: LastingCall,
  { betId, step }: { readonly betId: string; readonly step: Step },
): Promise<Standing> {
  const key = keyHashOf(requireInput(IdempotencyKey, call.meta.key))
  return onGame(ctx, game, call, betId, {
    repeated(steps) {
      const place = steps.findIndex((taken) => taken.step !== null && game.isSame(step, game.step.parse(taken.step)))
      if (place >= 0) return place + 1
      if (steps.some((taken) => taken.key === key)) throw new Refusal('idempotency_conflict')
      return undefined
    },
    decide(rules, courseWith) {
      const ends = rules.endOf(courseWith(step)) !== undefined
      return { step, by: 'step', ends, key, atMs: ctx.clock.now() }
    },
  })
}

/**
 * Cashes a player's game out.
 * @throws Refusal `not_found`, `game_not_active`, `unavailable`, and the game's own refusal when
 * there is no win
 */
export async function cashOut<Params extends object, Step>(
  ctx: GameContext,
  game: LastingGame<Params, object, Step>,
  call: LastingCall,
  betId: string,
): Promise<Standing & { readonly end: SettledBet }> {
  const key = keyHashOf(requireInput(IdempotencyKey, call.meta.key))
  const standing = await onGame(ctx, game, call, betId, {
    repeated: (steps) => (steps.at(-1)?.by === 'player' && steps.at(-1)?.key === key ? steps.length : undefined),
    decide(rules, courseWith) {
      if (rules.takenOf(courseWith()) === undefined) throw Refusal.read(game.nothingToTake, undefined, undefined)
      return { step: null, by: 'player', ends: true, key, atMs: ctx.clock.now() }
    },
  })
  const { end } = standing
  if (end === undefined) throw new Error(`The game ${betId} was cashed out and has no end`)
  return { ...standing, end }
}

/** What a call does with a game. */
interface Action<Params extends object, Step> {
  /** How many steps the answer of an earlier call with this step or key has; undefined for a new call. @throws Refusal */
  readonly repeated: (steps: readonly TakenStep[]) => number | undefined
  /** The next step. @throws Refusal */
  readonly decide: (
    rules: LastingRules<Params, object, Step>,
    courseWith: (...step: Step[]) => Course<Params, Step>,
  ) => TakenStep
}

function onGame<Params extends object, Step>(
  ctx: GameContext,
  game: LastingGame<Params, object, Step>,
  call: LastingCall,
  betId: string,
  action: Action<Params, Step>,
): Promise<Standing> {
  if (!Id.safeParse(betId).success) throw new Refusal('not_found', game.texts.notFound)
  const { requestId } = call.meta
  return inOrder(ctx, game.name, call.player.id, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const bet = await ownGame(ctx, game, call.player.id, betId)
      const steps = await readSteps(ctx.db, betId)
      const repeated = action.repeated(steps)
      if (repeated !== undefined) {
        call.replayed()
        return standingAt(ctx, bet, steps, repeated, requestId)
      }
      if (isSettled(bet) || steps.at(-1)?.ends === true) throw new Refusal('game_not_active')
      // The board of a game from before a restore may be known. The leader ends the game.
      if (await isRestoredSince(ctx.db, bet.openedAtMs)) throw new Refusal('game_not_active')
      const next = decideStep(ctx, game, bet, steps, action)
      const dueAtMs = next.atMs + (next.ends ? settleWithinMs : game.idleMs)
      if (!(await writeStep(ctx.db, betId, steps.length + 1, next, dueAtMs))) continue
      return standingAt(ctx, bet, [...steps, next], steps.length + 1, requestId)
    }
    throw new Refusal('unavailable')
  })
}

function decideStep<Params extends object, Step>(
  ctx: GameContext,
  game: LastingGame<Params, object, Step>,
  bet: OpenBet,
  steps: readonly TakenStep[],
  { decide }: Action<Params, Step>,
): TakenStep {
  const rules = game.versions[bet.source.version]
  if (rules === undefined) throw new Refusal('unavailable')
  const taken = steps.map(({ step }) => step)
  return decide(rules, (...step) => courseOf(ctx, bet, [...taken, ...step]).course as unknown as Course<Params, Step>)
}

/** @throws Refusal `not_found` */
async function ownGame(ctx: GameContext, game: LastingGame, playerId: string, betId: string): Promise<Bet> {
  const recent = ctx.recent.of(playerId, game.name).find((bet) => bet.betId === betId)
  const bet = recent ?? (await findBet(ctx.db, betId))
  if (bet?.game !== game.name || !game.params.safeParse(bet.params).success)
    throw new Refusal('not_found', game.texts.notFound)
  if (bet.playerId !== playerId) throw new Refusal('not_found', game.texts.notOwned)
  return bet
}

/** A game after its first `count` steps; with its end when they end it. */
async function standingAt(
  ctx: GameContext,
  bet: Bet,
  steps: readonly TakenStep[],
  count: number,
  requestId: string,
): Promise<Standing> {
  const shown = steps.slice(0, count)
  const standing = { bet, steps: shown.filter(({ step }) => step !== null).map(({ step }) => step) }
  if (shown.at(-1)?.ends !== true) return { ...standing, end: undefined }
  return { ...standing, end: isSettled(bet) ? bet : await settleGame(ctx, bet, steps, requestId) }
}

/** The player's game in progress. */
export async function activeGame(
  ctx: GameContext,
  { player, meta }: Pick<LastingCall, 'player' | 'meta'>,
  game: LastingGame,
): Promise<Standing | undefined> {
  const question = { playerId: player.id, game: game.name, keyHash: '' }
  const { open } = await lookUpNewest(ctx, question, meta.requestId)
  if (open === undefined || (await settleEnded(ctx, open, meta.requestId)) !== undefined) return undefined
  const steps = await readSteps(ctx.db, open.betId)
  return { bet: open, steps: steps.map(({ step }) => step), end: undefined }
}

const lookEveryMs = 1_000
/** Games that one run of the loop works on, side by side. */
const maxAtOnce = 50

/** Settles games whose end the wallet did not confirm, and ends idle games. Runs on the leader. */
export function startEnding(ctx: GameContext): Loop {
  return startLoop('end games', lookEveryMs, ctx.log, async () => {
    const due = await findDue(ctx.db, ctx.clock.now(), maxAtOnce)
    await Promise.all(
      due.map((bet) =>
        endDue(ctx, bet).catch(async (error: unknown) => {
          ctx.log.error({ err: error, betId: bet.betId }, 'failed to end a game; retrying')
          await setDue(ctx.db, bet.betId, ctx.clock.now() + settleWithinMs)
        }),
      ),
    )
  })
}

function endDue(ctx: GameContext, bet: Bet): Promise<void> {
  return inOrder(ctx, bet.game, bet.playerId, async () => {
    const { idleMs } = lastingGameOf(ctx, bet)
    const nowMs = ctx.clock.now()
    const steps = await readSteps(ctx.db, bet.betId)
    const last = steps.at(-1)
    const idleAtMs = (last?.atMs ?? bet.openedAtMs) + idleMs
    const goesOn = idleAtMs > nowMs && !(await isRestoredSince(ctx.db, bet.openedAtMs))
    if (last?.ends !== true && goesOn) return setDue(ctx.db, bet.betId, idleAtMs)
    const end: TakenStep = { step: null, by: 'idleness', ends: true, key: null, atMs: nowMs }
    const isWritten = last?.ends === true || (await writeStep(ctx.db, bet.betId, steps.length + 1, end, nowMs))
    if (isWritten) await settleGame(ctx, bet, last?.ends === true ? steps : [...steps, end], `end-${bet.betId}`)
    // The reader of the log writes the end within a moment.
    await setDue(ctx.db, bet.betId, nowMs + settleWithinMs)
  })
}
