import { auditDecisions, checkAuditLog, getAuditLog, instantsOf } from '@kismet/contracts'
import type { AuditFilters, AuditRow, ListedAuditRow } from '@kismet/contracts'
import { classNames, textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api } from '../../core/api.ts'
import { formatDay, formatMoment } from '../../core/format/time.ts'
import { playerPath } from '../../core/paths.ts'
import type { FilteredTable } from '../../core/table/table.ts'
import { amountColumn, filterOf, timeColumn } from '../../core/table/table.ts'
import { tableQuery } from '../../core/table/table-query.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import { fromContract, pagesOf } from '../../entities/session/from-contract.ts'
import { amountOf, changeText, kindOf, shortOf, verbOf } from './audit-words.ts'
import styles from './audit-page.module.css'

// What was done since somebody last looked is what they look for.
export const listAudit = pagesOf(getAuditLog, { keepUnusedDataFor: 0 })

export const { useCheckAuditMutation } = api.injectEndpoints({
  endpoints: (build) => ({ checkAudit: build.mutation(fromContract(checkAuditLog)) }),
})

/** By the kind of thing that was acted on, as the first part of an action names it. */
const kind = filterOf('on', 'About', {
  all: 'All',
  [auditDecisions]: 'Decisions',
  deposit: 'Deposits',
  withdrawal: 'Withdrawals',
  correction: 'Corrections',
  player: 'Players',
  session: 'Logins',
  admin: 'Admins',
})

export const idOf = ({ service, sequence }: Pick<AuditRow, 'service' | 'sequence'>): string => `${service}-${sequence}`

/** The player of a row, by the e-mail. */
function Player({ row: { player } }: { row: ListedAuditRow }): ReactNode {
  if (!player) return null
  return (
    <Link className={classNames(textClass('link'), styles.email)} to={playerPath(player._id)}>
      {player.email ?? shortOf(player._id)}
    </Link>
  )
}

/** What was done, and on what: an admin by the name. Settings have no name but their kind. */
const done = (row: AuditRow): ReactNode => (
  <>
    <b>{verbOf(row)}</b> <span className={textClass('mute')}>{kindOf(row)}</span>
    {kindOf(row).replaceAll(' ', '-') !== row.target && (
      <> {row.detail.username ?? <code>{shortOf(row.target)}</code>}</>
    )}
  </>
)

/** What admins did, as a list of the back office. */
export const auditTable: FilteredTable<ListedAuditRow> = {
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
    { title: 'Action', text: (row) => `${verbOf(row)} ${kindOf(row)} ${row.target}`, cell: done, place: 'head' },
    amountColumn('Amount', amountOf),
    {
      title: 'Player',
      text: ({ player }) => player?.email ?? player?._id ?? '',
      cell: (row) => <Player row={row} />,
      place: 'line',
    },
    {
      title: 'Change',
      text: changeText,
      cell: (row) => <span className={styles.change}>{changeText(row)}</span>,
      place: 'line',
    },
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
