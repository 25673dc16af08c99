import { limits, paise, readBalance } from '@kismet/contracts'
import type { continueMinesAuto, MinesAutoStopReason, Output } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { bookedOf, revealedOf } from '@kismet/game-kit/answer'
import { findPlayOfKey } from '@kismet/game-kit/db/ended-plays'
import { recorded } from '@kismet/game-kit/ended'
import type { House } from '@kismet/game-kit/house'
import { finishUnfinished, playInstant, unfinishedPlay } from '@kismet/game-kit/instant'
import type { Claim, SettledPlay } from '@kismet/game-kit/plays'
import type { CallOf } from '@kismet/service-kit/handle'
import { Refusal, refusalOf } from '@kismet/service-kit/refusal'
import { admitGame, findRun, findSetup, returnAdmission, saveRun } from '../db/auto-runs.ts'
import type { AutoRun } from '../db/auto-runs.ts'
import { firstSetup } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { countGame, ended, keep, readRun } from './runs.ts'
import type { FoundRun } from './runs.ts'
import { autoGameView, settingsView } from './views.ts'

type Call = CallOf<typeof continueMinesAuto>
type Answer = Output<typeof continueMinesAuto>

/** Sets the keys of `continue` apart from those of games by hand. */
export const keysOf = 'auto'
const { everyMs } = limits.minesAuto

/** Refusals that end a run, by what they are told as. */
const endings: Partial<Record<ErrorCode, MinesAutoStopReason>> = {
  insufficient_balance: 'insufficient_balance',
  limit_reached: 'limit_reached',
  self_excluded: 'limit_reached',
  time_out: 'limit_reached',
  account_suspended: 'session_ended',
  max_win_exceeded: 'max_win_exceeded',
  amount_over_limit: 'max_win_exceeded',
}
/** Refusals of the request and not of the game: the run goes on as it was. */
const passing: readonly ErrorCode[] = [
  'maintenance',
  'commitment_changed',
  'idempotency_conflict',
  'game_active',
  'too_many_requests',
]

/**
 * Plays the next game of the player's run, if it is time. Each key plays once: what it has played, or begun, is answered again whatever has become of the run.
 * @throws Refusal `maintenance`, `commitment_changed`, `idempotency_conflict`, `game_active`, `unavailable`
 */
export async function playNext(house: House, call: Call): Promise<Answer> {
  const { player, meta } = call
  const key = `${keysOf}:${meta.key ?? ''}`
  await recorded(house, player.id)
  const known = await findPlayOfKey(house.db, { playerId: player.id, game: 'mines', key })
  if (known !== undefined) {
    requireSameRequest(known, call)
    call.replayed()
    return answerOf(house, known)
  }
  const unfinished = await unfinishedPlay(house, minesAuto, player.id)
  // Begun by this very request: that is gone on with, and answered as it would have been. Refused, it has played nothing: whether another one is begun is for the run to say.
  const isOwn = unfinished?.key === key
  const begun = isOwn ? await goOnWith(house, call, unfinished) : undefined
  if (begun !== undefined) return answerOf(house, begun)
  if (await house.maintenance.isOn(meta.requestId)) throw new Refusal('maintenance')
  // One whose sender is gone is finished first, so that it counts; one that another replica is at is that one's turn.
  if (unfinished !== undefined && !isOwn && !(await finishUnfinished(house, unfinished, meta.requestId)))
    return withoutGame(house, call, (await readRun(house, call))?.now, everyMs)
  const found = await readRun(house, call)
  if (found?.now.status !== 'running') {
    if (found !== undefined) await keep(house, found)
    return withoutGame(house, call, found?.now, 0)
  }
  return admitted(house, call, found)
}

async function admitted(house: House, call: Call, found: FoundRun): Promise<Answer> {
  await keep(house, found)
  const nowMs = house.clock.now()
  const run = { ...found.now, continuedAtMs: nowMs }
  const { isAdmitted, nextGameAtMs } = await admitGame(house.db, run.runId, nowMs, everyMs)
  if (!isAdmitted) return withoutGame(house, call, run, Math.max(1, nextGameAtMs - nowMs))
  try {
    const { betPaise: stakePaise, minesCount, selectedTiles } = run.setup
    const { betsPlayed, wins, totalProfitPaise } = run
    const soFar = { id: run.runId, betsPlayed, wins, totalProfitPaise }
    const params = { minesCount, tiles: [...selectedTiles], run: soFar }
    const play = await playInstant(house, minesAuto, call, { stakePaise, params, keysOf })
    await count(house, run, play)
    return await answerOf(house, play)
  } catch (error) {
    const { code } = refusalOf(error)
    const reason = endings[code]
    // No game has begun then.
    if (reason !== undefined || passing.includes(code))
      await returnAdmission(house.db, run.runId, nextGameAtMs, house.clock.now())
    if (reason !== undefined) {
      const stopped = ended(run, reason, house.clock.now())
      await saveRun(house.db, run, stopped)
      return withoutGame(house, call, stopped, 0)
    }
    // Of `unavailable` nobody knows whether a game has begun. The next `continue` finds it, finishes it, and goes on.
    if (code !== 'unavailable' && !passing.includes(code))
      await saveRun(house.db, run, { ...run, status: 'error', stoppedAtMs: house.clock.now() })
    throw error
  }
}

/** Goes on with what the call's key has begun, and begins nothing in its place. @returns undefined when it was refused */
async function goOnWith(house: House, call: Call, { stakePaise, params }: Claim): Promise<SettledPlay | undefined> {
  const refused = new Refusal('game_not_active')
  const bet = { stakePaise, params: minesAuto.params.parse(params), keysOf, obstacle: () => Promise.resolve(refused) }
  try {
    return await playInstant(house, minesAuto, call, bet)
  } catch (error) {
    if (error === refused) return undefined
    throw error
  }
}

/** What is not counted now is counted when the run is read next. */
async function count(house: House, run: AutoRun, play: SettledPlay): Promise<void> {
  await saveRun(house.db, run, countGame(run, play)).catch((error: unknown) =>
    house.log.warn({ err: error, runId: run.runId }, 'a game of a run is counted later'),
  )
}

/** The key is kept with what was asked under it. @throws Refusal `idempotency_conflict` */
function requireSameRequest(play: SettledPlay, { input }: Call): void {
  const { clientSeed = play.clientSeedBy === 'server' ? play.clientSeed : undefined, serverSeedHash } = input
  if (clientSeed !== play.clientSeed || (serverSeedHash ?? play.serverSeedHash) !== play.serverSeedHash)
    throw new Refusal('idempotency_conflict')
}

/** The answer to a game, the same whenever it is asked for: the game itself has with it how far its run had come. */
async function answerOf(house: House, play: SettledPlay): Promise<Answer> {
  const { run: before } = minesAuto.params.parse(play.params)
  const run = await findRun(house.db, before.id)
  // Of a run of long ago it is not known any more what was set up (db/auto-runs.ts).
  if (run === undefined) throw new Refusal('idempotency_conflict')
  const then: AutoRun = { ...run, ...before, status: 'running', stopReason: null, stoppedAtMs: null }
  const after = countGame(then, play)
  const isOver = after.status !== 'running'
  return {
    ...{ stopped: isOver, reason: after.stopReason, game: autoGameView(play) },
    settings: settingsView(after.setup, after, after.status),
    ...bookedOf(play),
    ...revealedOf(play),
    retryAfterMs: isOver ? 0 : everyMs,
  }
}

async function withoutGame(
  house: House,
  { player, meta }: Call,
  run: AutoRun | undefined,
  retryAfterMs: number,
): Promise<Answer> {
  const { requestId } = meta
  const { balance, balanceSeq } = await house.bus.call(readBalance, { playerId: player.id }, { requestId })
  const setup = (await findSetup(house.db, player.id)) ?? firstSetup
  const status = run?.status ?? 'stopped'
  const goesOn = status === 'running'
  return {
    ...{ stopped: !goesOn, reason: run?.stopReason ?? null, game: null },
    settings: settingsView(goesOn && run !== undefined ? run.setup : setup, run, status),
    ...{ balance: paise(balance), balanceSeq, bonusReleased: false, retryAfterMs },
  }
}
