import { limits, minesAutoTexts, readBalance, Rupees } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import type { GameContext } from '@kismet/game-kit/game-context'
import { activeGame } from '@kismet/game-kit/lasting'
import { publishedCommitment } from '@kismet/game-kit/own-bets'
import { isAcceptable } from '@kismet/game-kit/place-bet'
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
export async function startRun(ctx: GameContext, asker: Asker, setup: AutoSetup): Promise<AutoRun> {
  const { player, meta } = asker
  const { requestId } = meta
  if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
  const before = await readRun(ctx, asker)
  if (before?.now.status === 'running') throw new Refusal('auto_running')
  if (before !== undefined) await keep(ctx, before)
  if ((await activeGame(ctx, asker, minesGame)) !== undefined) throw new Refusal('game_active')
  const { balance } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId })
  requireStart(setup, balance)
  const { nonce } = await publishedCommitment(ctx, asker, 'mines')
  const nowMs = ctx.clock.now()
  const run: AutoRun = {
    ...{ runId: ctx.randomness.id(nowMs), playerId: player.id, sessionId: player.sessionId, setup },
    ...{ startingBalancePaise: balance, balancePaise: balance, betsPlayed: 0, wins: 0, totalProfitPaise: 0 },
    ...{ startedAtMs: nowMs, continuedAtMs: nowMs, nextGameAtMs: nowMs, afterNonce: nonce - 1, countedTo: nonce - 1 },
    ...{ status: 'running', stopReason: null, stoppedAtMs: null },
  }
  if (!(await insertRun(ctx.db, run, limits.minesAuto.everyMs))) throw new Refusal('auto_running')
  await storeSetup(ctx.db, player.id, setup)
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
