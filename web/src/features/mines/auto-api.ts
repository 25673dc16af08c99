import { updateCachedQuery } from '@kismet/app-kit/update-cached-query.ts'
import {
  getMinesAutoStatus,
  resetMinesAuto,
  setMinesAutoSettings,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import type { MinesAutoSettings, Output } from '@kismet/contracts'
import { api } from '../../core/api.ts'
import type { AppDispatch } from '../../core/store.ts'
import { fromContract } from '../../entities/session/from-contract.ts'

/** The server keeps the run; what it says of it is in the cache of `getMinesAutoStatus`. */
export const autoApi = api.injectEndpoints({
  endpoints: (build) => ({ getMinesAutoStatus: build.query(fromContract(getMinesAutoStatus)) }),
})

/** The commands of a run. */
export const autoCommands = {
  save: fromContract(setMinesAutoSettings).queryFn,
  start: fromContract(startMinesAuto).queryFn,
  stop: fromContract(stopMinesAuto).queryFn,
  reset: fromContract(resetMinesAuto).queryFn,
}

/** What is set up, how far the run is, and its newest games. */
export type AutoStatus = Output<typeof getMinesAutoStatus>['settings']
export type AutoGame = AutoStatus['gamesPlayed'][number]

/** An answer says how the run stands; `game`: the newest one. */
export function runKnown(settings: MinesAutoSettings, game: AutoGame | null): (dispatch: AppDispatch) => void {
  const change = autoApi.util.updateQueryData('getMinesAutoStatus', {}, (status) => {
    Object.assign(status.settings, settings)
    const others = status.settings.gamesPlayed.filter(({ gameId }) => gameId !== game?.gameId)
    if (settings.startedAt === null) status.settings.gamesPlayed = []
    else if (game) status.settings.gamesPlayed = [game, ...others]
  })
  const running = autoApi.util.getRunningQueryThunk('getMinesAutoStatus', {})
  return (dispatch) => void dispatch(updateCachedQuery({ running, write: change, ask: anew() }))
}

const anew = () => autoApi.endpoints.getMinesAutoStatus.initiate({}, { forceRefetch: true, subscribe: false })

/** Asks the server anew how the run stands. @returns whether it said so */
export function statusAsked(): (dispatch: AppDispatch) => Promise<boolean> {
  return async (dispatch) => (await dispatch(anew())).error === undefined
}
