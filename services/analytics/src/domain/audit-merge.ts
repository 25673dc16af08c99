import { auditedServices } from '@kismet/contracts'
import type { AuditedService, AuditRow } from '@kismet/contracts'

/** Where each service's log is gone on with: before a row, from its newest (null), or nowhere, because it is at its end. */
export type Places = Readonly<Record<AuditedService, number | null | 'end'>>

/** Rows of one service before its place, newest first. */
export interface ServicePage {
  readonly rows: readonly AuditRow[]
  readonly more: boolean
}

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

/**
 * The newest rows of all services, each service's in the order of its chain whatever its clock did, and where the rest goes on. Of a service without a page, which did
 * not answer, nothing is taken and its place stays: its rows come later, and none is left out.
 */
export function mergePages(
  places: Places,
  pages: Readonly<Partial<Record<AuditedService, ServicePage>>>,
  limit: number,
): { rows: AuditRow[]; places: Places } {
  const taken = new Map<AuditedService, number>()
  const nextOf = (service: AuditedService) => pages[service]?.rows[taken.get(service) ?? 0]
  const rows: AuditRow[] = []
  while (rows.length < limit) {
    const next = auditedServices
      .map(nextOf)
      .filter((row) => row !== undefined)
      .toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))[0]
    if (next === undefined) break
    rows.push(next)
    taken.set(next.service, (taken.get(next.service) ?? 0) + 1)
  }
  const after = (service: AuditedService): Places[AuditedService] => {
    const page = pages[service]
    if (page === undefined) return places[service]
    const next = nextOf(service)
    if (next !== undefined) return next.sequence + 1
    return page.more ? (page.rows.at(-1)?.sequence ?? places[service]) : 'end'
  }
  return { rows, places: Object.fromEntries(auditedServices.map((service) => [service, after(service)])) as Places }
}
