import { checkAuditLog, getAuditLog, instantsOf } from '@kismet/contracts'
import type { AuditFilters, AuditRow } from '@kismet/contracts'
import { Icon } from '@kismet/ui/icon.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import LinkIcon from 'lucide-react/icons/link'
import type { ReactNode } from 'react'
import { api } from '../../core/api.ts'
import { formatDay, formatMoment } from '../../core/format/time.ts'
import type { Filter, FilteredTable } from '../../core/table/table.ts'
import { timeColumn } from '../../core/table/table.ts'
import { tableQuery } from '../../core/table/table-query.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { fromContract, pagesOf } from '../../entities/session/from-contract.ts'
import { changeText, kindOf, shortOf, verbOf } from './audit-words.ts'
import styles from './audit-page.module.css'

// What was done since somebody last looked is what they look for.
export const listAudit = pagesOf(getAuditLog, { keepUnusedDataFor: 0 })

export const { useCheckAuditMutation } = api.injectEndpoints({
  endpoints: (build) => ({ checkAudit: build.mutation(fromContract(checkAuditLog)) }),
})

/** By the kind of thing that was acted on, as the first part of an action names it. */
const kind: Filter = {
  name: 'on',
  title: 'On',
  options: [
    ['all', 'All'],
    ['deposit', 'Deposits'],
    ['withdrawal', 'Withdrawals'],
    ['correction', 'Corrections'],
    ['player', 'Players'],
    ['session', 'Logins'],
    ['admin', 'Admins'],
  ],
}

export const idOf = ({ service, sequence }: Pick<AuditRow, 'service' | 'sequence'>): string => `${service}-${sequence}`

function Hash({ row }: { row: AuditRow }): ReactNode {
  return (
    <span className={styles.hash}>
      <code className={textClass('mute')}>{row.previousHash.slice(0, 4)}</code>
      <Icon of={LinkIcon} size="s" />
      <code>{row.hash.slice(0, 4)}</code>
    </span>
  )
}

/** What was acted on; settings have no name but their kind. */
const on = (row: AuditRow): ReactNode => (
  <>
    <span className={textClass('mute')}>{kindOf(row)}</span>
    {kindOf(row).replaceAll(' ', '-') !== row.target && (
      <>
        {' '}
        <code>{shortOf(row.target)}</code>
      </>
    )}
  </>
)

/** What admins did, as a list of the back office. */
export const auditTable: FilteredTable<AuditRow> = {
  label: 'Audit log',
  idOf,
  tabs: kind,
  tabsNarrow: true,
  filters: [],
  dated: 'When',
  searchHint: 'Admin, action, id, address',
  columns: [
    { title: 'No.', text: ({ service, sequence }) => `${service} ${sequence}`, place: 'desk' },
    timeColumn('Time', ({ at }) => at, {
      cell: ({ at }) => `${formatDay(at).split(',')[0]}, ${formatMoment(at)}`,
      place: 'end',
    }),
    { title: 'Who', text: ({ admin }) => admin.username },
    { title: 'Action', text: verbOf, cell: (row) => <b>{verbOf(row)}</b>, place: 'head' },
    { title: 'On', text: (row) => `${kindOf(row)} ${row.target}`, cell: on },
    {
      title: 'Change',
      text: changeText,
      cell: (row) => <span className={styles.cut}>{changeText(row)}</span>,
      place: 'line',
    },
    { title: 'Hash', text: ({ hash }) => hash, cell: (row) => <Hash row={row} />, place: 'desk' },
  ],
}

/** What the server is asked for by what the address says. */
export function queryOf(state: TableState): AuditFilters {
  const action = state.chosen(kind)
  const { fromMs, untilMs } = instantsOf(state.days)
  return {
    ...tableQuery(getAuditLog, auditTable, state),
    ...(action !== 'all' && { action }),
    ...(fromMs !== undefined && { from: new Date(fromMs).toISOString() }),
    ...(untilMs !== undefined && { to: new Date(untilMs).toISOString() }),
  }
}
