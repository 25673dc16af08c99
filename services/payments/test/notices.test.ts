import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { once } from 'node:events'
import {
  approveWithdrawal,
  askBetterProof,
  decideDeposit,
  rejectWithdrawal,
  setApprovalSettings,
} from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { PaymentsStage } from './payments-stage.ts'
import { rich, saveAccount, withdrawn } from './withdrawing.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
const owed = () => stage.value<number>('SELECT count(*) FROM notice')
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())

const mailsTo = (playerId: string) => stage.mails.filter((mail) => mail.playerId === playerId && 'amountPaise' in mail)
const decisionsTo = (playerId: string) => mailsTo(playerId).filter(({ notice }) => notice !== 'withdrawal_requested')
const deposited = async () => {
  const player = stage.tokens.player()
  return { playerId: player.id, id: await stage.seed(player, { amountPaise: 123_456 }) }
}
const cashier = () => stage.tokens.admin('cashier')

// Before a test moves the clock: the process has the time of all.
it('the notice about a decision of a process that is killed is mailed under one id by the next process', async () => {
  stage.fakeAuth.mailServer.takes = false
  await stage.stopReplicas()
  const process = await stage.startProcess()
  const { id, playerId } = await deposited()
  expect((await stage.decide(cashier(), id, 'approved')).out?.deposit.status).toBe('approved')
  process.kill('SIGKILL')
  await once(process, 'exit')
  expect(await owed()).toBe(1)
  stage.fakeAuth.mailServer.takes = true
  await stage.startReplicas()
  await eventually('nothing is owed', async () => {
    clock.advance(60_000)
    return (await owed()) === 0
  })
  expect(new Set(mailsTo(playerId).map(({ noticeId }) => noticeId)).size).toBe(1)
}, 60_000)

it('a notice that no mail server takes is asked for again under one id, for a day, and then given up', async () => {
  stage.mails.length = 0
  stage.fakeAuth.mailServer.takes = false
  await saveAccount(stage, stage.tokens.player())
  await eventually('it is asked for three times', () => {
    clock.advance(60_000)
    return stage.mails.length >= 3
  })
  expect(new Set(stage.mails.map(({ noticeId }) => noticeId)).size).toBe(1)
  expect(await owed()).toBe(1)
  clock.advance(24 * 60 * 60_000)
  await eventually('nothing is owed', async () => {
    clock.advance(60_000)
    return (await owed()) === 0
  })
}, 60_000)

it('a notice that the mail server takes is asked for once', async () => {
  stage.fakeAuth.mailServer.takes = true
  stage.mails.length = 0
  await saveAccount(stage, stage.tokens.player())
  await eventually('nothing is owed', async () => (await owed()) === 0)
  expect(stage.mails).toHaveLength(1)
})

it('a requested withdrawal is mailed to the player once, with the account and the amount', async () => {
  const player = await rich(stage, 100_000)
  const id = await withdrawn(stage, player, 400.5)
  await eventually('nothing is owed', async () => (await owed()) === 0)
  const told = { notice: 'withdrawal_requested', request: id, amountPaise: 40_050, lastDigits: '6789' }
  expect(mailsTo(player.id)).toMatchObject([told])
})

it('a request for a better proof is mailed to the player once, with its reason and note', async () => {
  const { id, playerId } = await deposited()
  const ask = () => stage.call(askBetterProof, cashier(), { id, reason: 'cut_off', note: 'The date is missing' })
  await ask()
  await ask()
  await eventually('nothing is owed', async () => (await owed()) === 0)
  const told = { notice: 'better_proof_asked', request: id, proofReason: 'cut_off', reason: 'The date is missing' }
  expect(mailsTo(playerId)).toMatchObject([told])
})

describe('a decision', () => {
  const paid = { method: 'UPI', utr: expect.any(String) }
  const asked = async () => {
    const player = await rich(stage, 100_000)
    return { playerId: player.id, id: await withdrawn(stage, player, 400.5) }
  }

  it.each([
    {
      notice: 'deposit_approved',
      request: deposited,
      decide: (id: string) => stage.decide(cashier(), id, 'approved', 'Seen on the statement'),
      told: { amountPaise: 123_456, ...paid },
    },
    {
      notice: 'deposit_approved',
      request: deposited,
      decide: (id: string) => stage.call(decideDeposit, cashier(), { id, status: 'approved', amount: 1_000.5 }),
      told: { amountPaise: 100_050, askedPaise: 123_456, ...paid },
    },
    {
      notice: 'deposit_rejected',
      request: deposited,
      decide: (id: string) => stage.decide(cashier(), id, 'rejected', ' Amount differs '),
      told: { amountPaise: 123_456, reason: 'Amount differs', ...paid },
    },
    {
      notice: 'withdrawal_paid',
      request: asked,
      decide: (id: string) => stage.call(approveWithdrawal, cashier(), { id, paidReference: 'HDFCN5202511241234' }),
      told: { amountPaise: 40_050, reference: 'HDFCN5202511241234', lastDigits: '6789' },
    },
    {
      notice: 'withdrawal_rejected',
      request: asked,
      decide: (id: string) => stage.call(rejectWithdrawal, cashier(), { id, reason: 'Name does not match' }),
      told: { amountPaise: 40_050, reason: 'Name does not match', lastDigits: '6789' },
    },
  ])('is mailed to the player once: $notice with $told', async ({ notice, request, decide, told }) => {
    const { id, playerId } = await request()
    await Promise.all([decide(id), decide(id)])
    await eventually('nothing is owed', async () => (await owed()) === 0)
    const time = expect.stringMatching(/Z$/)
    const common = { noticeId: expect.any(String), playerId, notice, at: time, request: id, requestedAt: time }
    expect(decisionsTo(playerId)).toEqual([{ ...common, ...told }])
  })

  it.each([
    { notice: 'deposit_approved', request: deposited, decide: (id: string) => stage.decide(cashier(), id, 'approved') },
    {
      notice: 'withdrawal_rejected',
      request: asked,
      decide: (id: string) => stage.call(rejectWithdrawal, cashier(), { id, reason: 'Name does not match' }),
    },
  ])('is not mailed before the wallet has booked it: $notice', async ({ notice, request, decide }) => {
    const { id, playerId } = await request()
    await eventually('nothing else is owed', async () => (await owed()) === 0)
    stage.wallet.mode = 'falls'
    await decide(id)
    const early = await owed()
    stage.wallet.mode = 'answers'
    expect(early).toBe(0)
    await eventually('the player is told', () => {
      clock.advance(60_000)
      return decisionsTo(playerId).length > 0
    })
    await eventually('nothing is owed', async () => (await owed()) === 0)
    expect(decisionsTo(playerId)).toMatchObject([{ notice }])
  })

  it('of the first of two admins is not mailed', async () => {
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 1_000 })
    await eventually('the owners are told', async () => (await owed()) === 0)
    const { id, playerId } = await deposited()
    expect((await stage.decide(cashier(), id, 'approved')).out?.pendingSecondApproval).toBe(true)
    expect(await owed()).toBe(0)
    await stage.decide(cashier(), id, 'approved')
    await eventually('the player is told', () => decisionsTo(playerId).length > 0)
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null })
    await eventually('the owners are told', async () => (await owed()) === 0)
  })
})
