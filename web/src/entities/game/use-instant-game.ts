import { waitFor } from '@kismet/app-kit/retry-until-known.ts'
import { rupeesText } from '@kismet/ui/format/money.ts'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { codeText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import type { AppDispatch, RootState } from '../../core/store.ts'
import { useAppDispatch } from '../../core/store.ts'
import { selectBalancePaise } from '../session/balance-slice.ts'
import { useOrder } from '../session/orders.ts'
import { isClosedNow } from '../site/site-api.ts'
import { stakeStopReason } from './auto-run.ts'
import type { InstantGame, PlainInput, PlayAnswer } from './games-api.ts'
import { useCommitment } from './games-api.ts'
import type { Seals } from './game-page.tsx'
import type { StakeLimits } from './stake.ts'
import type { AutoRun, AutoStep } from './use-auto-run.ts'
import { useAutoRun } from './use-auto-run.ts'
import type { BetPhase, Playable } from './use-bet.ts'
import { betKind, useBet } from './use-bet.ts'
import type { StakeForm } from './use-stake.ts'
import { maxWinProblem, useStake } from './use-stake.ts'

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
export interface InstantGameState<G extends InstantGame> extends Pick<
  StakeForm,
  'stake' | 'problem' | 'isLimited' | 'fieldChanged'
> {
  phase: BetPhase
  /** A bet is on, or a run. */
  locked: boolean
  /** The stake of a bet with an unknown outcome, in paise, or null. */
  checkedPaise: number | null
  /** Whether the settings allow a bet, once no other bet is on. A bet requires a commitment that the player sees. */
  canBet: boolean
  seals: Seals
  /** The newest bet of this page, from the end of its animation to the next bet. */
  decided: PlayAnswer<G> | null
  bet: () => void
  auto: AutoRun
}

/** Why a stake of any game is refused, or null. The balance is that of this moment, because a run must not use the balance of its last render. */
const problemOf =
  (
    { topWinPaise, stakeLimits }: Pick<InstantGameRules<InstantGame>, 'topWinPaise' | 'stakeLimits'>,
    stakePaise: number,
  ) =>
  (_: AppDispatch, getState: () => RootState): LazyText | null => {
    const outside = stakeStopReason(stakePaise, stakeLimits)
    if (outside !== null) return outside
    const balancePaise = selectBalancePaise(getState())
    if (stakePaise > balancePaise)
      return () => codeText({ code: 'insufficient_balance', params: { balance: balancePaise / 100 } })
    return maxWinProblem(topWinPaise(stakePaise))
  }

/** A run stops by itself during maintenance, because the server refuses bets. */
const closedNow = (dispatch: AppDispatch) => (): LazyText | null =>
  dispatch(isClosedNow) ? () => codeText({ code: 'maintenance' }) : null

/** Stake, bets and runs of one player on one page. */
export function useInstantGame<G extends InstantGame>(rules: InstantGameRules<G>): InstantGameState<G> {
  const { game, stakeLimits, plainOf } = rules
  const { byHand, inRun } = rules.showMs
  const dispatch = useAppDispatch()
  const { next, askAgain } = useCommitment(game)
  const [kind] = useState(() => betKind(game, rupeesText(stakeLimits.minPaise)))
  const form = useOrder(kind)
  const { draft: text, change } = form
  const about = JSON.stringify([text, plainOf(0)])
  const stakeForm = useStake(stakeLimits, [text, (typed) => change(() => typed)], about)
  const { stake, problem, isLimited, limited, fieldChanged, refuse } = stakeForm
  const [last, setLast] = useState<PlayAnswer<G> | null>(null)
  const show = async (answer: PlayAnswer<G>, durationMs: number): Promise<void> => {
    await rules.show(answer, durationMs)
    setLast(answer)
  }
  const { phase, checkedPaise, bet } = useBet({ ...rules, show }, form, {
    resumedMs: byHand,
    onResumed: (played) => {
      if (played) auto.ended('answer' in played ? played.answer.netGain : null)
    },
  })

  const betNow = async (stakePaise: number, durationMs: number): Promise<AutoStep> => {
    const wrong = refuse(() => dispatch(problemOf(rules, stakePaise)))
    if (wrong !== null) return { stop: wrong }
    const played = await bet({ plain: plainOf(stakePaise), stakePaise }, durationMs)
    if (played === null) return null
    if ('failed' in played) {
      if (played.isByOwnRule) limited(played.failed)
      return { stop: played.failed }
    }
    const { answer, wasChecked } = played
    const step = { netPaise: answer.netGain, hasWon: answer.payout > 0 }
    return wasChecked ? { ...step, stop: () => t`A bet was confirmed late, and it counts` } : step
  }
  const canBet = next !== undefined && stake.problem === null
  const canStart = canBet && phase === 'idle'
  const auto = useAutoRun({
    game,
    canStart,
    firstPaise: stake.nearestPaise,
    step: async (stakePaise) => {
      const [step] = await Promise.all([betNow(stakePaise, inRun), waitFor(inRun)])
      return step
    },
    closed: closedNow(dispatch),
  })
  const locked = phase !== 'idle' || (auto.state?.running ?? false)
  return {
    stake,
    problem,
    isLimited,
    fieldChanged,
    phase,
    locked,
    checkedPaise,
    canBet,
    seals: { last, next, askAgain, playing: phase !== 'idle' },
    decided: phase === 'idle' ? last : null,
    bet: () => {
      if (canStart && !locked) void betNow(stake.nearestPaise, byHand)
    },
    auto,
  }
}
