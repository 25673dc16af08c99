import { limits, paise, readBalance } from '@kismet/contracts'
import type { continueMinesAuto, MinesAutoStopReason, Output } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { bookedOf, revealedOf } from '@kismet/game-kit/answer'
import { isSettled } from '@kismet/game-kit/bet'
import type { SettledBet } from '@kismet/game-kit/bet'
import type { GameContext } from '@kismet/game-kit/game-context'
import { placeBet } from '@kismet/game-kit/place-bet'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal, refusalOf } from '@kismet/service-kit/refusal'
import { admitGame, findRun, findSetup, returnAdmission, saveRun } from '../db/auto-runs.ts'
import type { AutoRun } from '../db/auto-runs.ts'
import { firstSetup } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { countGame, ended, keep, readRun } from './runs.ts'
import { autoGameView, settingsView } from './views.ts'

type Call = CallOf<typeof continueMinesAuto>
type Answer = Output<typeof continueMinesAuto>

/** Sets the keys of `continue` apart from those of games by hand. */
export const keysOf = 'auto'
const { everyMs } = limits.minesAuto

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
/** Refusals of the request, not of the game. The run goes on. */
const passing: readonly ErrorCode[] = [
  'maintenance',
  'commitment_changed',
  'idempotency_conflict',
  'game_active',
  'too_many_requests',
]

/** The run plays no game now; the answer says why, and when to ask again. */
class NoGame extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super('the run plays no game now')
    this.answer = answer
  }
}

/** A game of a run that may start. */
interface Admission {
  readonly run: AutoRun
  readonly nextGameAtMs: number
}

/**
 * Plays the next game of the player's run, if it is time. Each key plays once: a repeated key gets the
 * game that it played, also after the end of the run.
 * @throws Refusal `maintenance`, `commitment_changed`, `idempotency_conflict`, `game_active`, `unavailable`
 */
export async function playNext(ctx: GameContext, call: Call): Promise<Answer> {
  let admission: Admission | undefined
  const wager = async () => {
    const { run } = (admission = await admit(ctx, call, admission))
    const { betPaise: stakePaise, minesCount, selectedTiles } = run.setup
    const { betsPlayed, wins, totalProfitPaise } = run
    const soFar = { id: run.runId, betsPlayed, wins, totalProfitPaise }
    return { stakePaise, params: { minesCount, tiles: [...selectedTiles], run: soFar } }
  }
  try {
    const bet = await placeBet(ctx, call, { game: minesAuto, keysOf, wager, isSame: () => true })
    if (!isSettled(bet)) throw new Error(`The bet ${bet.betId} of Mines auto did not settle`)
    // A repeated game may be counted already, when the reader of the log was quicker.
    if (admission !== undefined && bet.nonce > admission.run.countedTo) await count(ctx, admission.run, bet)
    return await answerOf(ctx, bet)
  } catch (error) {
    if (error instanceof NoGame) return error.answer
    if (admission === undefined) throw error
    return afterRefusal(ctx, call, admission, error)
  }
}

/** Lets the next game of the run start. The second attempt of a call reads the run again and needs no new admission. */
async function admit(ctx: GameContext, call: Call, before: Admission | undefined): Promise<Admission> {
  const found = await readRun(ctx, call)
  if (found !== undefined) await keep(ctx, found)
  if (found?.now.status !== 'running') throw new NoGame(await withoutGame(ctx, call, found?.now, 0))
  const nowMs = ctx.clock.now()
  const run = { ...found.now, continuedAtMs: nowMs }
  if (before !== undefined) return { ...before, run }
  const { isAdmitted, nextGameAtMs } = await admitGame(ctx.db, run.runId, nowMs, everyMs)
  if (isAdmitted) return { run, nextGameAtMs }
  throw new NoGame(await withoutGame(ctx, call, run, Math.max(1, nextGameAtMs - nowMs)))
}

/** What a refusal does to the run. */
async function afterRefusal(
  ctx: GameContext,
  call: Call,
  { run, nextGameAtMs }: Admission,
  error: unknown,
): Promise<Answer> {
  const { code } = refusalOf(error)
  const reason = endings[code]
  const stoppedAtMs = ctx.clock.now()
  // No game has started then.
  if (reason !== undefined || passing.includes(code))
    await returnAdmission(ctx.db, run.runId, nextGameAtMs, stoppedAtMs)
  if (reason !== undefined) {
    const stopped = ended(run, reason, stoppedAtMs)
    await saveRun(ctx.db, run, stopped)
    return withoutGame(ctx, call, stopped, 0)
  }
  // After `unavailable` it is unknown whether a game was played. The next `continue` finds out.
  if (code !== 'unavailable' && !passing.includes(code))
    await saveRun(ctx.db, run, { ...run, status: 'error', stoppedAtMs })
  throw error
}

/** A game that is not counted now is counted when the run is read next. */
async function count(ctx: GameContext, run: AutoRun, bet: SettledBet): Promise<void> {
  await saveRun(ctx.db, run, countGame(run, bet)).catch((error: unknown) =>
    ctx.log.warn({ err: error, runId: run.runId }, 'a game of a run is counted later'),
  )
}

/** The answer to a game, the same at each repeat: the game stores how far its run had come. */
async function answerOf(ctx: GameContext, bet: SettledBet): Promise<Answer> {
  const { run: before } = minesAuto.params.parse(bet.params)
  const run = await findRun(ctx.db, before.id)
  // The setup of an old run is deleted (db/auto-runs.ts).
  if (run === undefined) throw new Refusal('idempotency_conflict')
  const then: AutoRun = { ...run, ...before, status: 'running', stopReason: null, stoppedAtMs: null }
  const after = countGame(then, bet)
  const isOver = after.status !== 'running'
  return {
    ...{ stopped: isOver, reason: after.stopReason, game: autoGameView(bet) },
    settings: settingsView(after.setup, after, after.status),
    ...bookedOf(bet),
    ...revealedOf(bet),
    retryAfterMs: isOver ? 0 : everyMs,
  }
}

async function withoutGame(
  ctx: GameContext,
  { player, meta }: Call,
  run: AutoRun | undefined,
  retryAfterMs: number,
): Promise<Answer> {
  const { requestId } = meta
  const { balance, balanceSeq } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId })
  const setup = (await findSetup(ctx.db, player.id)) ?? firstSetup
  const status = run?.status ?? 'stopped'
  const goesOn = status === 'running'
  return {
    ...{ stopped: !goesOn, reason: run?.stopReason ?? null, game: null },
    settings: settingsView(goesOn && run !== undefined ? run.setup : setup, run, status),
    ...{ balance: paise(balance), balanceSeq, bonusReleased: false, retryAfterMs },
  }
}
