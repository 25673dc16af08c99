import { auditedServices } from '@kismet/contracts'
import type { AuditPage, AuditRow } from '@kismet/contracts'

/** Where each log continues, in the order of `auditedServices`: with the rows before this sequence. A log at its end has 1. */
export type Places = readonly number[]

const [atEnd, beyondNewest] = [1, 999_999_999_999_999]

export const newest: Places = auditedServices.map(() => beyondNewest)

export const isEnd = (places: Places): boolean => places.every((place) => place === atEnd)

/** @returns undefined for a text that is no cursor; one is the places, as `17-1-999999999999999-3` */
export function readPlaces(cursor: string): Places | undefined {
  const places = cursor.split('-')
  const isCursor = places.length === newest.length && places.every((place) => /^[1-9]\d{0,14}$/.test(place))
  return isCursor ? places.map(Number) : undefined
}

/** What was listed, where the rest goes on, and back to when everything was looked at (null: there is no rest). */
export interface MergedPage {
  readonly rows: AuditRow[]
  readonly places: Places
  readonly searchedBackTo: string | null
}

/**
 * The newest rows of all services, and where the rest continues. Rows of one service keep the order of its chain, also when its clock stepped back.
 * A page that ends early holds back older rows of the others. A service that did not answer has no page: its place stays, and its rows come later.
 */
export function mergePages(places: Places, pages: readonly (AuditPage | undefined)[], limit: number): MergedPage {
  const rows: AuditRow[] = []
  const left = pages.map((page) => ({ rows: [...(page?.rows ?? [])], next: page?.next }))
  /** Up to when each log is known, or its next row is from; '' at its end. */
  const timeOf = ({ rows: [row], next }: (typeof left)[number]) => row?.at ?? next?.at ?? ''
  const inOrder = () => left.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)) || b.rows.length - a.rows.length)
  while (rows.length < limit) {
    const row = inOrder()[0]?.rows.shift()
    if (row === undefined) break
    rows.push(row)
  }
  const [backTo = ''] = inOrder().map(timeOf)
  const after = left.map(({ rows: [row], next }, index) => {
    if (pages[index] === undefined) return places[index] ?? beyondNewest
    return row === undefined ? (next?.before ?? atEnd) : row.sequence + 1
  })
  return { rows, places: after, searchedBackTo: backTo === '' ? null : backTo }
}
