import { describe, expect, it } from '@jest/globals'
import { auditedServices } from '@kismet/contracts'
import type { AuditedService, AuditRow } from '@kismet/contracts'
import fc from 'fast-check'
import { mergePages, newest, readPlaces, writePlaces } from './audit-merge.ts'
import type { Places, ServicePage } from './audit-merge.ts'

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

const pageOf = (log: readonly AuditRow[], place: Places[AuditedService], limit: number): ServicePage => {
  const rows = log.filter(({ sequence }) => place !== 'end' && (place === null || sequence < place))
  return { rows: rows.slice(0, limit), more: rows.length > limit }
}

const nameOf = ({ service, sequence }: AuditRow) => `${service} ${sequence}`

it('merges the newest rows by time', () => {
  const { rows, places } = mergePages(
    newest,
    {
      auth: pageOf(logOf('auth', [1, 4, 6]), null, 3),
      payments: pageOf(logOf('payments', [2, 5]), null, 3),
      wallet: { rows: [], more: false },
      aviator: { rows: [], more: false },
    },
    3,
  )
  expect(rows.map(nameOf)).toEqual(['auth 3', 'payments 2', 'auth 2'])
  expect(writePlaces(places)).toBe('auth.2-aviator.end-payments.2-wallet.end')
})

it('leaves out no row of a service that did not answer for a while', () => {
  const aviator = { rows: [], more: false }
  const payments = logOf('payments', [1, 5])
  const first = mergePages(newest, { auth: pageOf(logOf('auth', [2]), null, 3), aviator, wallet: aviator }, 3)
  expect(first.rows.map(nameOf)).toEqual(['auth 1'])
  const second = mergePages(first.places, { payments: pageOf(payments, first.places.payments, 3) }, 3)
  expect(second.rows.map(nameOf)).toEqual(['payments 2', 'payments 1'])
})

it('gives every row once, in the order of each chain, whatever clocks did and whatever is written meanwhile', () => {
  const minutes = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 12 })
  const logs = fc.record({ auth: minutes, aviator: minutes, payments: minutes, wallet: minutes })
  fc.assert(
    fc.property(logs, fc.integer({ min: 1, max: 5 }), (given, limit) => {
      const seen: AuditRow[] = []
      let places: Places = newest
      for (let turns = 0; Object.values(places).some((place) => place !== 'end'); turns += 1) {
        expect(turns).toBeLessThan(60)
        const grown = (service: AuditedService) => logOf(service, [...given[service], ...(turns > 0 ? [60] : [])])
        const pages = Object.fromEntries(
          auditedServices.map((service) => [service, pageOf(grown(service), places[service], limit)]),
        )
        const merged = mergePages(places, pages, limit)
        seen.push(...merged.rows)
        const read = readPlaces(writePlaces(merged.places))
        expect(read).toEqual(merged.places)
        places = merged.places
      }
      for (const service of auditedServices) {
        const sequences = seen.filter((row) => row.service === service).map(({ sequence }) => sequence)
        expect(sequences).toEqual(given[service].map((_, index) => index + 1).toReversed())
      }
    }),
  )
})

describe('a cursor', () => {
  it.each([
    '',
    'auth.1',
    'auth.1-aviator.1-payments.0-wallet.1',
    'auth.1-payments.1-aviator.1-wallet.1',
    'auth.new-aviator.x-payments.end-wallet.1',
  ])('is not %j', (text) => {
    expect(readPlaces(text)).toBeUndefined()
  })
})
