import { auditedServices } from '@kismet/contracts'
import type { AuditedService, AuditPage, AuditRow } from '@kismet/contracts'

/** Where each service's log is gone on with: before the row with this sequence, so that nothing is left before the first one. */
export type Places = Readonly<Record<AuditedService, number>>

const [atEnd, beyondNewest] = [1, 999_999_999_999_999]

const placesOf = (place: (service: AuditedService, index: number) => number) =>
  Object.fromEntries(auditedServices.map((service, index) => [service, place(service, index)])) as Places

export const newest = placesOf(() => beyondNewest)

export const isEnd = (places: Places): boolean => Object.values(places).every((place) => place === atEnd)

/** The places as a cursor, in the order of `auditedServices`: `17-1-999999999999999-3`. */
export const writePlaces = (places: Places): string => auditedServices.map((service) => places[service]).join('-')

/** @returns undefined for a text that is no cursor */
export function readPlaces(cursor: string): Places | undefined {
  const places = cursor.split('-')
  if (places.length !== auditedServices.length || !places.every((place) => /^[1-9]\d{0,14}$/.test(place)))
    return undefined
  return placesOf((_service, index) => Number(places[index]))
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
export function mergePages(
  places: Places,
  pages: Readonly<Partial<Record<AuditedService, AuditPage>>>,
  limit: number,
): MergedPage {
  const rows: AuditRow[] = []
  const left = auditedServices.map((service) => ({
    rows: [...(pages[service]?.rows ?? [])],
    next: pages[service]?.next,
  }))
  /** Up to when each log is known, or its next row is from; '' at its end. */
  const timeOf = ({ rows: [row], next }: (typeof left)[number]) => row?.at ?? next?.at ?? ''
  const inOrder = () => left.toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)) || b.rows.length - a.rows.length)
  while (rows.length < limit) {
    const row = inOrder()[0]?.rows.shift()
    if (row === undefined) break
    rows.push(row)
  }
  const backTo = inOrder().map(timeOf)[0]
  return {
    rows,
    places: placesOf((service, index) => {
      const row = left[index]?.rows[0]
      if (pages[service] === undefined) return places[service]
      return row === undefined ? (left[index]?.next?.before ?? atEnd) : row.sequence + 1
    }),
    searchedBackTo: backTo === undefined || backTo === '' ? null : backTo,
  }
}
