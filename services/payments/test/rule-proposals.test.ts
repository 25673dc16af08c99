import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { confirmProposal, getApprovalSettings, setApprovalSettings, setPayoutSettings } from '@kismet/contracts'
import { withdrawProposal } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { applyDueProposals } from '../src/work/proposals.ts'
import { countNotWritten } from '../src/work/settings.ts'
import { PaymentsStage } from './payments-stage.ts'

const clock = new TestClock(systemClock.now())
const dayMs = 24 * 60 * 60_000
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock, { PAY_TO_DELAY_HOURS: '24', CASINO_MODE: 'real' })
  stage.standing.role = 'owner'
}, 60_000)
afterAll(() => stage.strike())

const owner = () => stage.tokens.admin()
const set = (rules: Partial<WireInput<typeof setApprovalSettings>>, by = owner()) =>
  stage.call(setApprovalSettings, by, { secondApprovalAbove: 5_000, ...rules })
const read = async () => {
  const { out } = await stage.call(getApprovalSettings, stage.tokens.admin('auditor'), {})
  if (out === undefined) throw new Error('no settings')
  return out.settings
}
const waiting = async () => (await read()).proposed?._id ?? ''
const told = (event: string) => stage.fakeAuth.ownerMails.filter((mail) => mail.event === event)
const newestRow = () =>
  stage.value('SELECT json_build_array(action, admin_id) FROM audit ORDER BY sequence DESC LIMIT 1')

describe('weaker rules of approvals', () => {
  beforeEach(async () => {
    await stage.owner.query(`UPDATE settings SET approvals = '{}', second_above_paise = 500000, proposal = NULL`)
    await eventually('all mails are sent', async () => (await stage.value('SELECT count(*) FROM notice')) === 0)
    stage.fakeAuth.ownerMails.length = 0
  })

  it('wait, and the rules in use hold until their time; all owners are told twice', async () => {
    const thief = owner()
    const { out } = await set({ secondApprovalAbove: null, withoutRow: 'allowed' }, thief)
    const takesEffectAt = new Date(clock.now() + dayMs).toISOString()
    expect(out?.settings).toMatchObject({
      ...{ secondApprovalAbove: 5_000, withoutRow: 'second_admin' },
      proposed: {
        ...{ by: { _id: thief.id, username: thief.username }, takesEffectAt },
        rules: { secondApprovalAbove: null, withoutRow: 'allowed' },
      },
    })
    await eventually('the owners are told', () => told('approval_settings_proposed').length === 1)
    clock.advance(dayMs - 1)
    await applyDueProposals(stage.context)
    expect(await read()).toMatchObject({ secondApprovalAbove: 5_000, withoutRow: 'second_admin' })
    clock.advance(1)
    // As when several replicas see at once that its time has come.
    await Promise.all([1, 2, 3].map(() => applyDueProposals(stage.context)))
    expect(await read()).toMatchObject({ secondApprovalAbove: null, withoutRow: 'allowed', proposed: null })
    await eventually('the owners are told again', () => told('approval_settings_weaker').length === 1)
    expect(await newestRow()).toEqual(['approval-settings.change', thief.id])
  }, 60_000)

  it('of a change with stronger rules wait alone: the stronger rules hold at once', async () => {
    await set({ secondApprovalAbove: 1_000, ownStatementDaily: 90_000, adminDepositDaily: 10_000 })
    expect(await read()).toMatchObject({
      ...{ secondApprovalAbove: 1_000, ownStatementDaily: 50_000, adminDepositDaily: 10_000 },
      proposed: { rules: { ownStatementDaily: 90_000 } },
    })
  })

  it('are confirmed by a second owner at once, and never by the owner who proposed them', async () => {
    const one = owner()
    await set({ secondApprovalAbove: 9_000 }, one)
    const id = await waiting()
    expect((await stage.call(confirmProposal, one, { id })).code).toBe('second_admin_needed')
    expect((await stage.call(confirmProposal, stage.tokens.admin('cashier'), { id })).code).toBe('forbidden')
    const answers = await Promise.all([owner(), owner()].map((by) => stage.call(confirmProposal, by, { id })))
    expect(answers.map(({ code }) => code).sort()).toEqual(['settings_changed', undefined])
    expect(await read()).toMatchObject({ secondApprovalAbove: 9_000, proposed: null })
  })

  it.each([
    {
      by: 'a withdrawal of any owner',
      end: async () => stage.call(withdrawProposal, owner(), { id: await waiting() }),
    },
    { by: 'a stronger rule', end: () => set({ secondApprovalAbove: 4_000 }) },
  ])('are withdrawn by $by, and then never take effect', async ({ end }) => {
    await set({ secondApprovalAbove: null })
    expect((await end()).code).toBeUndefined()
    clock.advance(2 * dayMs)
    await applyDueProposals(stage.context)
    expect((await read()).secondApprovalAbove).not.toBeNull()
    expect(await waiting()).toBe('')
  })

  it.each([
    { again: 'alone', beside: {} },
    { again: 'beside a stronger rule', beside: { adminDepositDaily: 10_000 } },
  ])('keep their time when the same owner sends them again $again', async ({ beside }) => {
    const rules = { secondApprovalAbove: 9_000, withoutRow: 'allowed', ownStatementDaily: 90_000 } as const
    const one = owner()
    await set(rules, one)
    const first = (await read()).proposed
    clock.advance(60_000)
    await set({ ...rules, ...beside }, one)
    expect(await read()).toMatchObject({ proposed: first, ...beside })
    await eventually('all mails are sent', async () => (await stage.value('SELECT count(*) FROM notice')) === 0)
    expect(told('approval_settings_proposed')).toHaveLength(1)
    clock.advance(dayMs - 60_000)
    await applyDueProposals(stage.context)
    expect(await read()).toMatchObject({ ...rules, ...beside, proposed: null })
  })

  it('start anew with another value', async () => {
    const one = owner()
    await set({ secondApprovalAbove: 9_000 }, one)
    const first = (await read()).proposed
    clock.advance(60_000)
    await set({ secondApprovalAbove: 9_500 }, one)
    expect((await read()).proposed?.takesEffectAt).not.toBe(first?.takesEffectAt)
  })

  it('that someone wrote into the database never take effect', async () => {
    await set({ secondApprovalAbove: 9_000 })
    await stage.owner.query(`UPDATE settings SET proposal = jsonb_set(proposal, '{rules,secondApprovalAbove}', 'null')`)
    clock.advance(dayMs)
    await expect(applyDueProposals(stage.context)).rejects.toThrow('differ')
    expect((await stage.call(confirmProposal, owner(), { id: await waiting() })).code).toBe('internal')
    expect((await read()).secondApprovalAbove).toBe(5_000)
  })

  it.each([
    { by: 'a stronger rule', secondApprovalAbove: 4_000 },
    { by: 'a proposal of another owner', secondApprovalAbove: 9_500 },
  ])('that end by $by are told as withdrawn', async ({ secondApprovalAbove }) => {
    const [one, other] = [owner(), owner()]
    await set({ withoutRow: 'allowed' }, one)
    const id = await waiting()
    await set({ secondApprovalAbove }, other)
    expect(
      await stage.value(
        `SELECT json_build_array(admin_id, detail ->> 'id') FROM audit WHERE action = 'approval-settings.withdraw' ORDER BY sequence DESC LIMIT 1`,
      ),
    ).toEqual([other.id, id])
    await eventually('the owners are told', () => told('approval_settings_withdrawn').length === 1)
    expect(told('approval_settings_withdrawn')[0]?.detail).toContain(one.username)
  })

  it('are not replaced by an owner who has not seen them, and are named when a second owner confirms them', async () => {
    const { version } = await read()
    const one = owner()
    await set({ secondApprovalAbove: 9_000 }, one)
    expect((await set({ secondApprovalAbove: 9_500, version })).code).toBe('settings_changed')
    const id = await waiting()
    await stage.call(confirmProposal, owner(), { id })
    const detail = await stage.value('SELECT detail FROM audit ORDER BY sequence DESC LIMIT 1')
    expect(detail).toMatchObject({ id, proposedBy: one.username })
  })

  it.each([
    { end: 'withdrawn', by: async (id: string) => stage.call(withdrawProposal, owner(), { id }) },
    { end: 'ended by a stronger rule', by: () => set({ secondApprovalAbove: 4_000 }) },
    { end: 'put in use', by: async (id: string) => stage.call(confirmProposal, owner(), { id }) },
  ])('that were $end and that someone wrote back into the database never take effect', async ({ by }) => {
    await set({ secondApprovalAbove: 9_000 })
    const old = await stage.value('SELECT proposal FROM settings')
    expect((await by(await waiting())).code).toBeUndefined()
    const { secondApprovalAbove } = await read()
    await stage.owner.query('UPDATE settings SET proposal = $1', [old])
    clock.advance(dayMs)
    await expect(applyDueProposals(stage.context)).rejects.toThrow('differ')
    expect((await stage.call(confirmProposal, owner(), { id: await waiting() })).code).toBe('internal')
    expect((await read()).secondApprovalAbove).toBe(secondApprovalAbove)
  })

  it.each([{ isEnabled: false }, { role: 'cashier' as const }])(
    'of an owner who is now %j are withdrawn at their time',
    async (now) => {
      const thief = owner()
      await set({ secondApprovalAbove: null }, thief)
      stage.standing.admins.set(thief.id, now)
      clock.advance(dayMs)
      await applyDueProposals(stage.context)
      expect(await read()).toMatchObject({ secondApprovalAbove: 5_000, proposed: null })
      await eventually('the owners are told', () => told('approval_settings_withdrawn').length === 1)
    },
  )

  it('leave the settings as the audit log has them', async () => {
    await set({ secondApprovalAbove: 4_000 })
    await set({ secondApprovalAbove: null })
    expect(await countNotWritten(stage.context)).toBe(0)
  })
})

it('settings that are saved without a change leave no audit row and no mail', async () => {
  await set({ secondApprovalAbove: 4_000 })
  const payout = { leaseMinutes: 20, debitAccount: '123456789012' }
  await stage.call(setPayoutSettings, owner(), payout)
  await eventually('the owners are told', () => told('payout_settings').length === 1)
  expect(told('payout_settings')[0]?.detail).toBe(
    'A payout lasts: from 15 minutes to 20 minutes; Account that payment files pay from: from none to 123456789012.',
  )
  const counts = () =>
    stage.value('SELECT json_build_array((SELECT count(*) FROM audit), (SELECT count(*) FROM notice))')
  await eventually('all mails are sent', async () => (await stage.value('SELECT count(*) FROM notice')) === 0)
  const before = await counts()
  await set({ secondApprovalAbove: 4_000, withoutRow: 'second_admin', ownStatementDaily: 50_000 })
  await stage.call(setPayoutSettings, owner(), payout)
  expect(await counts()).toEqual(before)
})
