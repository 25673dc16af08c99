import { limits, minesAutoTexts, readBalance, Rupees } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import { isAcceptable } from '@kismet/game-kit/begin'
import { publishedCommitment } from '@kismet/game-kit/commitments'
import type { House } from '@kismet/game-kit/house'
import { finishUnfinished, unfinishedPlay } from '@kismet/game-kit/instant'
import { activePlay } from '@kismet/game-kit/lasting'
import { Refusal } from '@kismet/service-kit/refusal'
import { insertRun, storeSetup } from '../db/auto-runs.ts'
import type { AutoRun } from '../db/auto-runs.ts'
import { startObstacle } from '../domain/auto-run.ts'
import type { AutoSetup } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { minesGame } from '../domain/mines.ts'
import { keep, readRun } from './runs.ts'
import type { Asker } from './runs.ts'

/**
 * Begins a run; its first game is played by `continue`.
 * @throws Refusal `maintenance`, `auto_running`, `game_active`, `insufficient_balance`, `invalid_boundary`, `max_win_exceeded`
 */
export async function startRun(house: House, asker: Asker, setup: AutoSetup): Promise<AutoRun> {
  const { player, meta } = asker
  const { requestId } = meta
  if (await house.maintenance.isOn(requestId)) throw new Refusal('maintenance')
  const before = await readRun(house, asker)
  if (before?.now.status === 'running') throw new Refusal('auto_running')
  if (before !== undefined) await keep(house, before)
  if ((await activePlay(house, asker, minesGame)) !== undefined) throw new Refusal('game_active')
  // A game of a run that went wrong, of which it is not known yet how it ends.
  const unfinished = await unfinishedPlay(house, minesAuto, player.id)
  if (unfinished !== undefined && !(await finishUnfinished(house, unfinished, requestId)))
    throw new Refusal('unavailable')
  const { balance } = await house.bus.call(readBalance, { playerId: player.id }, { requestId })
  requireStart(setup, balance)
  const { nonce } = await publishedCommitment(house, asker, 'mines')
  const nowMs = house.clock.now()
  const run: AutoRun = {
    ...{ runId: house.randomness.id(nowMs), playerId: player.id, sessionId: player.sessionId, setup },
    ...{ startingBalancePaise: balance, balancePaise: balance, betsPlayed: 0, wins: 0, totalProfitPaise: 0 },
    ...{ startedAtMs: nowMs, continuedAtMs: nowMs, nextGameAtMs: nowMs, afterNonce: nonce - 1, countedTo: nonce - 1 },
    ...{ status: 'running', stopReason: null, stoppedAtMs: null },
  }
  if (!(await insertRun(house.db, run, limits.minesAuto.everyMs))) throw new Refusal('auto_running')
  await storeSetup(house.db, player.id, setup)
  return run
}

/** @throws Refusal with the text that the product spec has for what keeps a run from beginning (5.11) */
function requireStart(setup: AutoSetup, balancePaise: Paise): void {
  const params = { balance: Rupees.encode(balancePaise) }
  const obstacle = startObstacle(setup, balancePaise)
  if (obstacle === 'balance') throw new Refusal('insufficient_balance', minesAutoTexts.insufficientBalance, params)
  if (obstacle === 'upper') throw new Refusal('invalid_boundary', minesAutoTexts.upperBoundary, params)
  if (obstacle === 'lower') throw new Refusal('invalid_boundary', minesAutoTexts.lowerBoundary, params)
  const game = { minesCount: setup.minesCount, tiles: [...setup.selectedTiles] }
  if (isAcceptable(minesAuto, setup.betPaise, game)) return
  throw new Refusal('max_win_exceeded', undefined, { max: Rupees.encode(limits.maxWinPaise) })
}
