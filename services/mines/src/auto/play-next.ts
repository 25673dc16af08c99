import { limits, paise, readBalance } from '@kismet/contracts'
import type { continueMinesAuto, ErrorCode, MinesAutoStopReason, Output } from '@kismet/contracts'
import { bookedOf, revealedOf } from '@kismet/game-kit/answer'
import { isSettled } from '@kismet/game-kit/bet'
import type { SettledBet } from '@kismet/game-kit/bet'
import type { GameContext } from '@kismet/game-kit/game-context'
import { placeBet } from '@kismet/game-kit/place-bet'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal, refusalOf } from '@kismet/service-kit/refusal'
import { admitGame, endRun, findRun } from '../db/auto-runs.ts'
import { stopAfter } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { autoGameView, readRun, runAfter, settingsOf, settingsView, stop } from './runs.ts'
import type { RunNow } from './runs.ts'

type Call = CallOf<typeof continueMinesAuto>
type Answer = Output<typeof continueMinesAuto>

/** Sets the keys of `continue` apart from those of games by hand. */
export const keysOf = 'auto'

/** Refusals that end a run, with the reason that the player sees. */
const endings: Partial<Record<ErrorCode, MinesAutoStopReason>> = {
  insufficient_balance: 'insufficient_balance',
  limit_reached: 'limit_reached',
  self_excluded: 'limit_reached',
  time_out: 'limit_reached',
  account_suspended: 'session_ended',
  max_win_exceeded: 'max_win_exceeded',
  amount_over_limit: 'max_win_exceeded',
}
/** Refusals after which the run goes on. After `unavailable` the next `continue` finds out whether a game was played. */
const passing: readonly ErrorCode[] = [
  'unavailable',
  'maintenance',
  'commitment_changed',
  'idempotency_conflict',
  'game_active',
  'too_many_requests',
]

/**
 * Plays the next game of the player's run, if it is time. Each key plays once: a repeated key gets the
 * game that it played, also after the end of the run.
 * @throws Refusal `maintenance`, `commitment_changed`, `idempotency_conflict`, `game_active`, `unavailable`
 */
export async function playNext(ctx: GameContext, call: Call): Promise<Answer> {
  let admitted: RunNow | undefined
  let noGame: Answer | undefined
  const wager = async () => {
    const run = await readRun(ctx, call)
    const goesOn = run?.status === 'running'
    // Another attempt of the call needs no other admission.
    const waitMs = goesOn && admitted === undefined ? await admitGame(ctx.db, run.runId, ctx.clock.now()) : 0
    if (!goesOn || waitMs !== 0) {
      noGame = await withoutGame(ctx, call, waitMs === undefined ? await readRun(ctx, call) : run, waitMs ?? 0)
      throw new Refusal('unavailable')
    }
    admitted = run
    const { betPaise: stakePaise, minesCount, selectedTiles } = run.setup
    const { betsPlayed, wins, totalProfitPaise } = run
    const soFar = { id: run.runId, betsPlayed, wins, totalProfitPaise }
    return { stakePaise, params: { minesCount, tiles: [...selectedTiles], run: soFar } }
  }
  try {
    const bet = await placeBet(ctx, call, { game: minesAuto, keysOf, wager, isSame: () => true })
    if (!isSettled(bet)) throw new Error(`The bet ${bet.betId} of Mines auto did not settle`)
    return await answerOf(ctx, bet)
  } catch (error) {
    if (noGame !== undefined) return noGame
    if (admitted === undefined) throw error
    const { code } = refusalOf(error)
    const reason = endings[code]
    if (reason !== undefined) return withoutGame(ctx, call, await stop(ctx, admitted, reason), 0)
    if (!passing.includes(code)) await endRun(ctx.db, admitted.runId, 'error', null, ctx.clock.now())
    throw error
  }
}

/** The answer to a game, the same at each repeat: the game stores how far its run had come. */
async function answerOf(ctx: GameContext, bet: SettledBet): Promise<Answer> {
  const run = await findRun(ctx.db, minesAuto.params.parse(bet.params).run.id)
  // The setup of an old run is deleted (db/auto-runs.ts).
  if (run === undefined) throw new Refusal('idempotency_conflict')
  const after = runAfter(run, bet)
  const reason = stopAfter(run.setup, after) ?? null
  const status = reason === null ? 'running' : 'stopped'
  const stoppedAtMs = reason === null ? null : bet.settledAtMs
  return {
    ...{ stopped: reason !== null, reason, game: autoGameView(bet) },
    settings: settingsView(run.setup, { ...after, status, stopReason: reason, stoppedAtMs }, status),
    ...bookedOf(bet),
    ...revealedOf(bet),
    retryAfterMs: reason === null ? limits.minesAuto.everyMs : 0,
  }
}

async function withoutGame(
  ctx: GameContext,
  call: Call,
  run: RunNow | undefined,
  retryAfterMs: number,
): Promise<Answer> {
  const { player, meta } = call
  const { requestId } = meta
  const { balance, balanceSeq } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId })
  const stopped = run?.status !== 'running'
  return {
    ...{ stopped, reason: run?.stopReason ?? null, game: null, settings: await settingsOf(ctx, call, run) },
    ...{ balance: paise(balance), balanceSeq, bonusReleased: false, retryAfterMs },
  }
}
