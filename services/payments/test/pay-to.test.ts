import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { confirmProposal, getDepositSettings, listPayToAccounts, switchPayTo } from '@kismet/contracts'
import { withdrawProposal } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import QRCode from 'qrcode'
import { imageAs } from './files.ts'
import { keepQrImage, qrVersionOf } from '../src/db/settings.ts'
import { applyDueProposals } from '../src/work/proposals.ts'
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

const set = (
  parts: { utr?: string; qrImage?: Buffer; qrChecked?: string },
  caller = stage.tokens.admin(),
): Promise<HttpAnswer> => {
  const form = new FormData()
  if (parts.utr !== undefined) form.set('utr', parts.utr)
  if (parts.qrChecked !== undefined) form.set('qrChecked', parts.qrChecked)
  if (parts.qrImage !== undefined) form.set('qrImage', new Blob([new Uint8Array(parts.qrImage)]), 'qr.png')
  return stage.post('/api/admin/deposit-settings', caller, form)
}
const inUse = async () => (await stage.call(getDepositSettings, undefined, {})).out?.settings.utr
const accounts = async () =>
  (await stage.call(listPayToAccounts, stage.tokens.admin('auditor'), {})).out?.accounts ?? []
const waiting = async () => (await accounts()).find(({ proposed }) => proposed !== null)?.proposed ?? null
const told = (event: string) => stage.fakeAuth.ownerMails.filter((mail) => mail.event === event)

describe('a change of where players pay to', () => {
  beforeEach(async () => {
    await stage.forgetAccounts()
    // The first value needs no second owner.
    expect((await set({ utr: 'kismet@upi' })).body.proposed).toBeNull()
    // Mails of earlier changes come first.
    await eventually('all mails are sent', async () => (await stage.value('SELECT count(*) FROM notice')) === 0)
    stage.fakeAuth.ownerMails.length = 0
  })

  it('waits, and players pay to the old account until its time; all owners are told twice', async () => {
    const thief = stage.tokens.admin()
    const { body } = await set({ utr: 'thief@upi' }, thief)
    const by = { _id: thief.id, username: thief.username }
    const takesEffectAt = new Date(clock.now() + dayMs).toISOString()
    expect(body).toMatchObject({
      settings: { utr: 'kismet@upi' },
      proposed: { address: 'thief@upi', by, takesEffectAt },
    })
    expect(await inUse()).toBe('kismet@upi')
    await eventually('the owners are told', () => told('pay_to_proposed').length === 1)
    expect(told('pay_to_proposed')).toMatchObject([
      { by: thief.username, detail: expect.stringContaining('UPI ID thief@upi') },
    ])
    clock.advance(dayMs)
    await applyDueProposals(stage.context)
    expect(await inUse()).toBe('thief@upi')
    expect(await waiting()).toBeNull()
    await eventually('the owners are told again', () => told('pay_to_changed').length === 1)
    const row = await stage.value('SELECT admin_name FROM audit ORDER BY sequence DESC LIMIT 1')
    expect(row).toBe(thief.username)
  }, 60_000)

  it('is read with the hours that a change waits', async () => {
    const { out } = await stage.call(listPayToAccounts, stage.tokens.admin('auditor'), {})
    expect(out).toMatchObject({ accounts: [{ proposed: null }], delayHours: 24 })
  })

  it('is confirmed by a second owner at once, and never by the owner who proposed it', async () => {
    const one = stage.tokens.admin()
    await set({ utr: 'new@upi' }, one)
    const id = (await waiting())?._id ?? ''
    expect((await stage.call(confirmProposal, one, { id })).code).toBe('second_admin_needed')
    expect((await stage.call(confirmProposal, stage.tokens.admin('cashier'), { id })).code).toBe('forbidden')
    expect(await inUse()).toBe('kismet@upi')
    const both = [stage.tokens.admin(), stage.tokens.admin()]
    const answers = await Promise.all(both.map((owner) => stage.call(confirmProposal, owner, { id })))
    expect(answers.map(({ code }) => code).sort()).toEqual(['settings_changed', undefined])
    expect(await inUse()).toBe('new@upi')
    const { rows } = await stage.owner.query('SELECT action, admin_id FROM audit ORDER BY sequence DESC LIMIT 1')
    expect(rows).toMatchObject([{ action: 'deposit-settings.change' }])
    expect(both.map(({ id: adminId }) => adminId)).toContain((rows[0] as { admin_id: string }).admin_id)
  })

  it('is withdrawn by any owner, and then never takes effect', async () => {
    await set({ utr: 'thief@upi' })
    const id = (await waiting())?._id ?? ''
    const owner = stage.tokens.admin()
    expect((await stage.call(withdrawProposal, owner, { id })).out).toEqual({})
    expect(await waiting()).toBeNull()
    const { rows } = await stage.owner.query('SELECT action, admin_id FROM audit ORDER BY sequence DESC LIMIT 1')
    expect(rows).toEqual([{ action: 'deposit-settings.withdraw', admin_id: owner.id }])
    expect((await stage.call(confirmProposal, stage.tokens.admin(), { id })).code).toBe('settings_changed')
    await eventually('the owners are told', () => told('pay_to_withdrawn').length === 1)
    clock.advance(2 * dayMs)
    expect(await inUse()).toBe('kismet@upi')
  })

  it('keeps its time when the same owner sends it again, and starts anew with another value', async () => {
    const owner = stage.tokens.admin()
    await set({ utr: 'new@upi' }, owner)
    const first = await waiting()
    clock.advance(60_000)
    await set({ utr: 'new@upi' }, owner)
    expect(await waiting()).toEqual(first)
    await set({ utr: 'other@upi' }, owner)
    expect((await waiting())?.takesEffectAt).not.toBe(first?.takesEffectAt)
  })

  it.each([
    { what: 'value', wrong: { isOn: false }, afterMs: dayMs },
    { what: 'time', wrong: { takesEffectAtMs: 0 }, afterMs: 0 },
  ])('with a $what that someone wrote into the database never takes effect', async ({ wrong, afterMs }) => {
    await set({ utr: 'new@upi' })
    await stage.owner.query('UPDATE pay_to_account SET proposal = proposal || $1', [wrong])
    clock.advance(afterMs)
    await expect(applyDueProposals(stage.context)).rejects.toThrow('differ from the audit log')
    const id = (await waiting())?._id ?? ''
    expect((await stage.call(confirmProposal, stage.tokens.admin(), { id })).code).toBe('internal')
    expect(await inUse()).toBe('kismet@upi')
  })

  it.each([
    { end: 'was withdrawn', by: withdrawProposal, after: 'kismet@upi' },
    { end: 'took effect until its account was switched off', by: confirmProposal, after: null },
  ])('that $end and that someone wrote back into the database never takes effect', async ({ by, after }) => {
    await set({ utr: 'new@upi' })
    const old = await stage.value('SELECT proposal FROM pay_to_account')
    await stage.call(by, stage.tokens.admin(), { id: (await waiting())?._id ?? '' })
    const [account] = await accounts()
    if (after === null)
      await stage.call(switchPayTo, stage.tokens.admin(), {
        id: account?._id ?? '',
        isOn: false,
        version: account?.version ?? '',
      })
    await stage.owner.query('UPDATE pay_to_account SET proposal = $1', [old])
    clock.advance(dayMs)
    await expect(applyDueProposals(stage.context)).rejects.toThrow('differ from the audit log')
    expect(await inUse()).toBe(after)
  })

  it.each([{ isEnabled: false }, { role: 'cashier' as const }])(
    'of an owner who is now %j is withdrawn at its time, and waits while auth is silent',
    async (now) => {
      const thief = stage.tokens.admin()
      await set({ utr: 'thief@upi' }, thief)
      const id = (await waiting())?._id ?? ''
      stage.standing.admins.set(thief.id, now)
      expect((await stage.call(confirmProposal, stage.tokens.admin(), { id })).code).toBe('second_admin_needed')
      clock.advance(dayMs)
      stage.standing.isSilent = true
      await expect(applyDueProposals(stage.context)).rejects.toThrow()
      stage.standing.isSilent = false
      expect((await waiting())?._id).toBe(id)
      // As when several replicas see at once that its time has come.
      await Promise.all([1, 2, 3].map(() => applyDueProposals(stage.context)))
      expect([await inUse(), await waiting()]).toEqual(['kismet@upi', null])
      const row = await stage.value('SELECT action FROM audit ORDER BY sequence DESC LIMIT 1')
      expect(row).toBe('deposit-settings.withdraw')
      await eventually('the owners are told', () => told('pay_to_withdrawn').length === 1)
    },
  )

  it('is not confirmed by an owner whom the proposer made, or while auth is silent', async () => {
    const [maker, made] = [stage.tokens.admin(), stage.tokens.admin()]
    await set({ utr: 'thief@upi' }, maker)
    const id = (await waiting())?._id ?? ''
    stage.standing.admins.set(made.id, { madeBy: [maker.id] })
    expect((await stage.call(confirmProposal, made, { id })).code).toBe('second_admin_needed')
    stage.standing.isSilent = true
    expect((await stage.call(confirmProposal, stage.tokens.admin(), { id })).code).toBe('unavailable')
    stage.standing.isSilent = false
    expect(await inUse()).toBe('kismet@upi')
  })
})

describe('a QR image', () => {
  const codeOf = (text: string) => QRCode.toBuffer(text, { width: 400 })

  it.each([
    { what: 'pays to another UPI ID', image: () => codeOf('upi://pay?pa=thief@upi'), paysTo: 'thief@upi' },
    { what: 'has a link', image: () => codeOf('https://example.in'), paysTo: null },
    { what: 'has no QR code', image: () => imageAs('png', 300, 300), paysTo: null },
  ])(
    'that $what is refused with what it pays to, until the owner says that it was checked',
    async ({ image, paysTo }) => {
      const qrImage = await image()
      const answer = await set({ utr: 'kismet@upi', qrImage })
      expect(answer).toMatchObject({ status: 409, body: { code: 'qr_differs', params: { paysTo } } })
      expect((await set({ utr: 'kismet@upi', qrImage, qrChecked: 'yes' })).status).toBe(200)
    },
  )

  it('that pays to the UPI ID is saved', async () => {
    const qrImage = await codeOf('upi://pay?pa=kismet@upi&pn=Kismet')
    expect((await set({ utr: 'kismet\u200e@upi', qrImage })).body).toMatchObject({
      proposed: { address: 'kismet@upi' },
    })
  })

  describe('in use', () => {
    const use = async (text: string) => {
      await stage.forgetAccounts()
      const qrImage = await codeOf(text)
      expect((await set({ utr: 'kismet@upi', qrImage, qrChecked: 'yes' })).body.proposed).toBeNull()
    }

    it('that pays to the old UPI ID is not left below a new UPI ID, also when the owner says that it was checked', async () => {
      await use('upi://pay?pa=kismet@upi')
      for (const qrChecked of ['no', 'yes']) {
        const answer = await set({ utr: 'new@upi', qrChecked })
        expect(answer).toMatchObject({ status: 409, body: { code: 'qr_differs', params: { paysTo: 'kismet@upi' } } })
        expect(answer.body.message).toContain('Upload the QR image of the new UPI ID with it.')
      }
      expect(await waiting()).toBeNull()
      expect((await set({ utr: 'new@upi', qrImage: await codeOf('upi://pay?pa=new@upi') })).status).toBe(200)
    })

    it('that pays to the new UPI ID stays in use', async () => {
      await use('upi://pay?pa=new@upi')
      expect((await set({ utr: 'new@upi' })).body.proposed).toMatchObject({ address: 'new@upi' })
    })

    it('that cannot be read stays only after the owner says that it was checked', async () => {
      await use('https://example.in')
      expect(await set({ utr: 'new@upi' })).toMatchObject({ status: 409, body: { params: { paysTo: null } } })
      expect((await set({ utr: 'new@upi', qrChecked: 'yes' })).body.proposed).toMatchObject({ address: 'new@upi' })
      const id = (await waiting())?._id ?? ''
      expect((await stage.call(confirmProposal, stage.tokens.admin(), { id })).code).toBeUndefined()
      expect(await inUse()).toBe('new@upi')
    })

    it('that pays to the old UPI ID stops a change that was proposed before this check', async () => {
      await use('upi://pay?pa=new@upi')
      await set({ utr: 'new@upi' })
      const old = await codeOf('upi://pay?pa=kismet@upi')
      const { bytes } = await stage.context.pictures.ofQrImage(old, 'p')
      const version = qrVersionOf(bytes)
      await keepQrImage(stage.context.db, version, bytes, clock.now())
      await stage.owner.query(
        `UPDATE pay_to_revision SET terms = jsonb_set(terms, '{qrVersion}', to_jsonb($1::text))`,
        [version],
      )
      await stage.owner.query(
        `UPDATE pay_to_account SET proposal = jsonb_set(proposal, '{terms,qrVersion}', to_jsonb($1::text))`,
        [version],
      )
      const id = (await waiting())?._id ?? ''
      expect((await stage.call(confirmProposal, stage.tokens.admin(), { id })).code).toBe('qr_differs')
      clock.advance(dayMs)
      await applyDueProposals(stage.context)
      expect([await inUse(), await waiting()]).toEqual(['kismet@upi', null])
    })
  })
})
