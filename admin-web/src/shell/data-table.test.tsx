import { afterEach, describe, expect, it } from '@jest/globals'
import { configureStore } from '@reduxjs/toolkit'
import { connectionSlice } from '@kismet/app-kit/live/connection-slice.ts'
import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Provider } from 'react-redux'
import { MemoryRouter } from 'react-router'
import { setPhone } from '../testing/browser-parts.ts'
import { ColumnChoice } from '../core/table/table-bar.tsx'
import { DataTable } from '../core/table/data-table.tsx'
import type { Listing, Table } from '../core/table/table.ts'
import { loadedListing } from '../core/table/table.ts'

interface Coin {
  readonly id: string
  readonly metal: string
  readonly paise: number
}
const coins: readonly Coin[] = [
  { id: 'a', metal: 'zinc', paise: 900 },
  { id: 'b', metal: 'iron', paise: 10_000 },
  { id: 'c', metal: 'tin', paise: 50 },
]
const table: Table<Coin> = {
  label: 'Coins',
  idOf: ({ id }) => id,
  columns: [
    { title: 'Metal', text: ({ metal }) => metal, place: 'head' },
    { title: 'Worth', text: ({ paise }) => String(paise), sort: true, isNumber: true },
  ],
}

function show(listing: Partial<Listing<Coin>> = {}, props: Partial<Parameters<typeof DataTable<Coin>>[0]> = {}) {
  const store = configureStore({ reducer: { connection: connectionSlice.reducer } })
  render(
    <Provider store={store}>
      <MemoryRouter>
        <ColumnChoice table={table} />
        <DataTable
          table={table}
          listing={{ ...loadedListing(coins), ...listing }}
          empty={{ title: 'No coins' }}
          toOf={({ id }) => `/coin/${id}`}
          {...props}
        />
      </MemoryRouter>
    </Provider>,
  )
  return userEvent.setup()
}
const metals = (): (string | undefined)[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent)

afterEach(() => localStorage.clear())

describe('a table of rows that are all loaded', () => {
  it('sorts numbers by their size, the largest first and then the smallest', async () => {
    const user = show()
    await user.click(screen.getByRole('button', { name: 'Worth' }))
    expect(metals()).toEqual(['iron', 'zinc', 'tin'])
    await user.click(screen.getByRole('button', { name: 'Worth' }))
    expect(metals()).toEqual(['tin', 'zinc', 'iron'])
    expect(screen.getByRole('columnheader', { name: 'Worth' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('has no sort while a page is missing', () => {
    show({ more: () => undefined })
    expect(screen.queryByRole('button', { name: 'Worth' })).toBeNull()
    screen.getByRole('button', { name: 'Older' })
  })
})

describe('the columns of a table', () => {
  it('are hidden by choice, which this browser keeps', async () => {
    const user = show()
    await user.click(screen.getByRole('button', { name: 'Choose columns' }))
    await user.click(screen.getByRole('switch', { name: 'Worth', hidden: true }))
    expect(screen.queryByRole('columnheader', { name: 'Worth', hidden: true })).toBeNull()
    expect(localStorage.getItem('hidden columns of Coins')).toBe('["Worth"]')
  })

  it('stand with their titles in cards on a phone', () => {
    setPhone(true)
    show()
    expect(screen.getByRole('table').className).toContain('cards')
    setPhone(false)
  })
})

describe('the keys of a table', () => {
  it('move the focus through the rows, and tick a row', async () => {
    const ticked: string[] = []
    const user = show(
      {},
      {
        keys: 'page',
        ticks: {
          isTicked: () => false,
          onTick: ({ metal }) => ticked.push(metal),
          labelOf: ({ metal }) => `Tick ${metal}`,
          all: { ticked: false, onTick: () => undefined, label: 'Tick all' },
        },
      },
    )
    await user.keyboard('jjkj')
    expect(document.activeElement?.closest('tr')?.textContent).toContain('iron')
    await user.keyboard('x')
    expect(ticked).toEqual(['iron'])
  })
})

it('keeps at most 200 rows in the document', () => {
  show(loadedListing(Array.from({ length: 500 }, (_, at) => ({ id: String(at), metal: `metal ${at}`, paise: at }))))
  expect(metals().length).toBeLessThanOrEqual(200)
})
