import { paise } from '@kismet/contracts'
import { useRef, useState } from 'react'
import { waitFor } from '@kismet/app-kit/ask-until-known.ts'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { newIdempotencyKey, randomBytes } from '../../core/random.ts'
import { announceBonus } from '../balance/bonus-news.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { balanceHeld, balanceShown } from '../session/balance-slice.ts'
import { epochOf } from '../session/session-slice.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import type { InstantGame, OwnPlay, PlainInput, PlayAnswer } from './instant-games.ts'
import { commitmentChanged, instantApi, playAdded } from './instant-games.ts'
import type { Intent, PlayWorld } from './play-once.ts'
import { checkIntent, isSameBet, playOnce } from './play-once.ts'

const playedBefore = 'No new bet was placed: this is the result of the one that you had sent before.'

/** `waiting`: for the answer; `checking`: none has come, and nobody knows yet whether the bet counts; `showing`: it is there, and moves to the eye. */
export type PlayPhase = 'idle' | 'waiting' | 'checking' | 'showing'

/** What a game says of itself for its plays. */
export interface Playable<G extends InstantGame> {
  readonly game: G
  /** What an answer has of a row in the list of own plays, beside what all games have. */
  readonly rowOf: (answer: PlayAnswer<G>) => Omit<OwnPlay<G>, 'betId' | 'bet' | 'payout' | 'createdAt'>
}

/** The epoch of this moment. */
export const epochNow = (_: AppDispatch, getState: () => RootState): number => epochOf({ getState }).epoch

/** The world of the session of now: when that has ended, nothing is sent any more in the name of another. */
function worldOf<G extends InstantGame>(game: G, dispatch: AppDispatch): PlayWorld<PlainInput<G>, PlayAnswer<G>> {
  const { getCommitment, play } = instantApi.endpoints
  const epoch = dispatch(epochNow)
  return {
    readCommitment: async (fresh) => {
      const asked = dispatch(getCommitment.initiate(game, { forceRefetch: fresh, subscribe: false }))
      const { data, error } = await asked
      return data && !error ? { data } : { error: asCallError(error ?? {}) }
    },
    send: async (intent) => {
      if (dispatch(epochNow) !== epoch) return { error: sessionIsOver }
      const { data, error } = await dispatch(play.initiate({ game, intent }, { track: false }))
      // The endpoint answers as its game does.
      return data ? { data: data as unknown as PlayAnswer<G> } : { error: asCallError(error) }
    },
    wait: waitFor,
    randomBytes,
    newKey: newIdempotencyKey,
  }
}

/** The result is seen: list, next commitment, balance, net result and bonus follow. */
function resultShown<G extends InstantGame>(
  { game, rowOf }: Playable<G>,
  answer: PlayAnswer<G>,
  dispatch: AppDispatch,
) {
  const { betId, payout, netGain, next, replayed, bonusReleased } = answer
  if (replayed) {
    dispatch(instantApi.util.invalidateTags([{ type: 'Plays', id: game }]))
    dispatch(toastShown('note', playedBefore))
  } else {
    const common = { betId, bet: paise(payout - netGain), payout, createdAt: new Date().toISOString() }
    dispatch(playAdded(game, { ...common, ...rowOf(answer) } as OwnPlay<G>))
  }
  dispatch(commitmentChanged(game, next))
  dispatch(balanceShown())
  if (bonusReleased) dispatch(announceBonus())
}

/**
 * Plays an instant game. The stake leaves the shown balance at once; the result shows only when `show` (the roll, the reels) is done, so that nothing gives it
 * away before.
 */
export function usePlay<G extends InstantGame>(
  playable: Playable<G>,
  show: (answer: PlayAnswer<G>, durationMs: number) => Promise<void>,
): {
  phase: PlayPhase
  play: (
    bet: { plain: PlainInput<G>; stakePaise: number },
    durationMs: number,
  ) => Promise<{ answer: PlayAnswer<G> } | { error: CallError }>
} {
  const dispatch = useAppDispatch()
  const [phase, setPhase] = useState<PlayPhase>('idle')
  const unresolved = useRef<Intent<PlainInput<G>> | null>(null)

  return {
    phase,
    play: async ({ plain, stakePaise }, durationMs) => {
      setPhase('waiting')
      // A bet that is sent again may have taken its stake already.
      dispatch(balanceHeld({ stakePaise: isSameBet(unresolved.current, plain) ? 0 : stakePaise }))
      const epoch = dispatch(epochNow)
      const world = worldOf(playable.game, dispatch)
      let outcome = await playOnce(plain, unresolved.current, world)
      if ('error' in outcome && outcome.unresolved !== null) {
        setPhase('checking')
        outcome = await checkIntent(outcome.unresolved, world)
      }
      if ('error' in outcome) {
        unresolved.current = outcome.unresolved
        dispatch(balanceShown())
        setPhase('idle')
        if (outcome.unresolved)
          dispatch(instantApi.util.invalidateTags(['Commitment', { type: 'Plays', id: playable.game }]))
        return outcome
      }
      unresolved.current = null
      setPhase('showing')
      await show(outcome.answer, durationMs)
      if (dispatch(epochNow) !== epoch) return { error: sessionIsOver }
      resultShown(playable, outcome.answer, dispatch)
      setPhase('idle')
      return outcome
    },
  }
}
