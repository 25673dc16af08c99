import { classNames } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import Hourglass from 'lucide-react/icons/hourglass'
import { t } from '@lingui/core/macro'
import type { KeyboardEvent, ReactNode, SubmitEvent } from 'react'
import { Hotkeys } from './hotkeys.tsx'
import { StakeField, stakeKeys } from './stake-field.tsx'
import type { StakeLimits } from './stake.ts'
import type { InstantGame } from './instant-games.ts'
import type { InstantGameState } from './use-instant-game.ts'
import styles from './game.module.css'

/** A key that is held down bets once. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault()
}

/** The bet panel: the amount with its limits, what the game adds, and its action, which is what Enter and Space do. */
export function BetForm<G extends InstantGame>({
  game,
  label,
  limits,
  byHand = true,
  children,
}: {
  game: InstantGameState<G>
  label: string
  limits: StakeLimits
  /** Whether the action is one bet; else the panel has many controls, which stand closer on phones, so that the action stays in view. */
  byHand?: boolean
  children: ReactNode
}): ReactNode {
  const { stake, locked, problem, bet, checkedPaise, auto } = game
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (byHand) bet()
  }
  return (
    <form
      className={classNames(styles.bet, !byHand && styles.dense)}
      noValidate
      onSubmit={submit}
      onKeyDown={ignoreHeldEnter}
    >
      <StakeField stake={stake} limits={limits} label={label} locked={locked} problem={problem} />
      {checkedPaise !== null && (
        <p className={styles.why}>
          <Icon of={Hourglass} />
          {t`Checking whether your last bet was placed. Your balance is safe. You can bet again after the check.`}
        </p>
      )}
      {children}
      {byHand ? (
        <Hotkeys
          actions={{ Space: bet, ...stakeKeys(stake.quick, locked) }}
        >{t`Hotkeys: Space bets, H half, D double, M Max`}</Hotkeys>
      ) : (
        <Hotkeys actions={auto.state?.running ? { Space: auto.stop } : stakeKeys(stake.quick, locked)}>
          {t`Hotkeys: Space stops, H half, D double, M Max`}
        </Hotkeys>
      )}
    </form>
  )
}
