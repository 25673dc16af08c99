import { classNames } from '@kismet/ui/class-names.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Icon } from '@kismet/ui/icon.tsx'
import Hourglass from 'lucide-react/icons/hourglass'
import { t } from '@lingui/core/macro'
import type { ReactNode, SubmitEvent } from 'react'
import { useIsShort } from '../balance/deposit-way.tsx'
import { ActionOrDeposit } from './action-or-deposit.tsx'
import { Hotkeys } from './hotkeys.tsx'
import { StakeField, stakeKeys } from './stake-field.tsx'
import type { StakeLimits } from './stake.ts'
import type { InstantGame } from './games-api.ts'
import { betCheckedText } from './committed-bet.ts'
import type { BetPhase } from './use-bet.ts'
import type { InstantGameState } from './use-instant-game.ts'
import styles from './game.module.css'

/** The form of a bet. An Enter that is held down bets once. */
export function GameForm({
  dense = false,
  onSubmit,
  children,
}: {
  dense?: boolean
  onSubmit: () => void
  children: ReactNode
}): ReactNode {
  return (
    <form
      className={classNames(styles.bet, dense && styles.dense)}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.repeat) event.preventDefault()
      }}
    >
      {children}
    </form>
  )
}

/** Why the form waits. `isNews`: it is read out. */
export function CheckingNote({ isNews = false, children }: { isNews?: boolean; children: string }): ReactNode {
  return (
    <p className={styles.why} role={isNews ? 'status' : undefined}>
      <Icon of={Hourglass} />
      {children}
    </p>
  )
}

/** The action of a bet. Below the least stake it is the way to a deposit. */
export function BetButton({
  limits: { minPaise },
  phase,
  canBet,
  children,
}: {
  limits: StakeLimits
  phase: BetPhase
  canBet: boolean
  children: ReactNode
}): ReactNode {
  const isIdle = phase === 'idle'
  const isBroke = useIsShort(minPaise) && isIdle
  return (
    <ActionOrDeposit isBroke={isBroke}>
      {(isSteady) => (
        <Button type="submit" kind="primary" big busy={!isIdle} disabled={!canBet || !isSteady}>
          {children}
        </Button>
      )}
    </ActionOrDeposit>
  )
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
  const { stake, locked, problem, isLimited, bet, checkedPaise, auto } = game
  return (
    <GameForm
      dense={!byHand}
      onSubmit={() => {
        if (byHand) bet()
      }}
    >
      <StakeField {...{ stake, limits, label, locked, problem, isLimited }} />
      {checkedPaise !== null && <CheckingNote>{betCheckedText()}</CheckingNote>}
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
    </GameForm>
  )
}
