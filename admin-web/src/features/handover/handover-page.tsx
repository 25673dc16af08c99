import type { HandoverRow } from '@kismet/contracts'
import { exportHandover, getHandover } from '@kismet/contracts'
import { Skeleton } from '@kismet/ui/feedback/states.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { api } from '../../core/api.ts'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatAge } from '../../core/format/time.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, loadedListing } from '../../core/table/table.ts'
import { Page } from '../../entities/page/page.tsx'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import { fromContract } from '../../entities/session/from-contract.ts'
import { useServerNow } from '../../core/use-now.ts'
import { instantOf, minuteOf } from './shift.ts'
import styles from './handover.module.css'

const { useGetHandoverQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    getHandover: build.query({ ...fromContract(getHandover), providesTags: ['Deposits', 'Withdrawals'] }),
  }),
})

const shiftHours = 8
const hourMs = 3_600_000

const count = (title: string, of: (row: HandoverRow) => number): Column<HandoverRow> => ({
  title,
  text: (row) => String(of(row)),
  cell: (row) => formatCount(of(row)),
  isNumber: true,
})
const wait = (title: string, of: (row: HandoverRow) => number): Column<HandoverRow> => ({
  title,
  text: (row) => String(Math.round(of(row) / 1_000)),
  cell: (row) => formatAge(of(row)),
  isNumber: true,
})

const table = {
  label: 'Decisions of the shift',
  idOf: ({ by, kind, method }: HandoverRow): string => `${by} ${kind} ${method ?? ''}`,
  columns: [
    { title: 'Admin', text: ({ by }: HandoverRow) => by, place: 'head' },
    { title: 'Kind', text: ({ kind, method }: HandoverRow) => (method === null ? kind : `${kind}, ${method}`) },
    count('Approved', ({ approved }) => approved),
    amountColumn('Approved amount', ({ approvedAmount }: HandoverRow) => approvedAmount, { place: 'end' }),
    count('Rejected', ({ rejected }) => rejected),
    amountColumn('Rejected amount', ({ rejectedAmount }: HandoverRow) => rejectedAmount),
    wait('Median wait', ({ medianMs }) => medianMs),
    wait('Longest wait', ({ longestMs }) => longestMs),
  ] satisfies readonly Column<HandoverRow>[],
}

/** The shift in the address; the last eight hours without one. */
function useShift(): { from: string; to: string; set: (name: 'from' | 'to', minute: string) => void } {
  const [params, setParams] = useSearchParams()
  const nowMs = useServerNow(60_000)
  const [openedMs] = useState(nowMs)
  const minutes = {
    from: params.get('from') ?? minuteOf(openedMs - shiftHours * hourMs),
    to: params.get('to') ?? minuteOf(openedMs),
  }
  return {
    from: minutes.from,
    to: minutes.to,
    set: (name, minute) => setParams({ ...minutes, [name]: minute }, { replace: true }),
  }
}

const file = {
  route: exportHandover.route,
  query: z.object({ from: z.string(), to: z.string() }),
}

/** What a shift decided, by admin and method, how long requests waited, and what it leaves. */
export function HandoverPage(): ReactNode {
  const { from, to, set } = useShift()
  const shift = { from: instantOf(from), to: instantOf(to) }
  const result = useGetHandoverQuery(shift)
  const field = (name: 'from' | 'to', label: string, value: string): ReactNode => (
    <label className={styles.field}>
      {label}
      <input
        type="datetime-local"
        required
        value={value}
        onChange={({ target }) => target.validity.valid && set(name, target.value)}
      />
    </label>
  )
  return (
    <Page>
      <Row wrap gap={2}>
        {field('from', 'From', from)}
        {field('to', 'To', to)}
        <Row gap={2}>
          <ExportButtons file={file} query={shift} what="handover" />
        </Row>
      </Row>
      <Panel title={table.label} note="times are IST" flush>
        <QueryState
          what="the handover"
          result={result}
          fallback={<Skeleton variant="table" rows={5} label="Loading the handover" />}
        >
          {({ rows }) => (
            <DataTable
              table={table}
              listing={loadedListing(rows)}
              foot={[
                'All',
                '',
                formatCount(rows.reduce((sum, { approved }) => sum + approved, 0)),
                formatRupees(rows.reduce((sum, { approvedAmount }) => sum + approvedAmount, 0)),
                formatCount(rows.reduce((sum, { rejected }) => sum + rejected, 0)),
                formatRupees(rows.reduce((sum, { rejectedAmount }) => sum + rejectedAmount, 0)),
              ]}
              empty={{ icon: Inbox, title: 'No decisions in this shift' }}
            />
          )}
        </QueryState>
      </Panel>
      {result.currentData && (
        <p>
          Waiting now: {countText(result.currentData.pending.deposits, 'deposit')} and{' '}
          {countText(result.currentData.pending.withdrawals, 'withdrawal')}.
        </p>
      )}
    </Page>
  )
}
