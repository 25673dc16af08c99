import { sentBy } from '@kismet/app-kit/ask-until-known.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { limits } from '@kismet/contracts'
import type { continueMinesAuto, Output } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import type { AppDispatch } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import { minesPlaysApi } from '../../entities/game/mines-plays.ts'
import type { PlayWorld } from '../../entities/game/play-once.ts'
import { pageWorld, playUntilKnown } from '../../entities/game/play-once.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { autoApi, runKnown, statusAsked } from './auto-api.ts'
import { stopReasonText } from './auto-words.ts'

type Continued = Output<typeof continueMinesAuto> & { replayed: boolean }
/** A game of a run is decided by its settings alone. */
type Nothing = Readonly<Record<string, never>>

/** Games are not asked for more often than this, whatever the server says. */
const leastWaitMs = 250

function worldOf(dispatch: AppDispatch, isWanted: () => boolean): PlayWorld<Nothing, Continued> {
  return pageWorld<Nothing, Continued>({
    readCommitment: (forceRefetch) =>
      sentBy(dispatch(minesPlaysApi.endpoints.getMinesCommitment.initiate({}, { forceRefetch, subscribe: false }))),
    send: async (intent) =>
      isWanted()
        ? sentBy(dispatch(autoApi.endpoints.continueMinesAuto.initiate(intent, { track: false })))
        : { error: sessionIsOver },
  })
}

function shown({ game, settings, stopped, reason, next, bonusReleased }: Continued): (dispatch: AppDispatch) => void {
  return (dispatch) => {
    dispatch(runKnown(settings, game))
    if (next) dispatch(minesPlaysApi.util.invalidateTags(['Commitment']))
    if (bonusReleased) dispatch(announceBonus())
    if (stopped) dispatch(toastShown('note', t`Auto Mode Stopped · ${stopReasonText(reason)}`))
  }
}

/**
 * Follows a run for as long as it is under way and the page is open: a game every 2 s, each with a client seed of its own. Another tab may follow it, too: then the server says how long to wait. It
 * ends, too, where it cannot be read how the run stands.
 */
export function followRun(isWanted: () => boolean): (dispatch: AppDispatch) => Promise<void> {
  return async (dispatch) => {
    const world = worldOf(dispatch, isWanted)
    while (isWanted()) {
      const beganMs = performance.now()
      const outcome = await playUntilKnown<Nothing, Continued>({}, null, world)
      if (!isWanted()) return
      let leastMs = leastWaitMs
      if ('answer' in outcome) {
        dispatch(shown(outcome.answer))
        if (!outcome.answer.settings.isActive) return
        leastMs = Math.max(leastMs, outcome.answer.retryAfterMs)
      }
      // Other tabs play, too; and what was refused may have ended it.
      if (!(await dispatch(statusAsked()))) return
      const { pollMs } = limits.minesAuto
      const untilNextMs =
        'answer' in outcome && outcome.answer.game === null ? 0 : pollMs - (performance.now() - beganMs)
      await world.wait(Math.max(leastMs, untilNextMs))
    }
  }
}
