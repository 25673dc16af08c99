import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { indiaTime } from '@kismet/contracts'
import type { SerializedError } from '@reduxjs/toolkit'
import { formatRupees } from '@kismet/ui/format/money.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../format/amount.tsx'
import { formatDay } from '../format/time.ts'

/** One column: its words, and what a cell shows and writes. */
export interface Column<Row> {
  readonly title: string
  /** The head, where that is not the title. */
  readonly head?: ReactNode
  /** The plain text of a cell. Rows sort by this text. */
  readonly text: (row: Row) => string
  /** As the page shows it, where that is not the text. */
  readonly cell?: (row: Row, nowMs: number) => ReactNode
  /** The name by which the server sorts it; true: the browser sorts it once all rows are loaded. */
  readonly sort?: string | true
  /** Numbers stand at the right. */
  readonly isNumber?: true
  /**
   * The place in a card on a phone: first, at the right end of the first line, on a line of its own, or nowhere. Other cells
   * stand below their titles, three in a line.
   */
  readonly place?: 'head' | 'end' | 'line' | 'desk'
}

/** A column of amounts in paise, which a file has in rupees. An unknown amount is a dash. */
export function amountColumn<Row>(
  title: string,
  amountOf: (row: Row) => number | null,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  const inWords = (row: Row, words: (paise: number) => string, none: string): string => {
    const paise = amountOf(row)
    return paise === null ? none : words(paise)
  }
  return {
    title,
    text: (row) => inWords(row, (paise) => String(paise / 100), ''),
    cell: (row) => inWords(row, formatRupees, '-'),
    isNumber: true,
    ...more,
  }
}

/** A column of counts. */
export const countColumn = <Row>(
  title: string,
  countOf: (row: Row) => number,
  more: Partial<Column<Row>> = {},
): Column<Row> => ({
  title,
  text: (row) => String(countOf(row)),
  cell: (row) => formatCount(countOf(row)),
  isNumber: true,
  ...more,
})

/** A column of instants: the time of India in a file, and on the page a day with its time. An unknown instant is a dash. */
export function timeColumn<Row>(
  title: string,
  timeOf: (row: Row) => string | null,
  more: Partial<Column<Row>> = {},
): Column<Row> {
  return {
    title,
    text: (row) => {
      const at = timeOf(row)
      return at === null ? '' : indiaTime(Date.parse(at))
    },
    cell: (row) => {
      const at = timeOf(row)
      return at === null ? '-' : formatDay(at)
    },
    ...more,
  }
}

/** The name of a column in an order; undefined if the column has no sort. */
export const sortOf = <Row>({ sort, title }: Column<Row>): string | undefined => (sort === true ? title : sort)

/** A choice of what is listed: the value in the address and its words. The first is the one without a choice. */
export interface Filter {
  readonly name: string
  readonly title: string
  readonly options: readonly (readonly [value: string, word: string])[]
}

/** A choice from its words by value. */
export const filterOf = (name: string, title: string, words: Readonly<Record<string, string>>): Filter => ({
  name,
  title,
  options: Object.entries(words),
})

/** A table as data: its columns, and how a row is named. */
export interface Table<Row> {
  /** What is listed, such as 'Deposit requests'; it names the file too. */
  readonly label: string
  /** The same in a sentence, such as 'the entries'; the label in lower case if missing. */
  readonly what?: string
  readonly idOf: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** A row that is only there so that nothing moves. */
  readonly isFaint?: (row: Row) => boolean
}

/** A table that fills a page, with the filters of its bar. */
export interface FilteredTable<Row> extends Table<Row> {
  /** The filter that stands as tabs, before all others. */
  readonly tabs?: Filter
  /** A tab leaves rows out, as a filter does, instead of being a list of its own. */
  readonly tabsNarrow?: true
  readonly filters: readonly Filter[]
  /** The days that narrow the list are of this, such as 'Asked'. Without it the list has no range of days. */
  readonly dated?: string
  /** What the search looks for, in the empty field. */
  readonly searchHint: string
}

/** The rows that a query has, and what can be done about those that it has not. */
export interface Listing<Row> {
  readonly rows: readonly Row[]
  /** True once there was an answer to this very query. */
  readonly known: boolean
  /** When that answer came. */
  readonly asOfMs: number | null
  readonly error: CallError | null
  readonly busy: boolean
  readonly retry: () => void
  /** Loads what follows; null when there is nothing more. */
  readonly more: (() => void) | null
}

/** What a query of pages answers. */
export interface PagedResult<Page> {
  readonly currentData?: { readonly pages: readonly Page[] } | undefined
  readonly fulfilledTimeStamp?: number | undefined
  readonly error?: CallError | SerializedError | undefined
  readonly isFetching: boolean
  readonly hasNextPage: boolean
  readonly refetch: () => unknown
  readonly fetchNextPage: () => unknown
}

/** The answer of a query without pages. */
export interface PlainResult<Data> extends Omit<PagedResult<unknown>, 'currentData' | 'hasNextPage' | 'fetchNextPage'> {
  readonly currentData?: Data | undefined
}

/** The listing of a query that answers with all rows at once. The answer to another query is none: rows of one list never stand in another. */
export function wholeListing<Data, Row>(
  { currentData, fulfilledTimeStamp, error, isFetching, refetch }: PlainResult<Data>,
  rowsOf: (data: Data) => readonly Row[],
): Listing<Row> {
  return {
    rows: currentData === undefined ? [] : rowsOf(currentData),
    known: currentData !== undefined,
    asOfMs: fulfilledTimeStamp ?? null,
    error: error === undefined ? null : asCallError(error),
    busy: isFetching,
    retry: () => void refetch(),
    more: null,
  }
}

/** The listing of an infinite query. */
export function listingOf<Page, Row>(result: PagedResult<Page>, rowsOf: (page: Page) => readonly Row[]): Listing<Row> {
  const listing = wholeListing(result, ({ pages }) => pages.flatMap(rowsOf))
  return { ...listing, more: listing.known && result.hasNextPage ? () => void result.fetchNextPage() : null }
}

/** Rows that are part of an answer whose states the page shows. */
export const loadedListing = <Row>(rows: readonly Row[]): Listing<Row> => ({
  rows,
  known: true,
  asOfMs: null,
  error: null,
  busy: false,
  retry: () => undefined,
  more: null,
})

/** The id `step` places from the one that is open; null at the ends. Where none of them is open, the first. */
export function neighbour(ids: readonly string[], id: string | null, step: 1 | -1): string | null {
  const at = id === null ? -1 : ids.indexOf(id)
  return (at === -1 ? ids[0] : ids[at + step]) ?? null
}
