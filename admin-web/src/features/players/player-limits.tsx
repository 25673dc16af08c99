import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { PlayLimit } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatNet, formatRupees } from '@kismet/ui/format/money.ts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { errorDetail } from '../../core/error-text.ts'
import { formatDate, formatDay } from '../../core/format/time.ts'
import type { PlainColumn } from '../../core/table/plain-table.tsx'
import { PlainTable } from '../../core/table/plain-table.tsx'
import { useGetPlayerLimitsQuery } from './players-api.ts'

const words = { deposit: 'Deposits', loss: 'Losses', wager: 'Stakes' } as const
const amountText = (paise: number | null): string => (paise === null ? 'none' : formatRupees(paise))

const columns: readonly PlainColumn<PlayLimit>[] = [
  { title: 'Limit', text: ({ type, period }) => `${words[type]} a ${period}`, place: 'head' },
  { title: 'Amount', text: ({ amount }) => amountText(amount), isNumber: true, place: 'end' },
  {
    title: 'Used',
    text: ({ used, type }) => (used === undefined ? '-' : type === 'loss' ? formatNet(used) : formatRupees(used)),
    isNumber: true,
  },
  {
    title: 'Waits',
    text: ({ pending }) =>
      pending === undefined ? '-' : `${amountText(pending.amount)} from ${formatDay(pending.at)} on`,
  },
]

/** The rules of safer play that the player has set. Nobody here changes them. */
export function PlayerLimits({ id }: { id: string }): ReactNode {
  const { data, error, isFetching, refetch } = useGetPlayerLimitsQuery({ id })
  return (
    <Panel title="Limits of the player's own" note="only the player changes them">
      {data ? (
        <>
          {data.excludedUntil !== null && (
            <Notice tone="warn">
              <b>Has excluded themselves</b> from play and deposits until {formatDate(data.excludedUntil)}.
            </Notice>
          )}
          {data.timeOutUntil !== null && (
            <Notice tone="warn">
              <b>Takes a break</b> from play until {formatDay(data.timeOutUntil)}.
            </Notice>
          )}
          <PlainTable
            label="Limits"
            columns={columns}
            rows={data.limits}
            idOf={({ type, period }) => `${type} ${period}`}
          />
        </>
      ) : error ? (
        <ErrorState title="Failed to load the limits" busy={isFetching} onRetry={() => void refetch()}>
          {errorDetail(asCallError(error))}
        </ErrorState>
      ) : (
        <Skeleton look="table" rows={9} label="Loading limits" />
      )}
    </Panel>
  )
}
