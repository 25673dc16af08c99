import { useState } from 'react'
import { toastErrorText } from '@kismet/app-kit/call-error.ts'
import type { RevealedPlay } from '../../app/fair-play/play.ts'
import { toastShown } from '../../app/notices/notices-slice.ts'
import { selectBalancePaise } from '../../app/session/session-slice.ts'
import type { AppDispatch, RootState } from '../../app/store.ts'
import { useAppDispatch, useAppSelector } from '../../app/store.ts'
import type { AutoState } from './auto-panel.tsx'
import type { AutoSettings } from './auto-run.ts'
import { betProblem, defaultRollOverHundredths } from './dice-bet.ts'
import type { DiceAnswer } from './play-once.ts'
import type { AutoStep } from './use-auto-run.ts'
import { useAutoRun } from './use-auto-run.ts'
import type { DicePhase } from './use-dice-play.ts'
import { useDicePlay } from './use-dice-play.ts'
import { useGlide } from './use-glide.ts'
import type { Stake } from './use-stake.ts'
import { useStake } from './use-stake.ts'

const manualRollMs = 1_200
const autoRollMs = 500
const playFailed = 'Error playing Dice'

/** The balance of this moment: a run must not go by the one of its last drawing. */
const balanceNow = (_: AppDispatch, getState: () => RootState): number => selectBalancePaise(getState())

/** Everything that the page of Dice shows and does. */
export interface Dice {
  stake: Stake
  rollOverHundredths: number
  setRollOver: (hundredths: number) => void
  phase: DicePhase
  /** A bet is on, or a run. */
  locked: boolean
  problem: string | null
  /** Where the roll stands on the ruler; null before the first. */
  at: number | null
  decided: DiceAnswer | null
  last: RevealedPlay | null
  rollOnce: () => void
  auto: { state: AutoState | null; start: (settings: AutoSettings) => void; stop: () => void }
}

/** The state of the game of one player on one page. */
export function useDice(): Dice {
  const dispatch = useAppDispatch()
  const balancePaise = useAppSelector(selectBalancePaise)
  const stake = useStake(balancePaise)
  const [rollOverHundredths, setRollOver] = useState(defaultRollOverHundredths)
  const [problem, setProblem] = useState<string | null>(null)
  const [last, setLast] = useState<DiceAnswer | null>(null)
  const { at, glideTo } = useGlide(0)
  const { phase, roll } = useDicePlay(async (answer, durationMs) => {
    await glideTo(answer.roll, durationMs)
    setLast(answer)
  })

  const play = async (durationMs: number): Promise<AutoStep> => {
    const bet = { stakePaise: stake.clamp(), rollOverHundredths }
    const wrong = betProblem(bet, dispatch(balanceNow))
    setProblem(wrong)
    if (wrong !== null) return { stop: wrong }
    const outcome = await roll(bet, durationMs)
    if ('answer' in outcome) return { netPaise: outcome.answer.netGain }
    const text = toastErrorText(outcome.error, playFailed)
    dispatch(toastShown('bad', text))
    return { stop: text }
  }
  const auto = useAutoRun(async () => {
    const [step] = await Promise.all([play(autoRollMs), new Promise((resolve) => setTimeout(resolve, autoRollMs))])
    return step
  })
  const locked = phase !== 'idle' || (auto.state?.running ?? false)
  return {
    stake: {
      ...stake,
      onText: (text) => {
        setProblem(null)
        stake.onText(text)
      },
    },
    rollOverHundredths,
    setRollOver,
    phase,
    locked,
    problem,
    at: last === null && phase === 'idle' ? null : at,
    decided: phase === 'idle' ? last : null,
    last,
    rollOnce: () => {
      if (!locked) void play(manualRollMs)
    },
    auto,
  }
}
