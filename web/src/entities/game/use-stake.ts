import type { CallError } from '@kismet/app-kit/call-error.ts'
import { limits } from '@kismet/contracts'
import { t } from '@lingui/core/macro'
import { useEffect, useRef, useState } from 'react'
import { codeText } from '../../core/error-text.ts'
import type { LazyText } from '../../core/lazy-text.ts'
import { useAppSelector } from '../../core/store.ts'
import { selectBalancePaise } from '../session/balance-slice.ts'
import type { Stake, StakeLimits } from './stake.ts'
import { stakeOf } from './stake.ts'

/** Why a bet that can win this much is refused, or null. */
export function maxWinProblem(winPaise: number): LazyText | null {
  if (winPaise <= limits.maxWinPaise) return null
  return () => codeText({ code: 'max_win_exceeded', params: { max: limits.maxWinPaise / 100 } })
}

/** A refusal by the player's own rules. It lasts, and the page Safer play shows the rules. */
export const isByOwnRule = ({ code }: Pick<CallError, 'code'>): boolean =>
  code === 'limit_reached' || code === 'time_out' || code === 'self_excluded'

/** The stake of the next bet, and why a press places no bet. */
export interface StakeForm {
  readonly stake: Stake
  /** Why there is no bet, or null. */
  readonly problem: string | null
  /** Whether the problem is a rule of the player. */
  readonly isLimited: boolean
  /** Shows at the field why a rule of the player refuses the bet, until the bet changes. */
  readonly limited: (why: LazyText) => void
  /** Called when leaving a field has changed the bet. It holds until the next press or key. */
  readonly fieldChanged: () => void
  /** Why this press places no bet, or null: it must not bet what the player has not seen. */
  readonly refusal: (problem: () => LazyText | null) => LazyText | null
  /** The same, and shows the reason at the field until the bet changes. */
  readonly refuse: (problem: () => LazyText | null) => LazyText | null
}

/** The stake from the text of its field. @param about the bet that the fields describe */
export function useStake(
  stakeLimits: StakeLimits,
  [text, setText]: readonly [string, (text: string) => void],
  about: string,
): StakeForm {
  const stake = stakeOf(stakeLimits, useAppSelector(selectBalancePaise), [text, setText])
  const [refused, setRefused] = useState<{ why: LazyText; about: string; isLimited?: boolean } | null>(null)
  const isChangedByPress = useRef(false)
  useEffect(() => {
    const forget = (): void => {
      isChangedByPress.current = false
    }
    const presses = ['pointerdown', 'keydown']
    for (const press of presses) window.addEventListener(press, forget, true)
    return () => {
      for (const press of presses) window.removeEventListener(press, forget, true)
    }
  }, [])
  const fieldChanged = (): void => {
    isChangedByPress.current = true
  }
  const refusal = (problem: () => LazyText | null): LazyText | null =>
    isChangedByPress.current ? () => t`The amount was changed to fit the limits. Press again to bet.` : problem()
  const shown = stake.problem === null && refused?.about === about ? refused : null
  return {
    stake,
    problem: stake.problem ?? shown?.why() ?? null,
    isLimited: shown?.isLimited === true,
    limited: (why) => setRefused({ why, about, isLimited: true }),
    fieldChanged,
    refusal,
    refuse: (problem) => {
      const why = refusal(problem)
      setRefused(why && { why, about })
      return why
    },
  }
}
