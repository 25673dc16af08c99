import { auditedServices } from '@kismet/contracts'
import type { AuditPage, AuditRow } from '@kismet/contracts'

/** Where each service's log is gone on with, in the order of `auditedServices`: before the row with this sequence, so that nothing is left before the first one. */
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
 * The newest rows of all services, each service's in the order of its chain whatever its clock did, and where the rest goes on. A page that looked no further back holds
 * back what is older in the others. Of a service without a page, which did not answer, nothing is taken and its place stays: its rows come later, and none is left out.
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
