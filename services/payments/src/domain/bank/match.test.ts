import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formsNear, Matcher, pairKey } from './match.ts'
import type { AskedDeposit, BankCredit, Match } from './match.ts'

const credit = (parts: Partial<BankCredit> = {}): BankCredit => ({
  id: 'row',
  day: '2026-11-21',
  paise: 50_000,
  utrs: ['409512345678'],
  parts: [],
  paidFor: null,
  isTakenBack: false,
  isPaidBefore: false,
  ...parts,
})
const asked = (parts: Partial<AskedDeposit> = {}): AskedDeposit => ({
  id: 'asked',
  utr: '409512345678',
  day: '2026-11-21',
  paise: 50_000,
  status: 'pending',
  hasRow: false,
  ...parts,
})
function matchCredits(
  rows: readonly BankCredit[],
  requests: readonly AskedDeposit[],
  refused: ReadonlySet<string>,
): ReadonlyMap<string, Match> {
  const matcher = new Matcher(requests, refused)
  return new Map(rows.map((row) => [row.id, matcher.match(row)]))
}
const matchOf = (row: BankCredit, requests: readonly AskedDeposit[], refused = new Set<string>()) =>
  matchCredits([row], requests, refused).get(row.id)

describe('where a credit belongs', () => {
  it.each<
    [string, Partial<BankCredit>, Partial<AskedDeposit>[], { tab: string; near?: string; requestId?: string | null }]
  >([
    ['reference and amount equal', {}, [{}], { tab: 'exact', requestId: 'asked' }],
    ['equal, however long ago', { day: '2026-09-01' }, [{}], { tab: 'exact' }],
    ['one paisa less', { paise: 49_999 }, [{}], { tab: 'near', near: 'amount', requestId: 'asked' }],
    ['one digit is another', { utrs: ['409512345679'] }, [{}], { tab: 'near', near: 'digit' }],
    ['two neighbours swapped', { utrs: ['409512345687'] }, [{}], { tab: 'near', near: 'swap' }],
    ['two digits are others', { utrs: ['409512345600'] }, [{}], { tab: 'none' }],
    ['digits swapped that are no neighbours', { utrs: ['409512345876'] }, [{}], { tab: 'none' }],
    ['one digit is another, and the amount', { utrs: ['409512345679'], paise: 1 }, [{}], { tab: 'none' }],
    ['cut, on the day', { utrs: [], parts: ['4095123456'] }, [{}], { tab: 'near', near: 'cut' }],
    [
      'cut, two days before',
      { utrs: [], parts: ['4095123456'], day: '2026-11-19' },
      [{}],
      { tab: 'near', near: 'cut' },
    ],
    ['cut, three days before', { utrs: [], parts: ['4095123456'], day: '2026-11-18' }, [{}], { tab: 'none' }],
    ['cut, and the amount is another', { utrs: [], parts: ['4095123456'], paise: 1 }, [{}], { tab: 'none' }],
    ['cut to nothing that tells', { utrs: [], parts: ['4095123'] }, [{}], { tab: 'none' }],
    ['another one', { utrs: ['511111111111'] }, [{}], { tab: 'none', requestId: null }],
    ['approved already', {}, [{ status: 'approved' }], { tab: 'used', requestId: 'asked' }],
    ['approved already with another amount', { paise: 1 }, [{ status: 'approved' }], { tab: 'used' }],
    ['rejected already', {}, [{ status: 'rejected' }], { tab: 'used', requestId: 'asked' }],
    [
      'rejected for another amount: it waits',
      { paise: 1 },
      [{ status: 'rejected' }],
      { tab: 'none', requestId: 'asked' },
    ],
    [
      'rejected, and asked for again',
      {},
      [{ id: 'old', status: 'rejected' }, {}],
      { tab: 'exact', requestId: 'asked' },
    ],
    [
      'it has paid for a request',
      { paidFor: 'old' },
      [{ id: 'old', status: 'approved' }],
      { tab: 'used', requestId: 'old' },
    ],
    // Which may be one with nearly its reference.
    ['it has paid for another request', { paidFor: 'old' }, [{}], { tab: 'near', near: 'used', requestId: 'asked' }],
    [
      'it has paid for another one, of another amount',
      { paidFor: 'old', paise: 1 },
      [{}],
      { tab: 'used', requestId: 'old' },
    ],
    [
      'another row with its reference and amount has paid',
      { isPaidBefore: true },
      [{}],
      { tab: 'near', near: 'again', requestId: 'asked' },
    ],
    ['another one has paid, and nobody asks', { isPaidBefore: true }, [], { tab: 'none' }],
    [
      'it names two requests',
      { utrs: ['409512345678', '511111111111'] },
      [{}, { id: 'other', utr: '511111111111' }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    [
      'it names two, and one is approved',
      { utrs: ['409512345678', '511111111111'] },
      [{}, { id: 'other', utr: '511111111111', status: 'approved' }],
      { tab: 'used', requestId: 'other' },
    ],
    ['the bank has taken it back', { isTakenBack: true }, [{}], { tab: 'other', requestId: null }],
    [
      'taken back, with a digit that is another one',
      { isTakenBack: true, utrs: ['409512345679'] },
      [{}],
      { tab: 'other', requestId: null },
    ],
    [
      'taken back after it was approved',
      { isTakenBack: true },
      [{ status: 'approved' }],
      { tab: 'used', requestId: 'asked' },
    ],
    // A telephone with its country, or an account of the casino, which every player can read.
    [
      'it has another number of a reference',
      { utrs: ['919876543210', '409512345678'] },
      [{}],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    [
      'somebody has filed that other number',
      { utrs: ['409512345678', '919876543210'] },
      [{ utr: '919876543210' }],
      { tab: 'near', near: 'several', requestId: 'asked' },
    ],
    // Neighbours in time have neighbouring numbers: each has its own row.
    ['near a request that has its own row', { utrs: ['409512345679'] }, [{ hasRow: true }], { tab: 'none' }],
    ['near one that was rejected', { utrs: ['409512345679'] }, [{ status: 'rejected' }], { tab: 'none' }],
    [
      'near one that was approved and has its row',
      { utrs: ['409512345679'] },
      [{ status: 'approved', hasRow: true }],
      { tab: 'none' },
    ],
    [
      'near one that was approved without a row',
      { utrs: ['409512345679'] },
      [{ status: 'approved' }],
      { tab: 'near', near: 'paid', requestId: 'asked' },
    ],
    [
      'near one that was approved without a row, a week after it',
      { utrs: ['409512345679'], day: '2026-11-14' },
      [{ status: 'approved' }],
      { tab: 'near', near: 'paid' },
    ],
    [
      'near one that was approved without a row, more than a week after it',
      { utrs: ['409512345679'], day: '2026-11-13' },
      [{ status: 'approved' }],
      { tab: 'none' },
    ],
    [
      'near one that was approved without a row, of another amount',
      { utrs: ['409512345679'], paise: 1 },
      [{ status: 'approved' }],
      { tab: 'none' },
    ],
    [
      'equal to one that waits and near one that was approved without a row',
      { utrs: ['409512345679'] },
      [{ id: 'later', utr: '409512345679' }, { status: 'approved' }],
      { tab: 'near', near: 'paid', requestId: 'asked' },
    ],
    [
      'cut, of one that was approved without a row',
      { utrs: [], parts: ['4095123456'] },
      [{ status: 'approved' }],
      { tab: 'near', near: 'paid' },
    ],
  ])('%s', (_what, row, requests, expected) => {
    expect(matchOf(credit(row), requests.map(asked))).toMatchObject(expected)
  })

  it('is not what a person has refused', () => {
    const refused = new Set([pairKey('row', 'asked')])
    for (const row of [credit({ paise: 1 }), credit({ utrs: ['409512345679'] }), credit({ isPaidBefore: true })])
      expect(matchOf(row, [asked()], refused)).toMatchObject({ tab: 'none' })
    expect(matchOf(credit({ paidFor: 'old' }), [asked()], refused)).toMatchObject({ tab: 'used', requestId: 'old' })
    expect(
      matchOf(credit({ utrs: ['409512345679'] }), [asked(), asked({ id: 'next', utr: '409512345670' })], refused),
    ).toMatchObject({ tab: 'near', requestId: 'next' })
  })

  it('is that of the request that waits, once a person has said that it has not paid the other one', () => {
    const requests = [asked({ id: 'later', utr: '409512345679' }), asked({ status: 'approved' })]
    const refused = new Set([pairKey('row', 'asked')])
    expect(matchOf(credit({ utrs: ['409512345679'] }), requests, refused)).toMatchObject({
      tab: 'exact',
      requestId: 'later',
    })
  })

  it('is exact once of two rows with one reference', () => {
    const matches = matchCredits([credit(), credit({ id: 'again' })], [asked()], new Set())
    expect([matches.get('row')?.tab, matches.get('again')?.tab]).toEqual(['exact', 'used'])
  })
})

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
