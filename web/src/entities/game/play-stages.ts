import { paise } from '@kismet/contracts'
import { sentBy } from '@kismet/app-kit/ask-until-known.ts'
import { toastErrorText } from '../../core/error-text.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { t } from '@lingui/core/macro'
import type { Said } from '../../core/said.ts'
import type { AppDispatch } from '../../core/store.ts'
import { announceBonus } from '../balance/bonus-news.ts'
import { toastShown } from '../notices/notices-slice.ts'
import { isAsSent } from '../fair-play/play.ts'
import { balanceHeld, balanceShown } from '../session/balance-slice.ts'
import { epochNow } from '../session/session-slice.ts'
import type { InstantGame, OwnPlay, PlainInput, PlayAnswer } from './instant-games.ts'
import { commitmentChanged, instantApi, playAdded } from './instant-games.ts'
import type { OpenBet } from './open-bet.ts'
import { isBetOpen } from './open-bet.ts'
import type { PlayOutcome, PlayWorld } from './play-once.ts'
import { checkIntent, givenUp, pageWorld } from './play-once.ts'

/** `waiting`: for the answer. `checking`: no answer came, and the outcome is unknown. `showing`: the result is animated. */
export type PlayPhase = 'idle' | 'waiting' | 'checking' | 'showing'

/** What a game defines for its plays. */
export interface Playable<G extends InstantGame> {
  readonly game: G
  /** The fields of an own play that only this game has. */
  readonly rowOf: (answer: PlayAnswer<G>) => Omit<OwnPlay<G>, 'betId' | 'bet' | 'payout' | 'createdAt'>
  /** The text of a failed play, if the server gives no text. */
  readonly failed: Said
  /** Animates a result for at most `durationMs`. */
  readonly show: (answer: PlayAnswer<G>, durationMs: number) => Promise<void>
}

/** The result of a play, or why it failed. `wasChecked`: the first answer was lost. Null: the player has left the page or logged out. */
export type Played<G extends InstantGame> = { answer: PlayAnswer<G>; wasChecked: boolean } | { failed: Said } | null

/** The world of the current session. After its end no request is sent, because another player may be logged in. */
function worldOf<G extends InstantGame>(game: G, dispatch: AppDispatch): PlayWorld<PlainInput<G>, PlayAnswer<G>> {
  const { getCommitment, play } = instantApi.endpoints
  const epoch = dispatch(epochNow)
  return pageWorld({
    readCommitment: (fresh) =>
      sentBy(dispatch(getCommitment.initiate(game, { forceRefetch: fresh, subscribe: false }))),
    send: async (intent) => {
      if (dispatch(epochNow) !== epoch) return { error: sessionIsOver }
      const sent = await sentBy(dispatch(play.initiate({ game, intent }, { track: false })))
      if ('error' in sent) return sent
      // The endpoint answers with the type of its game.
      return { data: { ...sent.data, isAsSent: isAsSent(intent.input, sent.data) } as unknown as PlayAnswer<G> }
    },
  })
}

/** Updates list and next commitment after the player has seen the result. */
function resultShown<G extends InstantGame>(
  { game, rowOf }: Playable<G>,
  answer: PlayAnswer<G>,
  dispatch: AppDispatch,
) {
  const { betId, payout, netGain, next, replayed } = answer
  if (replayed) {
    // The answer of a replay does not have later plays or the next commitment.
    dispatch(instantApi.util.invalidateTags(['Commitment', { type: 'Plays', id: game }]))
    dispatch(toastShown('note', t`No new bet was placed. This is the result of your earlier bet.`))
  } else {
    const common = { betId, bet: paise(payout - netGain), payout, createdAt: new Date().toISOString() }
    dispatch(playAdded(game, { ...common, ...rowOf(answer) } as OwnPlay<G>))
    dispatch(commitmentChanged(game, next))
  }
}

/** The state of the play of a page. */
export interface PlayState {
  readonly phase: PlayPhase
  /** The stake of a bet with an unknown outcome, in paise. */
  readonly checkedPaise: number | null
}

/** No bet is on. */
export const idle: PlayState = { phase: 'idle', checkedPaise: null }

type Outcome<G extends InstantGame> = PlayOutcome<PlainInput<G>, PlayAnswer<G>>

/** A bet without an answer. An old bet (`isOld`) is not checked any more. */
export type CheckedBet<G extends InstantGame> = OpenBet<G> & { readonly isOld?: boolean }

/** The stages of one play. */
export interface Stages<G extends InstantGame> {
  readonly world: PlayWorld<PlainInput<G>, PlayAnswer<G>>
  /** Whether the session is still the session of the press. */
  readonly isHere: () => boolean
  /** Retries while `isWanted` and the bet is open. Null: the check stopped before the outcome was known. */
  readonly check: (bet: CheckedBet<G>, isWanted: () => boolean) => Promise<Outcome<G> | null>
  /** Shows the result or the reason of a failure. */
  readonly end: (outcome: Outcome<G>, durationMs: number, wasChecked: boolean) => Promise<Played<G>>
}

/** The stages of a play. A play begins with a press, or with an open bet of this tab after a reload. */
export function stagesOf<G extends InstantGame>(
  playable: Playable<G>,
  dispatch: AppDispatch,
  setState: (state: PlayState) => void,
): Stages<G> {
  const { game, failed } = playable
  const epoch = dispatch(epochNow)
  const world = worldOf(game, dispatch)
  const isHere = (): boolean => dispatch(epochNow) === epoch

  return {
    world,
    isHere,
    check: async ({ intent, stakePaise, isOld }, isWanted) => {
      if (isOld) return givenUp(intent)
      setState({ phase: 'checking', checkedPaise: stakePaise })
      // The balance shows no result that is still unknown.
      dispatch(balanceShown({ game }))
      const mayAsk = (): boolean => isWanted() && isBetOpen(game, intent)
      const outcome = await checkIntent(intent, {
        wait: world.wait,
        send: (sent) => (mayAsk() ? world.send(sent) : Promise.resolve({ error: sessionIsOver })),
      })
      if ('answer' in outcome) dispatch(balanceHeld({ game, stakePaise: 0 }))
      else if (!isHere() || !isWanted()) return null
      else if (!isBetOpen(game, intent)) {
        // The previous page got the answer late, and the list already has the bet.
        setState(idle)
        return null
      }
      return outcome
    },
    end: async (outcome, durationMs, wasChecked) => {
      if ('answer' in outcome) {
        setState({ phase: 'showing', checkedPaise: null })
        await playable.show(outcome.answer, durationMs)
        if (!isHere()) return null
        resultShown(playable, outcome.answer, dispatch)
        // The answer to a checked bet was in the balance before the bet was held.
        const netPaise = wasChecked ? 0 : outcome.answer.netGain
        dispatch(balanceShown({ game, by: { balancePaise: netPaise, netPaise } }))
        if (outcome.answer.bonusReleased) dispatch(announceBonus())
        setState(idle)
        return { answer: outcome.answer, wasChecked }
      }
      if (!isHere()) return null
      dispatch(balanceShown({ game }))
      setState(idle)
      if (outcome.unresolved) dispatch(instantApi.util.invalidateTags(['Commitment', { type: 'Plays', id: game }]))
      const { error, unresolved, says } = outcome
      const why =
        says ??
        (wasChecked && !unresolved
          ? (): string => t`Your last bet was not placed. No money was taken.`
          : (): string => toastErrorText(error, failed()))
      dispatch(toastShown('bad', why()))
      return { failed: why }
    },
  }
}
