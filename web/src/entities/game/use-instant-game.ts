import { waitFor } from '@kismet/app-kit/ask-until-known.ts'
import { limits } from '@kismet/contracts'
import { rupeesText } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { codeText } from '../../core/error-text.ts'
import type { Said } from '../../core/said.ts'
import { useState } from 'react'
import { z } from 'zod'
import type { AskAgain, NextPlay } from '../fair-play/play.ts'
import { selectBalancePaise } from '../session/balance-slice.ts'
import { useKeptForm } from '../session/kept-form.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { isClosedNow } from '../site/site-api.ts'
import { stakeStopReason } from './auto-run.ts'
import type { AutoRun, AutoStep } from './use-auto-run.ts'
import { useAutoRun } from './use-auto-run.ts'
import type { InstantGame, PlainInput, PlayAnswer } from './instant-games.ts'
import { useCommitment } from './instant-games.ts'
import type { Playable, PlayPhase } from './play-stages.ts'
import { usePlay } from './use-play.ts'
import { usePressGuard } from './use-press-guard.ts'
import type { Stake, StakeLimits } from './stake.ts'
import { stakeOf } from './stake.ts'

/** An instant game with the current settings of its page. */
export interface InstantGameRules<G extends InstantGame> extends Playable<G> {
  readonly stakeLimits: StakeLimits
  readonly plainOf: (stakePaise: number) => PlainInput<G>
  /** The highest payout of a stake. */
  readonly topWinPaise: (stakePaise: number) => number
  /** How long the animation of a result may take, in ms, by hand and in a run. */
  readonly showMs: { readonly byHand: number; readonly inRun: number }
}

/** All that a page of an instant game shows and does. */
export interface InstantGameState<G extends InstantGame> {
  stake: Stake
  phase: PlayPhase
  /** A bet is on, or a run. */
  locked: boolean
  /** Why there is no bet, or null. */
  problem: string | null
  /** The stake of a bet with an unknown outcome, in paise, or null. */
  checkedPaise: number | null
  /** The commitment of the next play. A play requires a commitment that the player sees. */
  next: NextPlay | undefined
  /** Retries a failed read of the commitment. */
  askAgain: AskAgain | null
  /** Whether the settings allow a bet, once no other bet is on. */
  canBet: boolean
  /** The newest play of this page. `decided` is the same, from the end of its animation to the next play. */
  last: PlayAnswer<G> | null
  decided: PlayAnswer<G> | null
  bet: () => void
  auto: AutoRun
  /** Called when leaving a field has changed the bet. */
  fieldChanged: () => void
}

/** A stake as it is typed. */
const StakeText = z.string()

/** The balance of this moment, because a run must not use the balance of its last render. */
const balanceNow = (_: AppDispatch, getState: () => RootState): number => selectBalancePaise(getState())

/** Why a stake of any game is refused, or null. */
function problemOf(
  { topWinPaise, stakeLimits }: Pick<InstantGameRules<InstantGame>, 'topWinPaise' | 'stakeLimits'>,
  stakePaise: number,
  balancePaise: number,
): Said | null {
  const outside = stakeStopReason(stakePaise, stakeLimits)
  if (outside !== null) return outside
  if (stakePaise > balancePaise)
    return () => codeText({ code: 'insufficient_balance', params: { balance: balancePaise / 100 } })
  if (topWinPaise(stakePaise) <= limits.maxWinPaise) return null
  return () => codeText({ code: 'max_win_exceeded', params: { max: limits.maxWinPaise / 100 } })
}

/** A run stops by itself during maintenance, because the server refuses bets. */
const closedNow = (dispatch: AppDispatch) => (): Said | null =>
  dispatch(isClosedNow) ? () => codeText({ code: 'maintenance' }) : null

/** Tells when leaving the field has changed the stake. */
const guarded = (stake: Stake, changed: () => void): Stake => ({
  ...stake,
  settle: () => {
    const hasChanged = stake.settle()
    if (hasChanged) changed()
    return hasChanged
  },
})

/** Stake, plays and runs of one player on one page. */
export function useInstantGame<G extends InstantGame>(rules: InstantGameRules<G>): InstantGameState<G> {
  const dispatch = useAppDispatch()
  const { next, askAgain } = useCommitment(rules.game)
  const { stakeLimits } = rules
  const [text, keepText] = useKeptForm(`stake:${rules.game}`, StakeText, rupeesText(stakeLimits.minPaise))
  const stake = stakeOf(stakeLimits, useAppSelector(selectBalancePaise), [text, (typed) => keepText(() => typed)])
  const guard = usePressGuard()
  const [problem, setProblem] = useState<{ why: Said; about: string } | null>(null)
  const [last, setLast] = useState<PlayAnswer<G> | null>(null)
  const { byHand, inRun } = rules.showMs
  const show = async (answer: PlayAnswer<G>, durationMs: number): Promise<void> => {
    await rules.show(answer, durationMs)
    setLast(answer)
  }
  const { phase, checkedPaise, play } = usePlay(
    { ...rules, show },
    {
      resumedMs: byHand,
      onResumed: (played) => {
        if (played) auto.ended('answer' in played ? played.answer.netGain : null)
      },
    },
  )

  // A problem belongs to the refused bet: a change of the bet hides it.
  const about = JSON.stringify([text, rules.plainOf(stake.nearestPaise)])
  const playNow = async (stakePaise: number, durationMs: number): Promise<AutoStep> => {
    const wrong = guard.hasChanged()
      ? () => t`The amount was changed to fit the limits. Press again to bet.`
      : problemOf(rules, stakePaise, dispatch(balanceNow))
    setProblem(wrong && { why: wrong, about })
    if (wrong !== null) return { stop: wrong }
    const played = await play({ plain: rules.plainOf(stakePaise), stakePaise }, durationMs)
    if (played === null) return null
    if ('failed' in played) return { stop: played.failed }
    const { answer, wasChecked } = played
    const bet = { netPaise: answer.netGain, hasWon: answer.payout > 0 }
    return wasChecked ? { ...bet, stop: () => t`A bet was confirmed late, and it counts` } : bet
  }
  const canBet = next !== undefined && stake.problem === null
  const canStart = canBet && phase === 'idle'
  const auto = useAutoRun({
    game: rules.game,
    canStart,
    firstPaise: stake.nearestPaise,
    step: async (stakePaise) => {
      const [step] = await Promise.all([playNow(stakePaise, inRun), waitFor(inRun)])
      return step
    },
    closed: closedNow(dispatch),
  })
  const locked = phase !== 'idle' || (auto.state?.running ?? false)
  return {
    stake: guarded(stake, guard.changed),
    phase,
    locked,
    problem: stake.problem ?? (problem?.about === about ? problem.why() : null),
    checkedPaise,
    next,
    askAgain,
    canBet,
    last,
    decided: phase === 'idle' ? last : null,
    bet: () => {
      if (canStart && !locked) void playNow(stake.nearestPaise, byHand)
    },
    auto,
    fieldChanged: guard.changed,
  }
}
