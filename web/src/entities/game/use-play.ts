import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { balanceHeld, betChecked } from '../session/balance-slice.ts'
import { selectSession } from '../session/session-slice.ts'
import type { InstantGame, PlainInput } from './instant-games.ts'
import { forgetOpenBet, keepOpenBet, readOpenBet } from './open-bet.ts'
import type { Intent } from './play-once.ts'
import { isSameBet, playOnce } from './play-once.ts'
import type { CheckedBet, Playable, Played, PlayState, Stages } from './play-stages.ts'
import { idle, stagesOf } from './play-stages.ts'

const stillOpen = (): string =>
  t`Checking whether your last bet was placed. Your balance is safe. You can bet again after the check.`

/**
 * Plays an instant game. The stake leaves the shown balance at once. The result changes the page only after the animation
 * (`show`), so that the balance does not reveal it early. A bet without an answer is stored and checked after a reload.
 */
export function usePlay<G extends InstantGame>(
  playable: Playable<G>,
  { resumedMs, onResumed }: { resumedMs: number; onResumed: (played: Played<G>) => void },
): PlayState & {
  play: (bet: { plain: PlainInput<G>; stakePaise: number }, durationMs: number) => Promise<Played<G>>
} {
  const { game } = playable
  const dispatch = useAppDispatch()
  const playerId = useAppSelector(selectSession)?.user.id ?? null
  const [state, setState] = useState((): PlayState => {
    const open = readOpenBet(game, playerId)
    return open && !open.isOld ? { phase: 'checking', checkedPaise: open.stakePaise } : idle
  })
  const unresolved = useRef<Intent<PlainInput<G>> | null>(null)
  const visit = useRef({ isOver: false })

  const resolve = async ({ check, end }: Stages<G>, bet: CheckedBet<G>, durationMs: number): Promise<Played<G>> => {
    const { current: here } = visit
    // After the player has left the page, the check is not announced.
    const tell = (isOn: boolean): void => {
      if (!here.isOver) dispatch(betChecked({ isOn }))
    }
    tell(true)
    const outcome = await check(bet, () => !here.isOver)
    tell(false)
    if (outcome === null) return null
    forgetOpenBet(game, bet.intent)
    unresolved.current = 'answer' in outcome ? null : outcome.unresolved
    return end(outcome, durationMs, true)
  }
  const resume = useEffectEvent(() => {
    const open = readOpenBet(game, playerId)
    if (open) void resolve(stagesOf(playable, dispatch, setState), open, resumedMs).then(onResumed)
  })
  useEffect(() => {
    const here = { isOver: false }
    visit.current = here
    resume()
    return () => {
      here.isOver = true
      dispatch(betChecked({ isOn: false }))
    }
  }, [dispatch])

  return {
    ...state,
    play: async ({ plain, stakePaise }, durationMs) => {
      if (readOpenBet(game, playerId)) {
        // A second bet would replace the stored bet, whose outcome would then stay unknown.
        dispatch(toastShown('bad', stillOpen()))
        return { failed: stillOpen }
      }
      setState({ phase: 'waiting', checkedPaise: null })
      // The first attempt of a retried bet may have taken the stake already.
      dispatch(balanceHeld({ game, stakePaise: isSameBet(unresolved.current, plain) ? 0 : stakePaise }))
      const stages = stagesOf(playable, dispatch, setState)
      const { world, isHere, end } = stages
      const sent: { intent: Intent<PlainInput<G>> | null } = { intent: null }
      const outcome = await playOnce(plain, unresolved.current, {
        ...world,
        send: (intent) => {
          if (playerId !== null && isHere() && intent !== sent.intent)
            keepOpenBet(game, playerId, { intent, stakePaise })
          sent.intent = intent
          return world.send(intent)
        },
      })
      if ('error' in outcome && outcome.unresolved && isHere())
        return resolve(stages, { intent: outcome.unresolved, stakePaise }, durationMs)
      // After a change of the session the outcome is unknown, so the bet stays stored for its player.
      if (sent.intent && ('answer' in outcome || isHere())) forgetOpenBet(game, sent.intent)
      if ('answer' in outcome) unresolved.current = null
      return end(outcome, durationMs, false)
    },
  }
}
