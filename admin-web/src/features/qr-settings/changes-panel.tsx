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
import { useListSettingsChangesQuery } from './pay-to-api.ts'

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

/** A change of one value of an account. `from` is null for the first value. */
interface SettingsChange {
  readonly id: string
  readonly at: string
  readonly by: string
  readonly what: (typeof parts)[number][0]
  readonly from: string | null
  readonly to: string | null
}

/**
 * The changes with both values. A row has the account after a change, and its row before has the account before.
 * @param rows changes of the deposit settings, newest first
 * @param isWhole whether `rows` has the oldest change. If not, the oldest row of an account is only the value before the others.
 */
function settingsChanges(rows: readonly AuditRow[], isWhole: boolean): SettingsChange[] {
  return rows.flatMap((row, at) => {
    const before = rows.slice(at + 1).find(({ target }) => target === row.target)
    if (before === undefined && !isWhole) return []
    return parts.flatMap(([what, name]): SettingsChange[] => {
      const [from, to] = [textOf(before, name), textOf(row, name)]
      if (from === to) return []
      return [{ id: `${row.sequence} ${name}`, at: row.at, by: row.admin.username, what, from, to }]
    })
  })
}

/** The newest of them: what is older is in the audit log. */
const shownRows = 20

/** A reference as it is, an image by the beginning of its hash. */
const shown = (what: SettingsChange['what'], value: string | null): string =>
  value === null ? '-' : what === 'QR image' ? value.slice(0, 8) : value

const table: Table<SettingsChange> = {
  label: 'Changes',
  what: 'the changes',
  idOf: ({ id }) => id,
  columns: [
    { title: 'When', text: ({ at }) => formatMinute(at), place: 'line' },
    { title: 'Who', text: ({ by }) => by, place: 'head' },
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
  const query = { action: 'deposit-settings.change', limit: shownRows + 1 }
  const result = useListSettingsChangesQuery(query, { refetchOnMountOrArgChange: true })
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
          children: 'Every change of an account is listed here.',
        }}
      />
    </Panel>
  )
}
