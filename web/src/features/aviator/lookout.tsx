import { Icon } from '@kismet/ui/icon.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { formatMultiplier } from '@kismet/ui/format/number.ts'
import { t } from '@lingui/core/macro'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { ReactNode } from 'react'
import type { AviatorDesk } from './aviator-desk.ts'
import type { Table } from './table.ts'
import { betOf, isBetUnsaid } from './table.ts'
import { useHearing, useTable } from './use-aviator.ts'
import styles from './aviator.module.css'

/** What becomes of an open bet while nothing is heard. */
function awayText({
  asked,
  cashing,
  bet,
  isUnsaid,
}: Pick<Table, 'asked' | 'cashing'> & { bet: ReturnType<typeof betOf>; isUnsaid: boolean }): string {
  if (asked !== null)
    return t`Whether your bet of ${formatRupees(asked.stakePaise)} is in the round is looked up as soon as the connection is back.`
  if (isUnsaid) return t`Whether you have a bet in the round is looked up as soon as the connection is back.`
  if (bet?.status !== 'open') return t`Nothing of yours is in the air.`
  const stake = formatRupees(bet.stakePaise)
  if (cashing !== null) return t`Whether your cash-out arrived in time is looked up as soon as the connection is back.`
  if (bet.autoCashout !== null)
    return t`Your bet of ${stake} stays in the round. The server cashes it out at ${formatMultiplier(bet.autoCashout)} if the flight gets there.`
  return t`Your bet of ${stake} stays in the round. You can cash out when the connection is back; if it crashes before, the bet is lost.`
}

/** Over the flight while nothing is heard of it: what is drawn is old, and what that means for an open bet. */
export function Lookout({ desk }: { desk: AviatorDesk }): ReactNode {
  const hearing = useHearing(desk)
  const isKnown = useTable(desk, ({ round }) => round !== null)
  const bet = useTable(desk, betOf)
  const asked = useTable(desk, (table) => table.asked)
  const cashing = useTable(desk, (table) => table.cashing)
  const isUnsaid = useTable(desk, isBetUnsaid)
  return (
    <div role="status">
      {isKnown && hearing !== 'heard' && (
        <div className={styles.away}>
          <Icon of={WifiOff} />
          <p>
            <b>{hearing === 'away' ? t`Reconnecting…` : t`No news from the game.`}</b>{' '}
            {awayText({ asked, cashing, bet, isUnsaid })}
          </p>
        </div>
      )}
    </div>
  )
}

/** Until the server has said how it stands (spec 2.4). */
export function Connecting({ desk }: { desk: AviatorDesk }): ReactNode {
  const isKnown = useTable(desk, ({ round }) => round !== null)
  if (isKnown) return null
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
export function ConnectionDot({ desk }: { desk: AviatorDesk }): ReactNode {
  const hearing = useHearing(desk)
  const words = { heard: t`Connected`, silent: t`No news`, away: t`Not connected` }
  return (
    <p className={hearing === 'heard' ? styles.dot : styles.dotOff}>
      <span>{words[hearing]}</span>
    </p>
  )
}
