import { PlayerState } from '@kismet/contracts'
import type { PlayerRow } from '@kismet/contracts'
import { textClass } from '@kismet/ui/class-names.ts'
import { formatDate, formatDay } from '../../core/format/time.ts'
import type { Filter, FilteredTable } from '../../core/table/table.ts'
import type { TableState } from '../../core/table/use-table-state.ts'
import type { PlayerQuery } from './players-api.ts'
import { StateTag } from './state-tag.tsx'

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
export const playerTable: FilteredTable<PlayerRow> = {
  label: 'Players',
  idOf: ({ _id }) => _id,
  tabs: states,
  filters: [],
  searchHint: 'Start of the email or id',
  columns: [
    { title: 'Email', text: ({ email }) => email, place: 'head' },
    { title: 'State', text: ({ state }) => state, cell: ({ state }) => <StateTag state={state} />, place: 'end' },
    { title: 'Since', text: ({ verifiedAt }) => verifiedAt, cell: ({ verifiedAt }) => formatDate(verifiedAt) },
    { title: 'Last login', text: ({ lastLoginAt }) => lastLoginAt ?? '', cell: lastLogin },
    {
      title: 'Id',
      text: ({ _id }) => _id,
      cell: ({ _id }) => <span className={textClass('mono', 'small', 'mute')}>{_id}</span>,
      place: 'desk',
    },
  ],
}

/** What the server is asked for by what the address says. */
export function queryOf({ chosen, search }: TableState): PlayerQuery {
  const state = PlayerState.safeParse(chosen(states)).data
  return { ...(state && { state }), ...(search.trim() !== '' && { search: search.trim() }) }
}
