import { PlayerState } from '@kismet/contracts'
import type { PlayerRow } from '@kismet/contracts'
import { classNames } from '@kismet/ui/class-names.ts'
import { formatDate, formatDay } from '../../core/format/time.ts'
import type { Filter, Table } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import type { PlayerQuery } from './players-api.ts'
import { StateTag } from './state-tag.tsx'
import styles from './players.module.css'

const states: Filter = {
  name: 'state',
  title: 'State',
  options: [
    ['all', 'All'],
    ['active', 'Active'],
    ['suspended', 'Suspended'],
    ['closed', 'Closed'],
  ],
}

const lastLogin = ({ lastLoginAt }: PlayerRow): string => (lastLoginAt === null ? '-' : formatDay(lastLoginAt))

/** Players as a list of the back office. */
export const playerTable: Table<PlayerRow> = {
  label: 'Players',
  idOf: ({ _id }) => _id,
  tabs: states,
  filters: [],
  searchHint: 'Start of the email or id',
  columns: [
    { title: 'Email', text: ({ email }) => email },
    { title: 'State', text: ({ state }) => state, cell: ({ state }) => <StateTag state={state} /> },
    { title: 'Since', text: ({ verifiedAt }) => verifiedAt, cell: ({ verifiedAt }) => formatDate(verifiedAt) },
    { title: 'Last login', text: ({ lastLoginAt }) => lastLoginAt ?? '', cell: lastLogin },
    { title: 'Id', text: ({ _id }) => _id, cell: ({ _id }) => <span className="mono small mute">{_id}</span> },
  ],
  fold: (row) => (
    <span className={styles.fold}>
      <b className={styles.who}>{row.email}</b>
      <StateTag state={row.state} />
      <span className={classNames('small mute', styles.when)}>
        since {formatDate(row.verifiedAt)}, last login {lastLogin(row)}
      </span>
    </span>
  ),
}

/** What the server is asked for by what the address says. */
export function queryOf({ chosen, search }: TableState): PlayerQuery {
  const state = PlayerState.safeParse(chosen(states)).data
  return { ...(state && { state }), ...(search.trim() !== '' && { search: search.trim() }) }
}
