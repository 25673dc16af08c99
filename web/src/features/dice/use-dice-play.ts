import { paise } from '@kismet/contracts'
import { useRef, useState } from 'react'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { sessionIsOver } from '@kismet/app-kit/contract-endpoints.ts'
import { newIdempotencyKey, randomBytes } from '../../app/fair-play/random.ts'
import { tokenOf } from '../../app/from-contract.ts'
import { announceBonus } from '../../app/session/bonus-news.ts'
import { toastShown } from '../../app/notices/notices-slice.ts'
import { balanceHeld, balanceShown, betSettled } from '../../app/session/session-slice.ts'
import type { AppDispatch, RootState } from '../../app/store.ts'
import { useAppDispatch } from '../../app/store.ts'
import { diceApi, playsShown } from './dice-api.ts'
import type { DiceBet } from './dice-bet.ts'
import type { DiceAnswer, DiceIntent, PlayDependencies } from './play-once.ts'
import { isSameBet, playOnce } from './play-once.ts'

const playedBefore = 'No new bet was placed: this is the result of the one that you had sent before.'

export type DicePhase = 'idle' | 'waiting' | 'rolling'

/** Of this moment. */
const tokenNow = (_: AppDispatch, getState: () => RootState): string | null => tokenOf({ getState })

/** The world of the session of now: when that has ended, nothing is sent any more in the name of another. */
function worldOf(dispatch: AppDispatch): PlayDependencies {
  const { getDiceCommitment, playDice } = diceApi.endpoints
  const token = dispatch(tokenNow)
  return {
    readCommitment: async (fresh) => {
      const asked = dispatch(getDiceCommitment.initiate({}, { forceRefetch: fresh, subscribe: false }))
      const { data, error } = await asked
      return data && !error ? { data } : { error: asCallError(error ?? {}) }
    },
    send: async (intent) => {
      if (dispatch(tokenNow) !== token) return { error: sessionIsOver }
      const { data, error } = await dispatch(playDice.initiate(intent, { track: false }))
      return data ? { data } : { error: asCallError(error) }
    },
    wait: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
    randomBytes,
    newKey: newIdempotencyKey,
  }
}

/** The answer names the commitment of the next play. */
function showNextCommitment(dispatch: AppDispatch, { next }: DiceAnswer): void {
  dispatch(
    diceApi.util.updateQueryData('getDiceCommitment', {}, (commitment) => {
      if (next.nonce > commitment.nonce) Object.assign(commitment, next)
    }),
  )
}

/** Puts a play of this moment at the head of the list. */
function showNewest(dispatch: AppDispatch, { betId, rollOver, roll, result, payout, netGain }: DiceAnswer): void {
  const bet = paise(payout - netGain)
  const row = { betId, rollOver, roll, result, bet, payout, createdAt: new Date().toISOString() }
  dispatch(
    diceApi.util.updateQueryData('listDicePlays', { limit: playsShown }, (list) => {
      if (!list.plays.some((play) => play.betId === betId)) list.plays = [row, ...list.plays].slice(0, playsShown)
    }),
  )
}

/** The result is seen: list, next commitment, balance, net result and bonus follow. */
function showResult(dispatch: AppDispatch, answer: DiceAnswer): void {
  if (answer.replayed) {
    dispatch(diceApi.util.invalidateTags(['DicePlays']))
    dispatch(toastShown('note', playedBefore))
  } else showNewest(dispatch, answer)
  showNextCommitment(dispatch, answer)
  dispatch(balanceShown())
  dispatch(betSettled({ netPaise: answer.netGain }))
  if (answer.bonusReleased) dispatch(announceBonus())
}

/**
 * Plays Dice. The stake leaves the shown balance at once; the result shows only when `show` (the roll on the screen) is done, so
 * that nothing gives it away before.
 */
export function useDicePlay(show: (answer: DiceAnswer, durationMs: number) => Promise<void>): {
  phase: DicePhase
  roll: (bet: DiceBet, durationMs: number) => Promise<{ answer: DiceAnswer } | { error: CallError }>
} {
  const dispatch = useAppDispatch()
  const [phase, setPhase] = useState<DicePhase>('idle')
  const unresolved = useRef<DiceIntent | null>(null)

  const roll = async (bet: DiceBet, durationMs: number): Promise<{ answer: DiceAnswer } | { error: CallError }> => {
    setPhase('waiting')
    // A bet that is sent again may have taken its stake already.
    dispatch(balanceHeld({ stakePaise: isSameBet(unresolved.current, bet) ? 0 : bet.stakePaise }))
    const outcome = await playOnce(bet, unresolved.current, worldOf(dispatch))
    if ('error' in outcome) {
      unresolved.current = outcome.unresolved
      dispatch(balanceShown())
      setPhase('idle')
      if (outcome.unresolved) dispatch(diceApi.util.invalidateTags(['DiceCommitment', 'DicePlays']))
      return outcome
    }
    unresolved.current = null
    setPhase('rolling')
    await show(outcome.answer, durationMs)
    showResult(dispatch, outcome.answer)
    setPhase('idle')
    return outcome
  }
  return { phase, roll }
}
