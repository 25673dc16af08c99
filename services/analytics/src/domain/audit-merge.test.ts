import { describe, expect, it } from '@jest/globals'
import { auditedServices } from '@kismet/contracts'
import type { AuditedService, AuditPage, AuditRow } from '@kismet/contracts'
import fc from 'fast-check'
import { isEnd, mergePages, newest, readPlaces } from './audit-merge.ts'
import type { Places } from './audit-merge.ts'

const rowOf = (service: AuditedService, sequence: number, minute: number): AuditRow => ({
  service,
  sequence,
  at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  admin: { _id: 'a', username: 'asha' },
  action: 'coin.add',
  target: 'coin',
  detail: {},
  requestId: 'r',
  ip: null,
  previousHash: '0'.repeat(64),
  hash: '1'.repeat(64),
})

/** The log of a service, newest first, one row a minute that is given. */
const logOf = (service: AuditedService, minutes: readonly number[]) =>
  minutes.map((minute, index) => rowOf(service, index + 1, minute)).toReversed()

/** What a service answers that looks at `lookedAt` rows at most, and finds those that are `wanted`. */
const pageOf = (
  log: readonly AuditRow[],
  place: number,
  limit: number,
  lookedAt = Infinity,
  wanted: (row: AuditRow) => boolean = () => true,
): AuditPage => {
  const before = log.filter(({ sequence }) => sequence < place)
  const looked = before.slice(0, lookedAt)
  const found = looked.filter(wanted)
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : looked.length < before.length ? looked.at(-1) : undefined
  return { rows, next: last === undefined ? null : { before: last.sequence, at: last.at } }
}

const none: AuditPage = { rows: [], next: null }
const nameOf = ({ service, sequence }: AuditRow) => `${service} ${sequence}`

it('merges the newest rows by time', () => {
  const { rows, places } = mergePages(
    newest,
    [pageOf(logOf('auth', [1, 4, 6]), Infinity, 3), none, pageOf(logOf('payments', [2, 5]), Infinity, 3), none],
    3,
  )
  expect(rows.map(nameOf)).toEqual(['auth 3', 'payments 2', 'auth 2'])
  expect(places).toEqual([2, 1, 2, 1])
})

it('lists nothing that is older than what another service has looked at so far, and says how far back that is', () => {
  const auth = logOf('auth', [1, 2, 3, 4, 5])
  const payments = pageOf(logOf('payments', [1, 4]), Infinity, 9)
  const first = mergePages(newest, [pageOf(auth, Infinity, 9, 2, () => false), none, payments, none], 9)
  expect(first.rows.map(nameOf)).toEqual(['payments 2'])
  expect(first.searchedBackTo).toBe('2026-01-01T00:04:00.000Z')
  expect(first.places).toEqual([4, 1, 2, 1])
  const rest = [pageOf(auth, 4, 9, 9, () => false), none, pageOf(logOf('payments', [1, 4]), 2, 9), none]
  const second = mergePages(first.places, rest, 9)
  expect(second.rows.map(nameOf)).toEqual(['payments 1'])
  expect(second.searchedBackTo).toBeNull()
})

it('leaves out no row of a service that did not answer for a while', () => {
  const payments = logOf('payments', [1, 5])
  const first = mergePages(newest, [pageOf(logOf('auth', [2]), Infinity, 3), none, undefined, none], 3)
  expect(first.rows.map(nameOf)).toEqual(['auth 1'])
  const page = pageOf(payments, first.places[2] ?? 0, 3)
  const second = mergePages(first.places, [undefined, undefined, page, undefined], 3)
  expect(second.rows.map(nameOf)).toEqual(['payments 2', 'payments 1'])
})

it('gives every wanted row once, in the order of each chain, whatever clocks did, however few rows a call looks at, and whatever is written meanwhile', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 })
  const logs = fc.record({ auth: minutes, aviator: minutes, payments: minutes, wallet: minutes })
  const small = fc.integer({ min: 1, max: 5 })
  fc.assert(
    fc.property(logs, small, small, small, (given, limit, lookedAt, every) => {
      const isWanted = ({ sequence }: AuditRow) => sequence % every === 0
      const seen: AuditRow[] = []
      let places: Places = newest
      for (let turns = 0; !isEnd(places); turns += 1) {
        expect(turns).toBeLessThan(80)
        const grown = (service: AuditedService) => logOf(service, [...given[service], ...(turns > 0 ? [60] : [])])
        const pages = auditedServices.map((service, index) =>
          pageOf(grown(service), places[index] ?? 0, limit, lookedAt, isWanted),
        )
        const merged = mergePages(places, pages, limit)
        seen.push(...merged.rows)
        const read = readPlaces(merged.places.join('-'))
        expect(read).toEqual(merged.places)
        places = merged.places
      }
      for (const service of auditedServices) {
        const sequences = seen.filter((row) => row.service === service).map(({ sequence }) => sequence)
        const log = logOf(service, given[service])
        expect(sequences).toEqual(log.filter(isWanted).map(({ sequence }) => sequence))
      }
    }),
  )
})

describe('a cursor', () => {
  it.each(['', '1', '1-1-0-1', '1-1-1-1-1', '1--1-1', '1-x-1-1'])('is not %j', (text) => {
    expect(readPlaces(text)).toBeUndefined()
  })
})
