import { readBalance, Rupees } from '@kismet/contracts'
import type { Paise } from '@kismet/contracts'
import type { GameContext } from '@kismet/game-kit/game-context'
import { activeGame } from '@kismet/game-kit/lasting'
import { requireWin } from '@kismet/game-kit/place-bet'
import { Refusal } from '@kismet/service-kit/refusal'
import { insertRun, storeSetup } from '../db/auto-runs.ts'
import { startObstacle } from '../domain/auto-run.ts'
import type { AutoSetup } from '../domain/auto-run.ts'
import { minesAuto } from '../domain/mines-auto.ts'
import { minesGame } from '../domain/mines.ts'
import { readRun, runAfter } from './runs.ts'
import type { Asker, RunNow } from './runs.ts'

/**
 * Begins a run; its first game is played by `continue`.
 * @throws Refusal `maintenance`, `auto_running`, `game_active`, `insufficient_balance`, `invalid_boundary`, `max_win_exceeded`
 */
export async function startRun(ctx: GameContext, asker: Asker, setup: AutoSetup): Promise<RunNow> {
  const { player, meta } = asker
  const { requestId } = meta
  if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
  if ((await readRun(ctx, asker))?.status === 'running') throw new Refusal('auto_running')
  if ((await activeGame(ctx, asker, minesGame)) !== undefined) throw new Refusal('game_active')
  const { balance } = await ctx.bus.call(readBalance, { playerId: player.id }, { requestId })
  requireStart(setup, balance)
  const nowMs = ctx.clock.now()
  const run = await insertRun(ctx.db, {
    ...{ runId: ctx.randomness.id(nowMs), playerId: player.id, sessionId: player.sessionId, setup },
    ...{ startingBalancePaise: balance, startedAtMs: nowMs },
  })
  if (run === undefined) throw new Refusal('auto_running')
  await storeSetup(ctx.db, player.id, setup)
  return runAfter(run, undefined)
}

/** @throws Refusal with the text that the product spec has for what keeps a run from beginning (5.11) */
function requireStart(setup: AutoSetup, balancePaise: Paise): void {
  const obstacle = startObstacle(setup, balancePaise)
  if (obstacle !== undefined) throw Refusal.read(obstacle.code, obstacle.text, { balance: Rupees.encode(balancePaise) })
  const params = { minesCount: setup.minesCount, tiles: [...setup.selectedTiles] }
  requireWin(minesAuto, { stakePaise: setup.betPaise, params })
}
