import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminGetDeposit,
  confirmProposal,
  getDepositSettings,
  listDeposits,
  listPayToAccounts,
} from '@kismet/contracts'
import { orderPayTo, switchPayTo, withdrawProposal } from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { TestClock } from '@kismet/test-env/test-clock'
import { applyDueProposals } from '../src/work/proposals.ts'
import { readShownToAnybody } from '../src/work/shown-accounts.ts'
import { qrCode } from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import type { HttpAnswer } from './payments-stage.ts'

const clock = new TestClock(systemClock.now())
const dayMs = 24 * 60 * 60_000
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock, { PAY_TO_DELAY_HOURS: '24' })
  stage.standing.role = 'owner'
}, 60_000)
afterAll(() => stage.strike())

const upi = (name: string, more: Record<string, string> = {}) => ({
  ...{ account: 'new', kind: 'upi', name: `Kismet ${name}`, utr: `${name}@upi`, methods: 'UPI', ...more },
})
const bank = {
  ...{ account: 'new', kind: 'bank', name: 'Kismet Games', utr: '501002844821', ifsc: 'HDFC0001234' },
  methods: 'IMPS,NEFT',
}
const post = (fields: Record<string, string>, caller = stage.tokens.admin()): Promise<HttpAnswer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return stage.post('/api/admin/deposit-settings', caller, form)
}
type Accounts = WireOutput<typeof listPayToAccounts>['accounts']
const accounts = async (): Promise<Accounts> =>
  (await stage.call(listPayToAccounts, stage.tokens.admin('auditor'), {})).out?.accounts ?? []
const accountOf = async (address: string): Promise<Accounts[number]> => {
  const found = (await accounts()).find(({ inUse, proposed }) => (inUse ?? proposed)?.address === address)
  if (found === undefined) throw new Error(`${address} is no account`)
  return found
}
/** Adds an account, confirmed by a second owner. */
const add = async (fields: Record<string, string>): Promise<string> => {
  expect((await post(fields)).status).toBe(200)
  const { _id, proposed } = await accountOf(fields.utr ?? '')
  if (proposed) await stage.call(confirmProposal, stage.tokens.admin(), { id: proposed._id })
  return _id
}
/** What players see after the process has read the sums again. */
const shown = async () => {
  clock.advance(5_000)
  return (await stage.call(getDepositSettings, undefined, {})).out?.settings
}
const shownFor = async (method: string) =>
  (await shown())?.accounts?.find(({ methods }) => methods.some((one) => one === method))
const switchTo = async (address: string, isOn: boolean, caller = stage.tokens.admin()) => {
  const { _id: id, version } = await accountOf(address)
  return stage.call(switchPayTo, caller, { id, isOn, version })
}
const paidTo = async ({ body }: HttpAnswer) =>
  (await stage.call(adminGetDeposit, stage.tokens.admin('cashier'), { id: body.deposit._id })).out?.deposit

beforeEach(async () => {
  await stage.forgetAccounts()
  await add(upi('one', { dailyLimit: '1000' }))
})

describe('an account that players pay to', () => {
  it('is shown for its methods, in the order of the accounts', async () => {
    const second = await add(upi('two'))
    await add(bank)
    expect(await shown()).toMatchObject({
      utr: 'one@upi',
      accounts: [
        { kind: 'upi', address: 'one@upi', methods: ['UPI'] },
        { kind: 'bank', name: 'Kismet Games', address: '501002844821', ifsc: 'HDFC0001234', methods: ['IMPS', 'NEFT'] },
      ],
    })
    const ids = (await accounts()).map(({ _id }) => _id)
    const owner = stage.tokens.admin()
    expect((await stage.call(orderPayTo, owner, { ids: ids.slice(1) })).code).toBe('settings_changed')
    expect((await stage.call(orderPayTo, stage.tokens.admin('cashier'), { ids })).code).toBe('forbidden')
    const { out } = await stage.call(orderPayTo, owner, { ids: [second, ...ids.filter((id) => id !== second)] })
    expect(out?.accounts[0]?._id).toBe(second)
    expect((await shown())?.utr).toBe('two@upi')
  })

  it('that is new, changed or switched on waits for a second owner; players never see it before', async () => {
    await post(upi('new'))
    await post(bank)
    expect((await accounts()).filter(({ proposed }) => proposed)).toHaveLength(2)
    expect((await shown())?.accounts).toHaveLength(1)
    const { _id, version } = await accountOf('one@upi')
    expect((await post({ ...upi('changed'), account: _id, version })).body.proposed).toMatchObject({
      address: 'changed@upi',
    })
    expect((await shown())?.utr).toBe('one@upi')
    clock.advance(dayMs)
    await applyDueProposals(stage.context)
    expect((await accounts()).map(({ inUse }) => inUse?.address)).toEqual(['changed@upi', 'new@upi', '501002844821'])
  })

  it('is switched off at once, with its change that waits, and on after a second owner', async () => {
    const { _id: account, version } = await accountOf('one@upi')
    await post({ ...upi('thief'), account, version })
    expect((await switchTo('one@upi', false, stage.tokens.admin('cashier'))).code).toBe('forbidden')
    expect((await switchTo('one@upi', false)).out?.accounts).toMatchObject([{ isOn: false, proposed: null }])
    expect(await shown()).toMatchObject({ utr: null, qrImage: null, accounts: [] })
    clock.advance(2 * dayMs)
    await applyDueProposals(stage.context)
    expect((await shown())?.accounts).toEqual([])
    await switchTo('one@upi', true)
    expect((await shown())?.accounts).toEqual([])
    const waits = (await accountOf('one@upi')).proposed
    await stage.call(confirmProposal, stage.tokens.admin(), { id: waits?._id ?? '' })
    expect((await shown())?.utr).toBe('one@upi')
    expect(
      (await stage.call(switchPayTo, stage.tokens.admin(), { id: account, isOn: false, version: 'old' })).code,
    ).toBe('settings_changed')
  })

  it('that was added and withdrawn is gone', async () => {
    await post(upi('new'))
    const { proposed } = await accountOf('new@upi')
    await stage.call(withdrawProposal, stage.tokens.admin(), { id: proposed?._id ?? '' })
    expect(await accounts()).toHaveLength(1)
  })

  it.each([
    { what: 'a wrong IFSC', fields: { ...bank, ifsc: 'HDFC' }, status: 400 },
    { what: 'an unknown account', fields: { ...bank, account: 'nope' }, status: 404 },
    { what: 'values that another owner has changed', fields: { ...upi('x'), version: 'old' }, status: 409 },
  ])('with $what is refused and changes nothing', async ({ fields, status }) => {
    const before = await accounts()
    expect((await post(fields)).status).toBe(status)
    expect(await accounts()).toEqual(before)
  })

  it('of a bank has no QR image, and there are at most 20', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(bank)) form.set(name, value)
    form.set('qrImage', new Blob([new Uint8Array(await qrCode(300))]), 'qr.png')
    expect((await stage.post('/api/admin/deposit-settings', stage.tokens.admin(), form)).status).toBe(400)
    await stage.owner.query(
      'INSERT INTO pay_to_account (id, place, is_on) SELECT uuidv7(), n, false FROM generate_series(1, 19) AS n',
    )
    expect((await post(bank)).body.message).toBe('There are at most 20 accounts.')
  })
})

it('the UPI ID and the QR image of the previous release are the first account after the upgrade', async () => {
  await stage.forgetAccounts()
  await stage.owner.query(`UPDATE settings SET utr = 'old@upi', qr_version = NULL`)
  const file = new URL('../src/db/migrations/0005-pay-to-accounts.sql', import.meta.url)
  const [, copies = ''] = (await readFile(file, 'utf8')).split('-- The UPI ID in use until now is the first account.')
  await stage.owner.query(copies)
  expect(await accounts()).toMatchObject([{ isOn: true, inUse: { kind: 'upi', address: 'old@upi', methods: ['UPI'] } }])
  expect((await shown())?.utr).toBe('old@upi')
})

describe('a deposit', () => {
  it('keeps the account and the note that its player was shown, after the account has changed', async () => {
    const payTo = (await shownFor('UPI'))?.id ?? ''
    const player = stage.tokens.player()
    const answer = await stage.deposit(player, { payTo, note: 'KM7Q2X9HTD' })
    const { _id: account, version } = await accountOf('one@upi')
    await post({ ...upi('changed'), account, version })
    clock.advance(dayMs)
    await applyDueProposals(stage.context)
    await switchTo('changed@upi', false)
    expect(await paidTo(answer)).toMatchObject({
      payTo: { account, kind: 'upi', address: 'one@upi', name: 'Kismet one' },
      note: 'KM7Q2X9HTD',
    })
    const [own] = (await stage.call(listDeposits, player, {})).out?.deposits ?? []
    expect(own).toMatchObject({ payTo: { kind: 'upi', address: 'one@upi' }, note: 'KM7Q2X9HTD' })
    expect(own?.payTo).not.toHaveProperty('account')
    // The player paid before the change, and files after it.
    const late = await stage.deposit(stage.tokens.player(), { payTo })
    expect((await paidTo(late))?.payTo?.address).toBe('one@upi')
  })

  it('without an account has the one that its method shows, or none', async () => {
    expect((await paidTo(await stage.deposit(stage.tokens.player())))?.payTo?.address).toBe('one@upi')
    const imps = await stage.deposit(stage.tokens.player(), { method: 'IMPS' })
    expect(await paidTo(imps)).toMatchObject({ payTo: null, note: null })
  })

  it.each([
    { what: 'an account that is none', parts: () => ({ payTo: '01940000-0000-7000-8000-000000000001' }) },
    { what: 'an account that is no id', parts: () => ({ payTo: 'one@upi' }) },
    {
      what: 'an account of another method',
      parts: async () => ({ method: 'IMPS', payTo: (await shownFor('UPI'))?.id ?? '' }),
    },
    { what: 'a note of another form', parts: () => ({ note: 'thanks' }) },
  ])('with $what is refused', async ({ parts }) => {
    const before = await stage.value('SELECT count(*) FROM request')
    const answer = await stage.deposit(stage.tokens.player(), await parts())
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await stage.value('SELECT count(*) FROM request')).toBe(before)
  })
})

describe('the limit of a day', () => {
  const player = () => stage.tokens.player()

  it('a full pay-to account gives way to the next one until the day ends or a deposit is rejected', async () => {
    await add(upi('two', { dailyLimit: '500' }))
    const first = await stage.deposit(player(), { amount: '999.99' })
    expect((await shown())?.utr).toBe('one@upi')
    await stage.deposit(player(), { amount: '100' })
    expect((await shown())?.utr).toBe('two@upi')
    await stage.deposit(player(), { amount: '500' })
    // Both are full, the second one less.
    expect((await shown())?.utr).toBe('two@upi')
    expect(await accounts()).toMatchObject([{ today: 1_099.99 }, { today: 500 }])
    await stage.decide(stage.tokens.admin(), first.body.deposit._id, 'rejected', 'No payment')
    expect((await shown())?.utr).toBe('one@upi')
    await stage.deposit(player(), { amount: '1000' })
    expect((await shown())?.utr).toBe('two@upi')
    await switchTo('two@upi', false)
    expect((await shown())?.utr).toBe('one@upi')
    clock.advance(dayMs)
    expect((await shown())?.utr).toBe('one@upi')
  }, 60_000)

  it('is compared with sums of the last 5 seconds, so that many calls read the deposits of the day once', async () => {
    await add(upi('two'))
    clock.advance(5_000)
    const shownBy = async () => (await readShownToAnybody(stage.context)).get('UPI')?.terms?.address
    expect(await shownBy()).toBe('one@upi')
    await stage.deposit(player(), { amount: '1000' })
    clock.advance(4_999)
    expect(await shownBy()).toBe('one@upi')
    clock.advance(1)
    expect(await shownBy()).toBe('two@upi')
  })

  it('is exceeded by no more than the deposits in flight', async () => {
    await add(upi('two'))
    const inFlight = 4
    const amount = 250
    /** A player who sees an account, pays, and files the request. */
    const pays = async (): Promise<void> => {
      for (let nth = 0; nth < 3; nth += 1) {
        const payTo = (await shownFor('UPI'))?.id ?? ''
        expect((await stage.deposit(player(), { amount: String(amount), payTo })).status).toBe(200)
      }
    }
    await Promise.all(Array.from({ length: inFlight }, pays))
    const [one, two] = await accounts()
    expect(one?.today).toBeGreaterThanOrEqual(1_000)
    expect(one?.today).toBeLessThan(1_000 + inFlight * amount)
    expect((one?.today ?? 0) + (two?.today ?? 0)).toBe(inFlight * 3 * amount)
    expect((await shown())?.utr).toBe('two@upi')
  }, 60_000)
})
