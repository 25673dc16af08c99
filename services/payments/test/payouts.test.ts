import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import {
  adminGetWithdrawal,
  approveWithdrawal,
  claimRequest,
  createPayoutFile,
  downloadPayoutFile,
  exportPayoutFiles,
  limits,
  listPayoutFiles,
  listWithdrawals,
  payWithdrawal,
  rejectWithdrawal,
  releasePayout,
  releasePayoutFile,
  setApprovalSettings,
  setPayoutSettings,
} from '@kismet/contracts'
import type { TestAdmin } from '@kismet/test-env/test-tokens'
import { PaymentsStage } from './payments-stage.ts'
import { takeReferenceLock } from '../src/db/payouts.ts'
import { findRequests } from '../src/db/requests.ts'
import { awaitingFirst } from '../src/work/judge-approval.ts'
import { whileHeld } from './while-held.ts'
import { rich, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
let ahead = 0
beforeAll(async () => {
  stage = await PaymentsStage.set({ now: () => Date.now() + ahead })
}, 60_000)
afterAll(() => stage.strike())

const leaseMs = limits.payout.leaseMinutes * 60_000
const cashier = () => stage.tokens.admin('cashier')
const asked = async () => withdrawn(stage, await rich(stage, 100_000), 400)
const statusOf = (id: string) => stage.value<string>('SELECT status FROM request WHERE id = $1', [id])
const auditsOf = (target: string, action: string) =>
  stage.value<number>('SELECT count(*) FROM audit WHERE target = $1 AND action = $2', [target, action])
const file = (admin: TestAdmin, ids: string[], key = 'key', format: 'generic' | 'icici' = 'generic') =>
  stage.call(createPayoutFile, admin, { ids, format }, key)
const download = (admin: TestAdmin, id: string) => stage.fetch(downloadPayoutFile.route.path.replace(':id', id), admin)
let count = 0
const reference = () => `HDFCN${String((count += 1)).padStart(17, '5')}`

/** What admins do with a withdrawal, with the code of the refusal or 'done'. */
const acts = {
  pay: async (admin: TestAdmin, id: string) => (await stage.call(payWithdrawal, admin, { id })).code ?? 'done',
  approve: async (admin: TestAdmin, id: string) =>
    (await stage.call(approveWithdrawal, admin, { id, paidReference: reference() })).code ?? 'done',
  reject: async (admin: TestAdmin, id: string) => (await stage.call(rejectWithdrawal, admin, { id })).code ?? 'done',
  release: async (admin: TestAdmin, id: string) => (await stage.call(releasePayout, admin, { id })).code ?? 'done',
  file: async (admin: TestAdmin, id: string) => (await file(admin, [id], `key ${id}`)).code ?? 'done',
} as const
type Act = keyof typeof acts

describe('after a first cashier, a second cashier', () => {
  const refusedFile = 'payout_file_refused'
  it.each<{ first: Act; later?: true; second: Readonly<Record<Act, string>> }>([
    {
      first: 'pay',
      second: {
        pay: 'being_paid',
        approve: 'being_paid',
        reject: 'being_paid',
        release: 'being_paid',
        file: refusedFile,
      },
    },
    {
      first: 'pay',
      later: true,
      second: { pay: 'payout_expired', approve: 'done', reject: 'payout_expired', release: 'done', file: refusedFile },
    },
    {
      first: 'file',
      later: true,
      second: { pay: 'being_paid', approve: 'done', reject: 'being_paid', release: 'being_paid', file: refusedFile },
    },
    {
      first: 'approve',
      second: {
        ...{ pay: 'already_decided', approve: 'already_decided', reject: 'already_decided' },
        ...{ release: 'already_decided', file: refusedFile },
      },
    },
    { first: 'release', second: { pay: 'done', approve: 'done', reject: 'done', release: 'done', file: 'done' } },
  ])('does not pay again after $first, expired: $later', async ({ first, later, second }) => {
    for (const [act, outcome] of Object.entries(second) as [Act, string][]) {
      const id = await asked()
      expect(await acts[first](cashier(), id)).toBe('done')
      ahead = later ? leaseMs : 0
      expect([act, await acts[act](cashier(), id)]).toEqual([act, outcome])
      ahead = 0
    }
  })

  it.each<[Act, Act]>([
    ['pay', 'pay'],
    ['pay', 'file'],
    ['file', 'file'],
    ['pay', 'reject'],
    ['pay', 'approve'],
    ['approve', 'approve'],
    ['approve', 'reject'],
    ['file', 'reject'],
  ])('and a first one do %s and %s at one moment: one of them does it', async (one, other) => {
    for (let round = 0; round < 3; round += 1) {
      const id = await asked()
      const done = await Promise.all([acts[one](cashier(), id), acts[other](cashier(), id)])
      expect(done.filter((outcome) => outcome === 'done')).toHaveLength(1)
    }
  })
})

describe('a payout', () => {
  it('is seen by admins and by the player, is renewed by its page, and ends when the withdrawal is paid', async () => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 400)
    const admin = cashier()
    const { out } = await stage.call(payWithdrawal, admin, { id })
    expect(out?.withdrawal).toMatchObject({ status: 'pending', payout: { by: admin.username, file: null } })
    const own = async () => (await stage.call(listWithdrawals, player, {})).out?.withdrawals[0]
    expect((await own())?.steps.map(({ step }) => step)).toEqual(['requested', 'held', 'being_paid'])
    ahead = leaseMs - 1_000
    await stage.call(claimRequest, admin, { id })
    ahead = leaseMs + 1_000
    expect(await acts.pay(cashier(), id)).toBe('being_paid')
    ahead = 0
    const paid = await stage.call(approveWithdrawal, admin, { id, paidReference: ' utr: 4123-4567 8901​ ' })
    expect(paid.out?.withdrawal).toMatchObject({ status: 'approved', paidReference: '412345678901', payout: null })
    expect(await own()).toMatchObject({ paidReference: '412345678901' })
    expect((await own())?.steps.map(({ step }) => step)).toContain('being_paid')
  })

  it('names who pays since when, and is released by an owner with an audit row', async () => {
    const [id, admin] = [await asked(), cashier()]
    await acts.pay(admin, id)
    const refused = await stage.call(rejectWithdrawal, cashier(), { id })
    expect(refused.params).toEqual({ by: admin.username, since: expect.stringMatching(/Z$/) })
    expect(refused.message).toBe(`${admin.username} is paying this withdrawal.`)
    expect(await acts.release(stage.tokens.admin('owner'), id)).toBe('done')
    expect(await auditsOf(id, 'withdrawal.release-payout')).toBe(1)
    expect(await acts.pay(cashier(), id)).toBe('done')
  })

  it.each(['pay', 'file'] as const)('by %s is released before the same admin rejects', async (act) => {
    const [id, admin] = [await asked(), cashier()]
    await acts[act](admin, id)
    const refused = await stage.call(rejectWithdrawal, admin, { id })
    expect(refused).toMatchObject({ code: 'being_paid', message: expect.stringContaining('Release the payout first.') })
    expect([await acts.release(admin, id), await acts.reject(admin, id)]).toEqual(['done', 'done'])
    expect(await auditsOf(id, 'withdrawal.release-payout')).toBe(1)
  })

  it('comes after the first approval of another admin', async () => {
    const owner = stage.tokens.admin('owner')
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: 300 })
    const [id, one, other] = [await asked(), cashier(), cashier()]
    expect(await acts.pay(one, id)).toBe('first_approval_needed')
    expect(await acts.file(one, id)).toBe('payout_file_refused')
    expect(await acts.approve(one, id)).toBe('first_approval_needed')
    const seen = await stage.call(adminGetWithdrawal, one, { id })
    expect(seen.out?.withdrawal.needsFirstApproval).toBe(true)
    expect((await stage.call(approveWithdrawal, one, { id })).out?.pendingSecondApproval).toBe(true)
    expect(await acts.pay(one, id)).toBe('second_admin_needed')
    expect(await acts.pay(other, id)).toBe('done')
    expect(await acts.approve(other, id)).toBe('done')
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: null })
  })

  it('counts against the limits of the day before it is marked as paid, also in a file', async () => {
    const owner = stage.tokens.admin('owner')
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: null, adminWithdrawalDaily: 900 })
    const [admin, other, ids] = [cashier(), cashier(), [await asked(), await asked(), await asked()]]
    expect([await acts.pay(admin, ids[0] ?? ''), await acts.pay(admin, ids[1] ?? '')]).toEqual(['done', 'done'])
    expect(await acts.pay(admin, ids[2] ?? '')).toBe('first_approval_needed')
    expect(await acts.approve(admin, ids[0] ?? '')).toBe('done')
    const filed = [await asked(), await asked(), await asked()]
    expect(await file(other, filed, 'three')).toMatchObject({ code: 'payout_file_refused' })
    expect((await file(other, filed.slice(1), 'two')).out?.file.count).toBe(2)
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: null, adminWithdrawalDaily: null })
  })

  it('counts against the limits of the day in a list by one query, however long the list is', async () => {
    const owner = stage.tokens.admin('owner')
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: null, adminWithdrawalDaily: 900 })
    const [admin, ids] = [cashier(), [await asked(), await asked(), await asked(), await asked()]]
    for (const id of ids.slice(0, 2)) await acts.pay(admin, id)
    const list = await findRequests(stage.owner, 'withdrawal', ids)
    const query = jest.spyOn(stage.owner, 'query')
    const now = () => Date.now() + ahead
    const awaiting = await awaitingFirst({ db: stage.owner, clock: { now }, mode: 'play' }, list, admin.id)
    // The settings, and the sums of all.
    expect([query.mock.calls.length, [...awaiting].sort()]).toEqual([2, ids.slice(2).sort()])
    query.mockRestore()
    await stage.call(setApprovalSettings, owner, { secondApprovalAbove: null, adminWithdrawalDaily: null })
  })

  it('lasts as long as an owner has set', async () => {
    await stage.call(setPayoutSettings, stage.tokens.admin('owner'), { leaseMinutes: 1, debitAccount: null })
    const id = await asked()
    await acts.pay(cashier(), id)
    ahead = 60_000
    expect(await acts.pay(cashier(), id)).toBe('payout_expired')
    ahead = 0
    expect((await stage.call(setPayoutSettings, cashier(), { leaseMinutes: 5, debitAccount: null })).code).toBe(
      'forbidden',
    )
    await stage.call(setPayoutSettings, stage.tokens.admin('owner'), { leaseMinutes: 15, debitAccount: null })
  })
})

describe('a bank reference', () => {
  it('pays one withdrawal, also of two at one moment, and is no reference of a deposit', async () => {
    const ids = [await asked(), await asked()]
    const codes = await Promise.all(
      ids.map(
        async (id) => (await stage.call(approveWithdrawal, cashier(), { id, paidReference: '000123456789' })).code,
      ),
    )
    expect(codes.toSorted()).toEqual(['reference_paid', undefined].toSorted())
    const { body } = await stage.deposit(stage.tokens.player(), { utr: '000123456789' })
    expect(body.code).toBe('duplicate_utr')
    const utr = stage.reference()
    const depositId = await stage.seed(stage.tokens.player(), { utr })
    const used = await stage.call(approveWithdrawal, cashier(), { id: await asked(), paidReference: utr })
    expect(used).toMatchObject({ code: 'reference_paid', params: { requestId: depositId } })
  })

  it('of a withdrawal that is paid while a proof is opened is no reference of a deposit', async () => {
    const [id, utr] = [await asked(), stage.reference()]
    await stage.call(approveWithdrawal, cashier(), { id })
    const { body } = await whileHeld(
      stage,
      async (held) => {
        await takeReferenceLock(held, utr)
        await held.query('UPDATE request SET paid_reference = $2 WHERE id = $1', [id, utr])
      },
      () => stage.deposit(stage.tokens.player(), { utr: `0000${utr}`, method: 'NEFT' }),
    )
    expect(body.code).toBe('duplicate_utr')
  })

  it.each(['12345678901', 'paid', '4123456789012'])('is not “%s”, and the withdrawal waits', async (paidReference) => {
    const id = await asked()
    expect(await stage.call(approveWithdrawal, cashier(), { id, paidReference })).toMatchObject({
      code: 'invalid_request',
      message: 'A bank reference has 12 digits, or 16 to 22 letters or digits.',
    })
    expect(await statusOf(id)).toBe('pending')
  })
})

describe('a payment file', () => {
  it('is made once for its key, is downloaded again as it was, and keeps its withdrawals until they end', async () => {
    const [ids, admin] = [[await asked(), await asked()], cashier()]
    const made = await file(admin, ids)
    const again = await file(admin, ids.toReversed())
    expect(again).toEqual({ ...made, isReplay: true })
    expect(made.out?.file).toMatchObject({ count: 2, amount: 800, open: 2, by: admin.username })
    expect((await file(admin, [ids[0] ?? ''])).code).toBe('idempotency_conflict')
    const fileId = made.out?.file._id ?? ''
    const texts = [await (await download(admin, fileId)).text(), await (await download(cashier(), fileId)).text()]
    expect(texts[0]).toContain(`="${ids[0]?.slice(-12).toUpperCase()}",Asha Rao,="50100123456789",HDFC0001234,400.00`)
    expect(texts[1]).toBe(texts[0])
    const more = await asked()
    const refused = await file(cashier(), [...ids, more])
    expect(refused).toMatchObject({ code: 'payout_file_refused', params: { ids: ids.toSorted() } })
    expect(await acts.pay(cashier(), more)).toBe('done')
    expect(await acts.approve(cashier(), ids[0] ?? '')).toBe('done')
    const closed = await download(admin, fileId)
    expect([closed.status, (await closed.json()) as object]).toMatchObject([409, { params: { ids: [ids[0]] } }])
    expect((await stage.call(releasePayoutFile, cashier(), { id: fileId })).code).toBe('being_paid')
    expect((await stage.call(releasePayoutFile, admin, { id: fileId })).out?.file.open).toBe(0)
    expect(await acts.pay(cashier(), ids[1] ?? '')).toBe('done')
    const listed = await stage.call(listPayoutFiles, stage.tokens.admin('auditor'), {})
    expect(listed.out?.files[0]).toMatchObject({ _id: fileId, open: 0 })
    const exported = (role: 'auditor' | 'support') =>
      stage.fetch(exportPayoutFiles.route.path, stage.tokens.admin(role))
    const list = await exported('auditor')
    expect(list.headers.get('content-disposition')).toMatch(/filename="payment-files-\d{4}-\d\d-\d\d\.csv"/)
    expect(await list.text()).toMatch(new RegExp(`\n${fileId},[^,]+,generic,[^,]+,${admin.username},2,800\\.00,0\r\n`))
    expect((await exported('support')).status).toBe(403)
    expect(await auditsOf('payout-file', 'payout-file.export')).toBe(1)
  })

  it('names the account that pays, which an owner sets first', async () => {
    const [id, admin] = [await asked(), cashier()]
    expect((await file(admin, [id], 'k1', 'icici')).code).toBe('invalid_request')
    const settings = { leaseMinutes: 15, debitAccount: '000705001234' }
    await stage.call(setPayoutSettings, stage.tokens.admin('owner'), settings)
    const made = await file(admin, [id], 'k2', 'icici')
    expect(await (await download(admin, made.out?.file._id ?? '')).text()).toContain(
      'PAB_VENDOR,NEFT,000705001234,Asha Rao,',
    )
  })
})
