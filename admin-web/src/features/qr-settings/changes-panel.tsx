import { refusal } from '@kismet/app-kit/call-error.ts'
import type { AuditRow } from '@kismet/contracts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import { formatRupees } from '@kismet/ui/format/money.ts'
import History from 'lucide-react/icons/history'
import type { ReactNode } from 'react'
import { formatMinute } from '../../core/format/time.ts'
import { DataTable } from '../../core/table/data-table.tsx'
import type { Table } from '../../core/table/table.ts'
import { wholeListing } from '../../core/table/table.ts'
import { useSettingsChanges } from './pay-to-api.ts'

const parts = [
  ['UPI ID or account', 'utr'],
  ['Name', 'name'],
  ['IFSC', 'ifsc'],
  ['QR image', 'qrVersion'],
  ['Methods', 'methods'],
  ['Daily limit', 'dailyLimitPaise'],
  ['State', 'isOn'],
] as const

const texts: Partial<Record<string, (value: string) => string>> = {
  dailyLimitPaise: (paise) => formatRupees(Number(paise)),
  isOn: (isOn) => (isOn === 'true' ? 'on' : 'off'),
}

function textOf(row: AuditRow | undefined, name: string): string | null {
  const value = row?.detail[name] ?? null
  return value === null || value === '' ? null : (texts[name]?.(String(value)) ?? String(value))
}

/** A change of one value of an account, or a step of a change. `from` is null for the first value. */
interface SettingsChange {
  readonly id: string
  readonly at: string
  readonly by: string
  readonly account: string
  readonly what: string
  readonly from: string | null
  readonly to: string | null
}

const verbOf = ({ action }: AuditRow): string => action.slice(action.indexOf('.') + 1)
const isChange = (row: AuditRow): boolean => verbOf(row) === 'change'
/** The account of a row: its UPI ID, account number or wallet address. */
const accountOf = (row: AuditRow | undefined): string | null => textOf(row, 'utr')

/** The accounts in the order of a row that set the order. */
function orderOf(row: AuditRow, rows: readonly AuditRow[]): string {
  const ids = String(row.detail.ids ?? '').split(' ')
  const of = (id: string) => rows.find((one) => isChange(one) && one.target.endsWith(id))
  return ids.map((id) => accountOf(of(id)) ?? `…${id.slice(-6)}`).join(', ')
}

/** What each row says: the values that differ from those in use before the row, or one step. */
function changesOf(row: AuditRow, before: AuditRow | undefined, rows: readonly AuditRow[]): SettingsChange[] {
  const shared = {
    at: row.at,
    by: row.admin.username,
    account: accountOf(before) ?? accountOf(row) ?? 'QR image alone',
  }
  const one = (what: string, from: string | null, to: string | null): SettingsChange => ({
    ...{ ...shared, id: `${row.sequence} ${what}` },
    ...{ what, from, to },
  })
  const verb = verbOf(row)
  if (verb === 'order') return [{ ...one('Order', null, orderOf(row, rows)), account: 'all' }]
  if (verb === 'withdraw') return [one('Withdrawn', `proposal of ${String(row.detail.proposedBy)}`, null)]
  return parts.flatMap(([what, name]) => {
    const [from, to] = [textOf(before, name), textOf(row, name)]
    return from === to ? [] : [one(verb === 'propose' ? `${what}, proposed` : what, from, to)]
  })
}

/**
 * The changes with both values, and the steps of changes that wait. A row has the account after a change, and its row before
 * has the account before.
 * @param rows rows about the deposit settings, newest first
 * @param isWhole whether `rows` has the oldest row. If not, the oldest row of an account is only the value before the others.
 */
function settingsChanges(rows: readonly AuditRow[], isWhole: boolean): SettingsChange[] {
  return rows.flatMap((row, at) => {
    const before = rows.slice(at + 1).find((one) => isChange(one) && one.target === row.target)
    const needsBefore = isChange(row) || verbOf(row) === 'propose'
    return before === undefined && needsBefore && !isWhole ? [] : changesOf(row, before, rows)
  })
}

/** The newest of them: what is older is in the audit log. */
const shownRows = 20

/** A reference as it is, an image by the beginning of its hash. */
const shown = (what: string, value: string | null): string =>
  value === null ? '-' : what.startsWith('QR image') ? value.slice(0, 8) : value

const table: Table<SettingsChange> = {
  label: 'Changes',
  what: 'the changes',
  idOf: ({ id }) => id,
  columns: [
    { title: 'When', text: ({ at }) => formatMinute(at), place: 'line' },
    { title: 'Who', text: ({ by }) => by, place: 'head' },
    { title: 'Account', text: ({ account }) => account, place: 'line' },
    { title: 'What', text: ({ what }) => what, place: 'end' },
    {
      title: 'From',
      text: ({ what, from }) => shown(what, from),
      cell: ({ what, from }) => <span className={textClass('mono', 'mute')}>{shown(what, from)}</span>,
    },
    {
      title: 'To',
      text: ({ what, to }) => shown(what, to),
      cell: ({ what, to }) => <span className={textClass('mono')}>{shown(what, to)}</span>,
    },
  ],
}
const noAnswer = refusal(503, { code: 'unavailable', message: 'Payments did not answer.' }, null)

/** Who changed where players pay to, and when, as the audit log has it: who may open this page may read that. */
export function ChangesPanel(): ReactNode {
  const query = { action: 'deposit-settings', limit: shownRows + 1 }
  const result = useSettingsChanges(query, { refetchOnMountOrArgChange: true })
  const all = wholeListing(result, ({ rows, nextCursor }) => settingsChanges(rows, nextCursor === null))
  // The rows of a service that did not answer are missing: an empty list would be untrue.
  const isSilent = all.rows.length === 0 && result.currentData?.silent.includes('payments') === true
  const listing = isSilent ? { ...all, known: false, error: all.error ?? noAnswer } : all
  return (
    <Panel title="Changes" note="from the audit log" flush>
      <DataTable
        table={table}
        listing={listing}
        usualRows={3}
        empty={{
          icon: History,
          title: 'No changes yet',
          children: 'Every change of an account is listed here, also proposed and withdrawn changes and the order.',
        }}
      />
    </Panel>
  )
}
