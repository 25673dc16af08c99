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
import { gamesOf, readRun, stop } from '../auto/runs.ts'
import type { Asker, RunNow } from '../auto/runs.ts'
import { startRun } from '../auto/start-run.ts'
import { autoGameView, settingsView } from '../auto/views.ts'
import { findSetup, resetRuns, storeSetup } from '../db/auto-runs.ts'
import { firstSetup, shownStatus } from '../domain/auto-run.ts'
import type { AutoSetup } from '../domain/auto-run.ts'

/** Changes of a player's run happen one after the other. `continue` waits with the player's bets instead. */
const oneByOne = <T>({ queue }: GameContext, { player }: Asker, work: () => Promise<T>): Promise<T> =>
  queue.run(`mines-auto:${player.id}`, work)

/** The settings, as they are shown now. */
async function shown(ctx: GameContext, { player, meta }: Asker, run: RunNow | undefined) {
  const goesOn = run?.status === 'running'
  const isClosed = goesOn && (await ctx.maintenance.isOn(meta.requestId))
  const status = run === undefined ? 'stopped' : shownStatus(run, ctx.clock.now(), isClosed)
  const setup = goesOn ? run.setup : ((await findSetup(ctx.db, player.id)) ?? firstSetup)
  return settingsView(setup, run, status)
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

  handle(setMinesAutoSettings, (ctx: GameContext, call) =>
    oneByOne(ctx, call, async () => {
      const run = await readRun(ctx, call)
      if (run?.status === 'running') throw new Refusal('auto_running')
      const { stopAfterBets = null, stopOnProfit = null, stopOnLoss = null } = call.input
      const setup = { ...chosenOf(call.input), stopAfterBets, upperPaise: stopOnProfit, lowerPaise: stopOnLoss }
      await storeSetup(ctx.db, call.player.id, setup)
      return { message: minesAutoTexts.settingsSaved, settings: await shown(ctx, call, run) }
    }),
  ),

  handle(startMinesAuto, (ctx: GameContext, call) =>
    oneByOne(ctx, call, async () => {
      const stored: AutoSetup = (await findSetup(ctx.db, call.player.id)) ?? firstSetup
      const run = await startRun(ctx, call, { ...stored, ...chosenOf(call.input) })
      return { message: minesAutoTexts.started, settings: await shown(ctx, call, run) }
    }),
  ),

  handle(continueMinesAuto, (ctx: GameContext, call) => playNext(ctx, call)),

  handle(stopMinesAuto, (ctx: GameContext, call) =>
    oneByOne(ctx, call, async () => {
      const run = await stopRun(ctx, call)
      return { message: minesAutoTexts.stopped, settings: await shown(ctx, call, run) }
    }),
  ),

  handle(resetMinesAuto, (ctx: GameContext, call) =>
    oneByOne(ctx, call, async () => {
      await stopRun(ctx, call)
      await resetRuns(ctx.db, call.player.id)
      return { message: minesAutoTexts.reset, settings: await shown(ctx, call, undefined) }
    }),
  ),
]
