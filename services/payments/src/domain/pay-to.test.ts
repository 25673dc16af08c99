import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { readPayTo, shownAccounts } from './pay-to.ts'
import type { PayToTerms, Showable } from './pay-to.ts'

const upi: PayToTerms = {
  ...{ kind: 'upi', name: 'Kismet Games', address: 'kismet@upi', ifsc: null, qrVersion: 'qr1' },
  ...{ methods: ['UPI'], dailyLimitPaise: null },
}
const bank: PayToTerms = {
  ...{ kind: 'bank', name: 'Kismet Games', address: '501002844821', ifsc: 'HDFC0001234', qrVersion: null },
  ...{ methods: ['IMPS', 'NEFT'], dailyLimitPaise: paise(100_000) },
}
const account = (id: string, terms: PayToTerms | null, isOn = true): Showable => ({ id, terms, isOn })
const limited = (limitPaise: number): PayToTerms => ({ ...upi, dailyLimitPaise: paise(limitPaise) })

describe('the account that a method shows', () => {
  const both = [account('one', limited(1_000)), account('two', upi)]
  it.each([
    { what: 'the first one', accounts: both, today: {}, shown: { UPI: 'one' } },
    { what: 'the first one with a paisa of room', accounts: both, today: { one: 999 }, shown: { UPI: 'one' } },
    { what: 'the next one at the limit', accounts: both, today: { one: 1_000 }, shown: { UPI: 'two' } },
    {
      what: 'the one that is filled least for its limit when none has room',
      accounts: [account('one', limited(1_000)), account('two', limited(5_000)), account('three', limited(2_000))],
      today: { one: 2_000, two: 6_000, three: 2_400 },
      shown: { UPI: 'two' },
    },
    {
      what: 'the first of those that are filled equally',
      accounts: [account('one', limited(1_000)), account('two', limited(2_000))],
      today: { one: 1_000, two: 2_000 },
      shown: { UPI: 'one' },
    },
    { what: 'the only one, however full', accounts: both.slice(0, 1), today: { one: 5_000 }, shown: { UPI: 'one' } },
    { what: 'none when all are off', accounts: [account('one', upi, false)], today: {}, shown: {} },
    {
      what: 'the next one when the first is off',
      accounts: [account('one', upi, false), account('two', upi)],
      today: {},
      shown: { UPI: 'two' },
    },
    { what: 'no account that waits for its first owner', accounts: [account('one', null)], today: {}, shown: {} },
    {
      what: 'the one that serves the method',
      accounts: [account('one', upi), account('two', bank)],
      today: { one: 9_999_999 },
      shown: { UPI: 'one', IMPS: 'two', NEFT: 'two' },
    },
  ])('is $what', ({ accounts, today, shown }) => {
    const found = shownAccounts(accounts, new Map(Object.entries(today)))
    expect(Object.fromEntries([...found].map(([method, { id }]) => [method, id]))).toEqual(shown)
  })
})

describe('the form of an account', () => {
  const typed = {
    kind: 'bank',
    name: ' Kismet  Games ',
    utr: '5010 0284 4821',
    ifsc: 'hdfc0001234',
    methods: 'IMPS,NEFT',
  }
  const read = (change: Record<string, string>, before?: PayToTerms, hasImage = false) =>
    readPayTo(new Map(Object.entries({ ...typed, dailyLimit: '1,000', ...change })), hasImage, before)
  const wallet = { kind: 'wallet', utr: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', methods: 'CRYPTO' }

  it.each([
    { what: 'a bank account', change: {}, terms: bank },
    { what: 'no limit', change: { dailyLimit: '' }, terms: { ...bank, dailyLimitPaise: null } },
    {
      what: 'a wallet',
      change: wallet,
      terms: { kind: 'wallet', address: wallet.utr, ifsc: null, methods: ['CRYPTO'] },
    },
    { what: 'a UPI ID', change: { kind: 'upi', utr: ' kismet@upi', methods: 'UPI' }, terms: { address: 'kismet@upi' } },
  ])('takes $what', ({ change, terms }) => {
    expect(read(change)).toMatchObject({ ok: true, value: terms })
  })

  it.each([
    { what: 'an unknown kind', change: { kind: 'cash' }, says: /^kind / },
    { what: 'no name', change: { name: '' }, says: /required/ },
    { what: 'a short account number', change: { utr: '123' }, says: /9 to 18 digits/ },
    { what: 'a wrong IFSC', change: { ifsc: 'HDFC1' }, says: /^The IFSC has 11/ },
    { what: 'no method', change: { methods: '' }, says: /^Choose at least one method: IMPS, NEFT, RTGS/ },
    { what: 'a method of another kind', change: { methods: 'IMPS,UPI' }, says: /^Choose at least one method/ },
    { what: 'a limit of nothing', change: { dailyLimit: '0' }, says: /^The daily limit/ },
    { what: 'a limit in words', change: { dailyLimit: 'all' }, says: /^The daily limit/ },
    { what: 'a UPI ID without a bank', change: { kind: 'upi', utr: 'kismet', methods: 'UPI' }, says: /^A UPI ID has/ },
    { what: 'a UPI ID with a query', change: { kind: 'upi', utr: 'a@b&pa=c', methods: 'UPI' }, says: /^A UPI ID has/ },
    { what: 'a wallet of a few letters', change: { ...wallet, utr: 'bc1q' }, says: /^A wallet address/ },
  ])('refuses $what', ({ change, says }) => {
    expect(read(change)).toMatchObject({ ok: false, message: expect.stringMatching(says) })
  })

  it('keeps the kind of an account, and its QR image', () => {
    expect(read({}, upi)).toMatchObject({ ok: false, message: 'The kind of an account cannot change.' })
    expect(read({}, bank, true)).toMatchObject({ ok: false, message: expect.stringContaining('QR image') })
    const changed = read({ kind: 'upi', utr: 'new@upi', methods: 'UPI' }, upi)
    expect(changed).toMatchObject({ ok: true, value: { address: 'new@upi', qrVersion: 'qr1' } })
  })

  it('of the specification sets the UPI ID alone, and the rest stays', () => {
    const old: PayToTerms = { ...limited(1_000), name: 'Old' }
    const changed = readPayTo(new Map([['utr', 'new@upi']]), false, old)
    expect(changed).toEqual({ ok: true, value: { ...old, address: 'new@upi' } })
    expect(readPayTo(new Map([['utr', 'x@upi']]), false, undefined)).toMatchObject({ value: { methods: ['UPI'] } })
  })
})
