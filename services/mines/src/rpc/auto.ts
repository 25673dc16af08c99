import {
  continueMinesAuto,
  getMinesAutoSettings,
  getMinesAutoStatus,
  minesAutoTexts,
  resetMinesAuto,
  setMinesAutoSettings,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import type { House } from '@kismet/game-kit/house'
import { handle } from '@kismet/service-kit/handle'
import { Refusal } from '@kismet/service-kit/refusal'
import { playNext } from '../auto/play-next.ts'
import { ended, gamesOf, keep, readRun } from '../auto/runs.ts'
import type { Asker } from '../auto/runs.ts'
import { startRun } from '../auto/start-run.ts'
import { autoGameView, settingsView } from '../auto/views.ts'
import { findSetup, resetRuns, storeSetup } from '../db/auto-runs.ts'
import type { AutoRun } from '../db/auto-runs.ts'
import { firstSetup, shownStatus } from '../domain/auto-run.ts'
import type { AutoSetup } from '../domain/auto-run.ts'

/** What changes a player's run happens one after the other. */
const inTurn = <T>({ turns }: House, { player }: Asker, work: () => Promise<T>): Promise<T> =>
  turns.run(`mines-auto:${player.id}`, work)

/** The settings, as they are shown now. */
async function shown(house: House, { player, meta }: Asker, run: AutoRun | undefined) {
  const goesOn = run?.status === 'running'
  const isClosed = goesOn && (await house.maintenance.isOn(meta.requestId))
  const status = run === undefined ? 'stopped' : shownStatus(run, house.clock.now(), isClosed)
  const setup = goesOn ? run.setup : ((await findSetup(house.db, player.id)) ?? firstSetup)
  return settingsView(setup, run, status)
}

type Chosen = Input<typeof startMinesAuto>
const chosenOf = ({ betAmount, minesCount, selectedTiles, tilesToReveal }: Chosen) => ({
  ...{ betPaise: betAmount, minesCount, selectedTiles },
  tilesToReveal: tilesToReveal ?? selectedTiles.length,
})

/** Another replica may count a game of the run meanwhile; there is one at most every 1.5 s. */
const stopTries = 5

/** Ends the run that goes on. @returns the newest run, as it is then @throws Refusal `unavailable` when it could not be stopped */
async function stopRun(house: House, asker: Asker): Promise<AutoRun | undefined> {
  for (let tried = 0; tried < stopTries; tried += 1) {
    const found = await readRun(house, asker)
    if (found === undefined) return undefined
    const now = found.now.status === 'running' ? ended(found.now, 'stopped_by_player', house.clock.now()) : found.now
    if (await keep(house, { ...found, now })) return now
  }
  throw new Refusal('unavailable')
}

/** The calls of Mines auto. */
export const autoOperations = [
  handle(getMinesAutoSettings, async (house: House, call) => ({
    settings: await shown(house, call, (await readRun(house, call))?.now),
  })),

  handle(getMinesAutoStatus, async (house: House, call) => {
    const run = (await readRun(house, call))?.now
    const gamesPlayed = run === undefined ? [] : await gamesOf(house, run)
    return { settings: { ...(await shown(house, call, run)), gamesPlayed: gamesPlayed.map(autoGameView) } }
  }),

  handle(setMinesAutoSettings, (house: House, call) =>
    inTurn(house, call, async () => {
      const found = await readRun(house, call)
      if (found?.now.status === 'running') throw new Refusal('auto_running')
      const { stopAfterBets = null, stopOnProfit = null, stopOnLoss = null } = call.input
      const setup = { ...chosenOf(call.input), stopAfterBets, upperPaise: stopOnProfit, lowerPaise: stopOnLoss }
      await storeSetup(house.db, call.player.id, setup)
      return { message: minesAutoTexts.settingsSaved, settings: await shown(house, call, found?.now) }
    }),
  ),

  handle(startMinesAuto, (house: House, call) =>
    inTurn(house, call, async () => {
      const stored: AutoSetup = (await findSetup(house.db, call.player.id)) ?? firstSetup
      const run = await startRun(house, call, { ...stored, ...chosenOf(call.input) })
      return { message: minesAutoTexts.started, settings: await shown(house, call, run) }
    }),
  ),

  handle(continueMinesAuto, (house: House, call) => inTurn(house, call, () => playNext(house, call))),

  handle(stopMinesAuto, (house: House, call) =>
    inTurn(house, call, async () => {
      const run = await stopRun(house, call)
      return { message: minesAutoTexts.stopped, settings: await shown(house, call, run) }
    }),
  ),

  handle(resetMinesAuto, (house: House, call) =>
    inTurn(house, call, async () => {
      await stopRun(house, call)
      await resetRuns(house.db, call.player.id)
      return { message: minesAutoTexts.reset, settings: await shown(house, call, undefined) }
    }),
  ),
]
