import { classNames, textClass } from '@kismet/ui/class-names.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import type { AviatorController } from './aviator-controller.ts'
import type { Action } from './bet-action.tsx'
import { actionOf } from './bet-action.tsx'
import type { OwnBet, RoundOrder } from './aviator-state.ts'
import { askedOf, betOf } from './aviator-state.ts'
import type { Hearing } from './use-aviator.ts'
import { useHearing, useAviatorState } from './use-aviator.ts'
import styles from './aviator.module.css'

/** The text about a bet without updates. While the connection is up, a press counts: the text must agree with the button. */
function unheardText(
  action: Action,
  hearing: Exclude<Hearing, 'heard'>,
  { asked, bet }: { asked: RoundOrder | null; bet: OwnBet | null },
): string {
  const isAway = hearing === 'away'
  const stake = formatRupees((bet?.status === 'open' ? bet : asked?.facts)?.betAmount ?? 0)
  switch (action) {
    case 'place':
    case 'next':
    case 'cashedOut':
      return t`You have no open bet.`
    case 'nextSet':
      return t`Your bet for the next round is not placed yet. No money was taken.`
    case 'placing':
    case 'checking':
      return isAway
        ? t`Your balance is safe. We check whether your bet of ${stake} was placed as soon as you are back online.`
        : t`Checking whether your bet of ${stake} was placed. Your balance is safe.`
    case 'looking':
      return isAway
        ? t`We check whether you have a bet in this round as soon as you are back online.`
        : t`Checking whether you have a bet in this round.`
    case 'cashPressed':
    case 'cashSent':
    case 'cashUnknown':
      return isAway
        ? t`If your cash-out arrived in time, you are paid. We check it as soon as you are back online.`
        : t`Checking whether your cash-out arrived in time. If it did, you are paid.`
    case 'settling':
      return isAway
        ? t`We check the result of your bet of ${stake} as soon as you are back online.`
        : t`Checking the result of your bet of ${stake}.`
    case 'placed':
    case 'cashOut':
    case 'reached':
      if (bet !== null && bet.autoCashout !== null)
        return t`Your bet of ${stake} stays in the round. The server cashes it out if the flight reaches ${formatMultiplier(bet.autoCashout)}.`
      if (isAway)
        return t`Your bet of ${stake} stays in the round. You can cash out when you are back online. If the flight crashes before that, the bet is lost.`
      return action === 'placed'
        ? t`Your bet of ${stake} is in the round. You can cash out when live updates are back. If the flight crashes before that, the bet is lost.`
        : t`Your bet of ${stake} stays in the round. You can still cash out, at the multiplier when the server receives it. If the flight crashes before that, the bet is lost.`
  }
}

/** A notice over the flight without updates: the picture is stale, and what this means for an open bet. */
export function Lookout({ controller }: { controller: AviatorController }): ReactNode {
  const hearing = useHearing(controller)
  const isKnown = useAviatorState(controller, ({ round }) => round !== null)
  const bet = useAviatorState(controller, betOf)
  const asked = useAviatorState(controller, askedOf)
  const action = useAviatorState(controller, actionOf)
  return (
    <div role="status">
      {isKnown && hearing !== 'heard' && (
        <div className={styles.away}>
          <Icon of={WifiOff} />
          <p>
            <b>{hearing === 'away' ? t`Reconnecting…` : t`No live updates from the game.`}</b>{' '}
            {unheardText(action, hearing, { asked, bet })}
          </p>
        </div>
      )}
    </div>
  )
}

/** Until the server has said how it stands (spec 2.4). */
export function Connecting(): ReactNode {
  return (
    <div className={styles.connecting} role="status">
      <svg viewBox="0 0 160 60" aria-hidden="true">
        <polyline points="10,44 44,20 80,34 116,12 150,26" />
        <circle cx="10" cy="44" r="3" />
        <circle cx="44" cy="20" r="4" />
        <circle cx="80" cy="34" r="3" />
        <circle cx="116" cy="12" r="4" className={styles.dim} />
        <circle cx="150" cy="26" r="3" className={styles.dim} />
      </svg>
      <p>{t`CONNECTING TO AVIATOR SERVER`}</p>
    </div>
  )
}

/** A dot, and a word that says the same. */
export function ConnectionDot({ controller }: { controller: AviatorController }): ReactNode {
  const hearing = useHearing(controller)
  const words = { heard: t`Connected`, silent: t`No updates`, away: t`Not connected` }
  return (
    <p className={classNames(styles.dot, hearing !== 'heard' && styles.off)}>
      <span className={textClass('srNarrow')}>{words[hearing]}</span>
    </p>
  )
}
