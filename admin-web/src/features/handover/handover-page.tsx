import type { HandoverRow } from '@kismet/contracts'
import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { exportHandover, getHandover, listCorrections, RequestKind } from '@kismet/contracts'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { formatRupees } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Inbox from 'lucide-react/icons/inbox'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { z } from 'zod'
import { TextLink } from '../../core/text-link.tsx'
import { DateField, RangePick } from '../../core/date-range.tsx'
import { countText, formatCount } from '../../core/format/amount.tsx'
import { formatAge, formatClock } from '../../core/format/time.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import { QueryState } from '../../core/table/query-state.tsx'
import type { Column } from '../../core/table/table.ts'
import { amountColumn, countColumn, loadedListing } from '../../core/table/table.ts'
import { Page } from '../../entities/page/page.tsx'
import { paths } from '../../core/paths.ts'
import { ExportButtons } from '../../entities/queue/export-buttons.tsx'
import { useCountMessagesQuery } from '../../entities/queue/support-api.ts'
import { queryOf } from '../../entities/session/from-contract.ts'
import { useServerNow } from '../../core/use-now.ts'
import type { NamedShift, Shift } from './shift.ts'
import { instantOf, isMinute, minutesOf, shiftWords } from './shift.ts'

const useHandover = queryOf(getHandover, ['Deposits', 'Withdrawals'])

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
    countColumn('Approved', ({ approved }: HandoverRow) => approved),
    amountColumn('Approved amount', ({ approvedAmount }: HandoverRow) => approvedAmount, { place: 'end' }),
    countColumn('Rejected', ({ rejected }: HandoverRow) => rejected),
    amountColumn('Rejected amount', ({ rejectedAmount }: HandoverRow) => rejectedAmount),
    countColumn('First approvals', ({ firstApprovals }: HandoverRow) => firstApprovals),
    wait('Median wait', ({ medianMs }) => medianMs),
    wait('Longest wait', ({ longestMs }) => longestMs),
  ] satisfies readonly Column<HandoverRow>[],
}

/** The shift in the address: its minutes, or its name. Without both, the last eight hours. A named shift moves with the clock. */
function useShift() {
  const [params, setParams] = useSearchParams()
  const nowMs = useServerNow(1_000)
  const [from, to] = [params.get('from'), params.get('to')]
  const name = (Object.keys(shiftWords) as NamedShift[]).find((one) => one === params.get('range')) ?? 'shift'
  const isOwn = isMinute(from) && isMinute(to)
  const minutes: Shift = isOwn ? { from, to } : minutesOf(name, nowMs)
  const set = (next: Record<string, string>): void => setParams(next, { replace: true })
  return {
    minutes,
    choice: isOwn ? 'own' : name,
    choose: (choice: string) => set(choice === 'own' ? { ...minutes } : { range: choice }),
    set: (end: keyof Shift, minute: string) => set({ ...minutes, [end]: minute }),
  }
}

const file = { route: exportHandover.route, query: z.object({ from: z.string(), to: z.string() }) }

/** The totals of each kind: deposits bring money and withdrawals take money, so they have no common sum. */
function totalsOf(rows: readonly HandoverRow[]): ReactNode[][] {
  return RequestKind.options.flatMap((kind) => {
    const own = rows.filter((row) => row.kind === kind)
    const sumOf = (name: `${'approved' | 'rejected'}${'' | 'Amount'}` | 'firstApprovals'): number =>
      own.reduce((sum, { [name]: one }) => sum + one, 0)
    if (own.length === 0) return []
    return [
      [
        ...[`All ${kind}s`, ''],
        ...[formatCount(sumOf('approved')), formatRupees(sumOf('approvedAmount'))],
        ...[formatCount(sumOf('rejected')), formatRupees(sumOf('rejectedAmount'))],
        formatCount(sumOf('firstApprovals')),
      ],
    ]
  })
}

const useCorrections = queryOf(listCorrections, ['Ledger'])

/** What the shift leaves, as of now, each with the way to its list. */
function Waiting({ pending }: { pending: { deposits: number; withdrawals: number } }): ReactNode {
  const corrections = useCorrections({ status: 'pending', limit: 1 }, usePolling()).data?.pending
  const messages = useCountMessagesQuery({}, usePolling()).data?.waiting
  const left = [
    { to: paths.deposits, count: pending.deposits, one: 'deposit' },
    { to: paths.withdrawals, count: pending.withdrawals, one: 'withdrawal' },
    { to: paths.ledger, count: corrections, one: 'correction' },
    { to: paths.support, count: messages, one: 'support message' },
  ]
  return (
    <Panel title="Waiting now">
      <Row as="ul" wrap gap={4}>
        {left.map(({ to, count, one }) => (
          <li key={one}>
            <TextLink to={to}>{count === undefined ? `${one}s: not known` : countText(count, one)}</TextLink>
          </li>
        ))}
      </Row>
    </Panel>
  )
}

/** The decisions of a shift. Its last answer stays while a named shift moves on. */
function Decisions({ shift }: { shift: Shift }): ReactNode {
  const answer = useHandover(shift)
  const result = { ...answer, currentData: answer.currentData ?? answer.data }
  return (
    <>
      <Panel title={table.label} note={`${formatClock(shift.from)} to ${formatClock(shift.to)} IST`} flush>
        <QueryState what="the handover" result={result} rows={5}>
          {({ rows }) => (
            <DataTable
              table={table}
              listing={loadedListing(rows)}
              foot={totalsOf(rows)}
              empty={{ icon: Inbox, title: 'No decisions in this shift' }}
            />
          )}
        </QueryState>
      </Panel>
      {result.currentData && <Waiting pending={result.currentData.pending} />}
    </>
  )
}

/** What a shift decided, by admin and method, how long requests waited, and what it leaves. */
export function HandoverPage(): ReactNode {
  const { minutes, choice, choose, set } = useShift()
  const shift = { from: instantOf(minutes.from), to: instantOf(minutes.to) }
  const isRange = shift.from < shift.to
  const field = (end: keyof Shift, label: string): ReactNode => (
    <DateField
      {...{ label, type: 'datetime-local', required: true }}
      value={minutes[end]}
      onValue={(minute) => set(end, minute)}
    />
  )
  return (
    <Page>
      <Row wrap spread gap={2}>
        <RangePick title="Shift" words={shiftWords} choice={choice} onChoice={choose}>
          {field('from', 'From')}
          {field('to', 'To')}
        </RangePick>
        {isRange && <ExportButtons file={file} query={shift} what="handover" />}
      </Row>
      {isRange ? (
        <Decisions key={choice === 'own' ? `${minutes.from} ${minutes.to}` : choice} shift={shift} />
      ) : (
        <Notice tone="bad">The end of the range must be after its start.</Notice>
      )}
    </Page>
  )
}
