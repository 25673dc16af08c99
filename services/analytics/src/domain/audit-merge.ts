import { auditedServices } from '@kismet/contracts'
import type { AuditedService, AuditPage, AuditRow } from '@kismet/contracts'

/** Where each service's log is gone on with: before a row, from its newest (null), or nowhere, because it is at its end. */
export type Places = Readonly<Record<AuditedService, number | null | 'end'>>

export const newest = Object.fromEntries(auditedServices.map((service) => [service, null])) as Places

/** The places as a cursor: `auth.17-aviator.end-payments.new-wallet.3`. */
export function writePlaces(places: Places): string {
  return auditedServices.map((service) => `${service}.${places[service] ?? 'new'}`).join('-')
}

/** @returns undefined for a text that is no cursor */
export function readPlaces(cursor: string): Places | undefined {
  const parts = cursor.split('-').map((part) => /^([a-z]+)\.(new|end|[1-9]\d{0,14})$/.exec(part))
  const names = parts.map((part) => part?.[1])
  if (names.join() !== auditedServices.join()) return undefined
  const placeOf = (text = '') => (text === 'new' ? null : text === 'end' ? 'end' : Number(text))
  return Object.fromEntries(parts.map((part) => [part?.[1], placeOf(part?.[2])])) as Places
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
  const taken = new Map<AuditedService, number>()
  const nextOf = (service: AuditedService) => pages[service]?.rows[taken.get(service) ?? 0]
  /** How far back is known of every service, with what has been taken of each. */
  const knownBackTo = (): string =>
    auditedServices
      .map((service) => (nextOf(service) === undefined ? (pages[service]?.next?.at ?? '') : ''))
      .reduce((newest, at) => (at > newest ? at : newest))
  const rows: AuditRow[] = []
  while (rows.length < limit) {
    const next = auditedServices
      .map(nextOf)
      .filter((row) => row !== undefined)
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))[0]
    if (next === undefined || next.at < knownBackTo()) break
    rows.push(next)
    taken.set(next.service, (taken.get(next.service) ?? 0) + 1)
  }
  const after = (service: AuditedService): Places[AuditedService] => {
    const page = pages[service]
    if (page === undefined) return places[service]
    const next = nextOf(service)
    if (next !== undefined) return next.sequence + 1
    return page.next?.before ?? 'end'
  }
  const backTo = rows.length < limit ? knownBackTo() : (rows.at(-1)?.at ?? null)
  const isWhole = auditedServices.every((service) => pages[service] === undefined || after(service) === 'end')
  return {
    rows,
    places: Object.fromEntries(auditedServices.map((service) => [service, after(service)])) as Places,
    searchedBackTo: isWhole ? null : backTo,
  }
}
