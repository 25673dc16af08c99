import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { tableQuery } from './table-query.ts'
import type { TableState } from './use-table-state.ts'

const input = z.object({
  search: z.string().optional(),
  sort: z.enum(['amount']).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  status: z.enum(['open', 'closed']).optional(),
  method: z.enum(['UPI']).optional(),
  from: z.iso.date().optional(),
})
const filterOf = (name: string) => ({ name, title: name, options: [] })
const table = { tabs: filterOf('status'), filters: [filterOf('method'), filterOf('when')] }

interface Address {
  choices?: Readonly<Record<string, string>>
  search?: string
  sort?: TableState['sort']
  days?: TableState['days']
}

/** The state of a table at this address. */
const stateOf = ({ choices = {}, search = '', sort = null, days = {} }: Address): TableState => ({
  id: null,
  search,
  sort,
  days,
  isNarrowed: false,
  narrowing: [],
  chosen: ({ name }) => choices[name] ?? 'all',
  choose: () => undefined,
  setSearch: () => undefined,
  setSort: () => undefined,
  setDays: () => undefined,
  clear: () => undefined,
  open: () => undefined,
  opensPage: false,
  addressOf: (id) => id,
})

describe('the query of a table', () => {
  it.each<[string, Address, z.output<typeof input>]>([
    ['a choice that the operation accepts', { choices: { status: 'open' } }, { status: 'open' }],
    ['no choice that the operation refuses', { choices: { status: 'all', method: 'CRYPTO' } }, {}],
    ['no filter without a field', { choices: { when: 'today', method: 'UPI' } }, { method: 'UPI' }],
    ['the search without spaces around it', { search: ' asha ' }, { search: 'asha' }],
    ['no empty search', { search: '  ' }, {}],
    ['an order of the operation', { sort: { by: 'amount', order: 'asc' } }, { sort: 'amount', order: 'asc' }],
    ['the days that the operation accepts', { days: { from: '2026-11-28', to: '2026-11-29' } }, { from: '2026-11-28' }],
    ['no order that the operation lacks', { sort: { by: 'age', order: 'asc' } }, {}],
  ])('has %s', (_, address, query) => expect(tableQuery({ input }, table, stateOf(address))).toEqual(query))
})
