import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { waitFor } from '@kismet/app-kit/retry-until-known.ts'
import { sessionEndedError } from '@kismet/app-kit/contract-endpoints.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { continueMinesAuto, limits } from '@kismet/contracts'
import type { Output } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent } from 'react'
import type { AppDispatch } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import { betOnCommitment, sendPatiently } from '../../entities/game/committed-bet.ts'
import { commitmentRead } from '../../entities/game/games-api.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { fromMoneyContract } from '../../entities/session/from-contract.ts'
import { useCommand } from '../../entities/session/orders.ts'
import { autoApi, runKnown, statusAsked } from './auto-api.ts'
import { stopReasonText } from './auto-words.ts'

type Continued = Output<typeof continueMinesAuto>

/** Games are not asked for more often than this, whatever the server says. */
const leastWaitMs = 250

const nextGame = fromMoneyContract(continueMinesAuto).queryFn

function shown({ game, settings, stopped, reason, next, bonusReleased }: Continued): (dispatch: AppDispatch) => void {
  return (dispatch) => {
    dispatch(runKnown(settings, game))
    if (next) dispatch(autoApi.util.invalidateTags(['Commitment']))
    if (bonusReleased) dispatch(announceBonus())
    if (stopped) dispatch(toastShown('note', t`Auto Mode Stopped · ${stopReasonText(reason)}`))
  }
}

/**
 * Follows a run for as long as it is under way and the page is open: a game every 2 s. Another tab may follow it, too:
 * then the server says how long to wait. It ends, too, where it cannot be read how the run stands.
 */
async function followRun(
  dispatch: AppDispatch,
  isWanted: () => boolean,
  play: () => Promise<OrderOutcome<Continued> | null>,
): Promise<void> {
  while (isWanted()) {
    const beganMs = performance.now()
    const ended = await play()
    if (ended === null || !isWanted()) return
    const answer = ended.is === 'done' ? ended.data : null
    if (answer) {
      dispatch(shown(answer))
      if (!answer.settings.isActive) return
    }
    // Other tabs play, too; and what was refused may have ended it.
    if (!(await dispatch(statusAsked()))) return
    const untilNextMs = answer?.game === null ? 0 : limits.minesAuto.pollMs - (performance.now() - beganMs)
    await waitFor(Math.max(leastWaitMs, answer?.retryAfterMs ?? 0, untilNextMs))
  }
}

/** Plays the games of a run while it is under way and the page is open, each with a client seed of its own: after a reload, too. */
export function useFollowedRun(isOn: boolean): void {
  const dispatch = useAppDispatch()
  const { send } = useCommand()
  const play = useEffectEvent((isWanted: () => boolean) => {
    return betOnCommitment<Continued>({
      readCommitment: (fresh) => dispatch(commitmentRead('mines', fresh)),
      isFirst: () => true,
      order: (seeds) => {
        const once = async (callApi: CallApi, { key }: { key: string }): Promise<OrderAnswer<Continued>> =>
          isWanted() && !callApi.signal.aborted
            ? nextGame({ input: seeds, idempotencyKey: key }, callApi)
            : { error: sessionEndedError }
        return send({ send: (...sent) => sendPatiently(() => once(...sent)), look: once })
      },
    })
  })
  useEffect(() => {
    if (!isOn) return undefined
    let isOpen = true
    const isWanted = (): boolean => isOpen
    void followRun(dispatch, isWanted, () => play(isWanted))
    return () => {
      isOpen = false
    }
  }, [dispatch, isOn])
}
