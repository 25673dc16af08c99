import { expect, it } from '@jest/globals'
import fc from 'fast-check'
import { asked, credit, matchCredits, matchOf } from '../../../test/bank-pairs.ts'
import { formsNear } from './match.ts'
import type { AskedDeposit, BankCredit } from './match.ts'

/** Few references and amounts, so that all kinds of pairs come up. */
const utr = fc.constantFrom('409512345678', '409512345687', '409512345679', '511111111111')
const paise = fc.constantFrom(50_000, 60_000)
const credits = fc.array(
  fc.record({
    utrs: fc.uniqueArray(utr, { maxLength: 2 }),
    paise,
    paidFor: fc.option(fc.constant('gone'), { freq: 6 }),
  }),
  { maxLength: 6 },
)
/** Of each reference one request at most is not rejected, as the database keeps it. */
const requests = fc.uniqueArray(
  fc.record({
    utr,
    paise,
    status: fc.constantFrom<AskedDeposit['status']>('pending', 'pending', 'approved'),
    hasRow: fc.boolean(),
  }),
  { selector: (one) => one.utr },
)

it('no request is exact twice, and every exact pair is equal in reference and amount', () => {
  fc.assert(
    fc.property(credits, requests, (rows, all) => {
      const ofBank = rows.map((row, at) => credit({ ...row, id: `row ${at}` }))
      const ofPlayers = all.map((one, at) => asked({ ...one, id: `asked ${at}` }))
      const matches = matchCredits(ofBank, ofPlayers, new Set())
      expect(matches.size).toBe(ofBank.length)
      const exact = ofBank.filter(({ id }) => matches.get(id)?.tab === 'exact')
      const named = exact.map(({ id }) => matches.get(id)?.requestId)
      expect(new Set(named).size).toBe(named.length)
      for (const row of exact) {
        const request = ofPlayers.find(({ id }) => id === matches.get(row.id)?.requestId)
        expect(request).toMatchObject({ status: 'pending', paise: row.paise })
        expect(row.utrs).toEqual([request?.utr])
        expect(row.paidFor).toBeNull()
      }
      for (const row of ofBank) {
        const match = matches.get(row.id)
        const request = ofPlayers.find(({ id }) => id === match?.requestId)
        if (match?.tab === 'near' && match.near !== 'amount' && match.near !== 'several')
          expect(request?.paise).toBe(row.paise)
        expect(match?.near === 'paid').toBe(match?.tab === 'near' && request?.status === 'approved')
        if (match?.near === 'paid') expect(request?.hasRow).toBe(false)
      }
    }),
  )
})

it('a payment whose reference was mistyped pays one request, in whatever order it is filed, approved at either desk and told by the bank', () => {
  const atBank = '409512345678'
  const typed = fc.oneof(fc.constant(atBank), fc.constantFrom(...formsNear(atBank)))
  const step = fc.oneof(
    fc.record({ does: fc.constant('file' as const), utr: typed }),
    fc.record({ does: fc.constant('approve' as const), nth: fc.nat({ max: 2 }) }),
    fc.record({ does: fc.constantFrom('bank' as const, 'match' as const, 'settle' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
      const requests: { id: string; utr: string; status: 'pending' | 'approved' }[] = []
      let row: BankCredit | undefined
      // Requests that were approved as this payment: where the row was known and free. One that was approved before has it, until somebody says that it has not.
      let paid = 0
      const approve = (one: (typeof requests)[number]): void => {
        if (row !== undefined && (row.paidFor === null ? !isUsed() : isNamed(one.utr))) paid += 1
        one.status = 'approved'
      }
      const isUsed = () => requests.some(({ status, utr }) => status === 'approved' && utr === atBank)
      const isNamed = (utr: string) => row?.utrs.includes(utr) === true
      const now = () =>
        requests.map((one) =>
          asked({ ...one, hasRow: isNamed(one.utr) || (one.status === 'approved' && row?.paidFor === one.id) }),
        )
      const match = () => (row === undefined ? undefined : matchOf(row, now()))
      for (const one of steps) {
        const found = match()
        if (one.does === 'bank' && row === undefined) {
          row = credit({ utrs: [atBank] })
          paid = requests.some(({ status }) => status === 'approved') ? 1 : 0
        }
        if (one.does === 'file') {
          if (!requests.some(({ utr }) => utr === one.utr))
            requests.push({ id: `asked ${requests.length}`, utr: one.utr, status: 'pending' })
        } else if (one.does === 'approve') {
          // The desk of deposits, which asks where the row belongs if this request is compared with it.
          const asks = requests[one.nth]
          if (asks?.status !== 'pending') continue
          const compared = now().filter(
            ({ id, utr, status }) => id === asks.id || isNamed(utr) || status === 'approved',
          )
          const belongs = row && matchOf(row, compared)
          const isNear = belongs?.near === 'paid' || (belongs?.tab === 'near' && belongs.requestId === asks.id)
          if (!isNear) approve(asks)
        } else if (row !== undefined && found !== undefined) {
          // The desk of bank statements: what is exact in one go, what is near by a person.
          const isMeant = one.does === 'match' ? found.tab === 'exact' : found.tab === 'near' && found.near !== 'used'
          const pays = requests.find(({ id }) => id === found.requestId)
          if (isMeant && pays !== undefined) {
            if (pays.status === 'pending') approve(pays)
            row = { ...row, paidFor: pays.id }
          }
        }
      }
      expect(paid).toBeLessThanOrEqual(1)
    }),
    { numRuns: 1_000 },
  )
})
