import type { PlayLimit, SaferPlay } from '@kismet/contracts'
import { Meter } from '@kismet/ui/feedback/meter.tsx'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDay } from '../../core/format/time.ts'
import { QueryState } from '../../core/table/query-state.tsx'
import { useGetPlayerDepositedQuery, useGetPlayerLimitsQuery } from './players-api.ts'
import styles from './players.module.css'

const kinds = { deposit: 'Deposits', loss: 'Losses', wager: 'Stakes', other: 'Other' } as const
const periods = { day: 'today', week: 'this week', month: 'this month', other: 'another period' } as const
/** From this part of a limit on its bar warns. */
const nearPart = 0.8

function pendingText({ amount, pending }: PlayLimit): string | null {
  if (pending === undefined) return null
  const from = `from ${formatDay(pending.at)} on`
  if (pending.amount === null) return `No limit ${from}.`
  return amount === null
    ? `${formatRupees(pending.amount)} ${from}.`
    : `Rises to ${formatRupees(pending.amount)} ${from}.`
}

/** One limit that is set or waits, with the used amount of its period; `used` is undefined while it is unknown. */
function Limit({ limit, used }: { limit: PlayLimit; used: number | undefined }): ReactNode {
  const { type, period, amount } = limit
  const name = `${kinds[type]}, ${periods[period]}`
  const waits = pendingText(limit)
  // A net win counts as a loss of 0.
  const taken = used === undefined ? undefined : Math.max(0, used)
  return (
    <li>
      <p>
        <span>{name}</span>
        <span>
          {taken !== undefined && <b>{formatRupees(taken)} </b>}
          <span className={textClass('mute')}>
            {amount === null
              ? 'no limit yet'
              : taken === undefined
                ? `limit ${formatRupees(amount)}`
                : `of ${formatRupees(amount)}`}
          </span>
        </span>
      </p>
      {amount !== null && taken !== undefined && (
        <Meter
          label={name}
          value={taken}
          max={amount}
          valueText={`${formatRupees(taken)} of ${formatRupees(amount)}`}
          variant={taken >= amount * nearPart ? 'near' : 'line'}
        />
      )}
      {waits !== null && <small className={textClass('mute')}>{waits}</small>}
    </li>
  )
}

function Limits({ id, limits, timeOutUntil, excludedUntil }: SaferPlay & { id: string }): ReactNode {
  const set = limits.filter(({ amount, pending }) => amount !== null || pending !== undefined)
  const { data: deposited } = useGetPlayerDepositedQuery({ id }, { skip: set.every(({ type }) => type !== 'deposit') })
  const usedOf = ({ type, period, used }: PlayLimit) =>
    type !== 'deposit' ? used : period === 'other' ? undefined : deposited?.[period]
  const isFree = timeOutUntil === null && excludedUntil === null
  return (
    <div className={styles.stack}>
      {excludedUntil !== null && (
        <Notice tone="warn">
          <b>Self-excluded</b> from play and deposits until {formatDate(excludedUntil)}.
        </Notice>
      )}
      {timeOutUntil !== null && (
        <Notice tone="warn">
          <b>On a break</b> from play until {formatDay(timeOutUntil)}.
        </Notice>
      )}
      {set.length > 0 && (
        <ul className={styles.limits} aria-label="Limits">
          {set.map((limit) => (
            <Limit key={`${limit.type} ${limit.period}`} limit={limit} used={usedOf(limit)} />
          ))}
        </ul>
      )}
      <p className={textClass('small', 'mute')}>
        {set.length === 0 ? 'No limits. ' : 'No others. '}
        {isFree && 'No break, no self-exclusion.'}
      </p>
    </div>
  )
}

/** The limits that the player has set. Admins cannot change them. */
export function PlayerLimits({ id }: { id: string }): ReactNode {
  const result = useGetPlayerLimitsQuery({ id })
  return (
    <Panel title="Limits" note="only the player changes them">
      <QueryState what="the limits" result={result}>
        {(limits) => <Limits id={id} {...limits} />}
      </QueryState>
    </Panel>
  )
}
