import {
  continueMinesAuto,
  getMinesAutoSettings,
  getMinesAutoStatus,
  limits,
  minesAutoTexts,
  resetMinesAuto,
  setMinesAutoSettings,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import type { GameContext } from '@kismet/game-kit/game-context'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { playNext } from '../auto/play-next.ts'
import { autoGameView, gamesOf, readRun, settingsOf, stop } from '../auto/runs.ts'
import type { Asker, RunNow } from '../auto/runs.ts'
import { startRun } from '../auto/start-run.ts'
import { findSetup, resetRuns, storeSetup } from '../db/auto-runs.ts'
import { shownStatus } from '../domain/auto-run.ts'

/** The settings, as they are shown now. */
async function shown(ctx: GameContext, asker: Asker, run: RunNow | undefined) {
  const isClosed = run?.status === 'running' && (await ctx.maintenance.isOn(asker.meta.requestId))
  return settingsOf(ctx, asker, run, run && shownStatus(run, ctx.clock.now(), isClosed))
}

type Chosen = Input<typeof startMinesAuto>
const chosenOf = ({ betAmount, minesCount, selectedTiles, tilesToReveal }: Chosen) => ({
  ...{ betPaise: betAmount, minesCount, selectedTiles },
  tilesToReveal: tilesToReveal ?? selectedTiles.length,
})

/** Ends the run that goes on. @returns the newest run, as it is then */
async function stopRun(ctx: GameContext, asker: Asker): Promise<RunNow | undefined> {
  const run = await readRun(ctx, asker)
  return run?.status === 'running' ? stop(ctx, run, 'stopped_by_player') : run
}

/** The calls of Mines auto. */
export const autoOperations = [
  handle(getMinesAutoSettings, async (ctx: GameContext, call) => ({
    settings: await shown(ctx, call, await readRun(ctx, call)),
  })),

  handle(getMinesAutoStatus, async (ctx: GameContext, call) => {
    const run = await readRun(ctx, call)
    const gamesPlayed = run === undefined ? [] : await gamesOf(ctx, run, limits.minesAuto.gamesListed)
    return { settings: { ...(await shown(ctx, call, run)), gamesPlayed: gamesPlayed.map(autoGameView) } }
  }),

  handle(setMinesAutoSettings, async (ctx: GameContext, call) => {
    const run = await readRun(ctx, call)
    if (run?.status === 'running') throw new Refusal('auto_running')
    const { stopAfterBets = null, stopOnProfit = null, stopOnLoss = null } = call.input
    const setup = { ...chosenOf(call.input), stopAfterBets, upperPaise: stopOnProfit, lowerPaise: stopOnLoss }
    await storeSetup(ctx.db, call.player.id, setup)
    return { message: minesAutoTexts.settingsSaved, settings: await shown(ctx, call, run) }
  }),

  handle(startMinesAuto, async (ctx: GameContext, call) => {
    const stored = await findSetup(ctx.db, call.player.id)
    const run = await startRun(ctx, call, { ...stored, ...chosenOf(call.input) })
    return { message: minesAutoTexts.started, settings: await shown(ctx, call, run) }
  }),

  handle(continueMinesAuto, (ctx: GameContext, call) => playNext(ctx, call)),

  handle(stopMinesAuto, async (ctx: GameContext, call) => ({
    message: minesAutoTexts.stopped,
    settings: await shown(ctx, call, await stopRun(ctx, call)),
  })),

  handle(resetMinesAuto, async (ctx: GameContext, call) => {
    await stopRun(ctx, call)
    await resetRuns(ctx.db, call.player.id)
    return { message: minesAutoTexts.reset, settings: await shown(ctx, call, undefined) }
  }),
]
