import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { changeAccount, countPendingRequests, listWithdrawals, paise } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { hold } from '../src/work/request-withdrawal.ts'
import { loginPassword } from './fake-auth.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount, withdraw, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

const listOf = async (player: TestPlayer) => (await stage.call(listWithdrawals, player, {})).out?.withdrawals ?? []
const rowsOf = (player: TestPlayer) =>
  stage.value<number>('SELECT count(*) FROM request WHERE player_id = $1', [player.id])

describe('asking for a withdrawal', () => {
  it('sets the money aside, keeps the account as it was, and tells the desk', async () => {
    const player = await rich(stage, 100_000)
    const { out } = await withdraw(stage, player, 400.5)
    expect(out).toEqual({
      withdrawal: {
        _id: expect.any(String),
        user: player.id,
        amount: 400.5,
        account: rightAccount,
        status: 'pending',
        rejectionReason: null,
        paidReference: null,
        createdAt: expect.stringMatching(/Z$/),
        steps: [
          { step: 'requested', at: expect.stringMatching(/Z$/) },
          { step: 'held', at: expect.stringMatching(/Z$/) },
        ],
      },
      message: expect.any(String),
      balance: 599.5,
      balanceSeq: expect.any(Number),
    })
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 59_950, held: 40_050, paidOut: 0 })
    await eventually('the desk hears', () => stage.signals.queue.some(({ withdrawals }) => withdrawals > 0))
    await stage.call(changeAccount, player, { ...rightAccount, index: '0', name: 'Somebody Else' })
    expect(await listOf(player)).toEqual([out?.withdrawal])
    expect(await listOf(stage.tokens.player())).toEqual([])
  })

  it('is one of the requests that auth asks for before it closes an account, as a deposit is, until both are decided', async () => {
    const player = await rich(stage, 100_000)
    const pending = async () => (await stage.callAsAuth(countPendingRequests, { playerId: player.id })).pending
    expect(await pending()).toBe(0)
    const { body } = await stage.deposit(player)
    await withdrawn(stage, player, 300)
    expect(await pending()).toBe(2)
    await stage.decide(stage.tokens.admin('owner'), (body.deposit as { _id: string })._id, 'rejected')
    expect(await pending()).toBe(1)
  })

  it('and so is a deposit that is approved and not in the wallet yet', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    stage.wallet.mode = 'falls'
    expect((await stage.decide(stage.tokens.admin('owner'), id, 'approved')).code).toBe('unavailable')
    const pending = async () => (await stage.callAsAuth(countPendingRequests, { playerId: player.id })).pending
    expect(await pending()).toBe(1)
    stage.wallet.mode = 'answers'
    await stage.makeDue()
    await eventually('it is credited', async () => (await pending()) === 0)
    expect(stage.wallet.balances.get(player.id)).toBe(50_000)
  })

  it('is refused to an account that has changed since its password was shown', async () => {
    const player = await rich(stage, 100_000)
    stage.wallet.beforeBalance = async () => {
      stage.wallet.beforeBalance = undefined
      const change = { ...rightAccount, index: '0', accountNumber: '666600001111', currentPassword: loginPassword }
      await stage.call(changeAccount, player, change)
    }
    expect((await withdraw(stage, player, 300)).code).toBe('account_changed')
    expect([await rowsOf(player), stage.wallet.balances.get(player.id)]).toEqual([0, 100_000])
  })

  it('gets the first answer again for its key, whatever has become of it; another request with it is refused', async () => {
    const player = await rich(stage, 100_000)
    const [first, ...others] = await Promise.all(
      Array.from({ length: 6 }, () => withdraw(stage, player, 300, { key: 'the-same-key' })),
    )
    for (const other of others) expect(other.out).toEqual(first?.out)
    expect([first, ...others].filter((answer) => answer?.out !== undefined && !answer.isReplay)).toHaveLength(1)
    const late = await withdraw(stage, player, 300, { key: 'the-same-key' })
    expect(late).toEqual({ out: first?.out, isReplay: true })
    expect((await withdraw(stage, player, 301, { key: 'the-same-key' })).code).toBe('idempotency_conflict')
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ balance: 70_000, held: 30_000 })
  })

  it('is one request when two calls with one key and the whole balance come at once', async () => {
    const player = await rich(stage, 50_000)
    let first: Awaited<ReturnType<typeof withdraw>> | undefined
    stage.wallet.beforeBalance = async () => {
      stage.wallet.beforeBalance = undefined
      first = await withdraw(stage, player, 500, { key: 'twice-at-once' })
    }
    expect((await withdraw(stage, player, 500, { key: 'twice-at-once' })).out).toEqual(first?.out)
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ balance: 0, held: 50_000 })
  })

  it('is refused beyond the balance, with the balance, and leaves no trace and the key free', async () => {
    const player = await rich(stage, 50_000)
    const refused = await withdraw(stage, player, 501, { key: 'one-try-key' })
    expect(refused).toMatchObject({ code: 'insufficient_balance', params: { balance: 500 } })
    expect(await rowsOf(player)).toBe(0)
    expect((await withdraw(stage, player, 500, { key: 'one-try-key' })).out).toBeDefined()
  })

  it('is refused to a player whom admins have suspended: nothing is set aside or listed', async () => {
    const player = await rich(stage, 50_000)
    stage.wallet.depositRules.set(player.id, { isSuspended: true })
    expect(await withdraw(stage, player, 300)).toMatchObject({ code: 'account_suspended' })
    expect(await listOf(player)).toEqual([])
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 50_000, held: 0, paidOut: 0 })
  })

  it('has five that wait, however many come at once', async () => {
    const player = await rich(stage, 1_000_000)
    const answers = await Promise.all(Array.from({ length: 9 }, () => withdraw(stage, player, 200)))
    expect(answers.filter(({ out }) => out !== undefined)).toHaveLength(5)
    const refused = answers.filter(({ out }) => out === undefined)
    expect(refused.map(({ code, params }) => [code, params])).toEqual(
      Array.from({ length: 4 }, () => ['too_many_pending', { max: 5 }]),
    )
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ held: 100_000 })
  })

  it('never takes more than there is, however many come at once', async () => {
    const player = await rich(stage, 50_000)
    await Promise.all(Array.from({ length: 5 }, () => withdraw(stage, player, 200)))
    await eventually('what was refused is over', async () => (await stage.owed()) === 0)
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 10_000, held: 40_000, paidOut: 0 })
    expect(await listOf(player)).toHaveLength(2)
  })

  it('begins nothing in maintenance, but answers what is booked under its key', async () => {
    const player = await rich(stage, 100_000)
    const first = await withdraw(stage, player, 300, { key: 'before-it-closed' })
    stage.setMaintenance(true)
    const refused = await eventually('it is closed', async () => {
      const answer = await withdraw(stage, player, 250)
      return answer.code === 'maintenance' && answer
    })
    expect(refused.message).toBe('The site is under maintenance.')
    expect((await withdraw(stage, player, 300, { key: 'before-it-closed' })).out).toEqual(first.out)
    stage.setMaintenance(false)
    await eventually('it is open', async () => (await withdraw(stage, player, 250)).out)
  })
})

describe('a hold of which nobody knows', () => {
  it.each([
    { what: 'came through and was never answered', mode: 'books-and-falls' },
    { what: 'did not come through', mode: 'falls' },
  ] as const)('that $what is told as unknown, and finished by the sweep, once', async ({ mode }) => {
    const player = await rich(stage, 100_000)
    stage.wallet.mode = mode
    const unknown = await withdraw(stage, player, 400, { key: 'an-unclear-key' })
    expect(unknown.code).toBe('unavailable')
    const [shown] = await listOf(player)
    expect(shown).toMatchObject({ status: 'pending', steps: [{ step: 'requested' }] })
    stage.wallet.mode = 'answers'
    await stage.makeDue()
    await eventually('it is held', async () => (await listOf(player))[0]?.steps.length === 2)
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ balance: 60_000, held: 40_000 })
    const again = await withdraw(stage, player, 400, { key: 'an-unclear-key' })
    expect(again).toMatchObject({ isReplay: true, out: { balance: 600, withdrawal: { _id: shown?._id } } })
    await eventually('the player hears', () => stage.signals.withdrawals.some((news) => news._id === shown?._id))
  })

  it('is gone on with by the same key at once', async () => {
    const player = await rich(stage, 100_000)
    stage.wallet.mode = 'books-and-falls'
    expect((await withdraw(stage, player, 400, { key: 'tried-once-more' })).code).toBe('unavailable')
    stage.wallet.mode = 'answers'
    expect((await withdraw(stage, player, 400, { key: 'tried-once-more' })).out).toMatchObject({ balance: 600 })
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ held: 40_000 })
  })

  it('that is refused in the end stands in the list with the reason, and never takes money', async () => {
    const player = await rich(stage, 100_000)
    stage.wallet.mode = 'falls'
    await withdraw(stage, player, 400)
    stage.wallet.balances.set(player.id, 100)
    stage.wallet.mode = 'answers'
    await stage.makeDue()
    const [refused] = await eventually('it is refused', async () => {
      const list = await listOf(player)
      return list[0]?.status === 'rejected' && list
    })
    expect(refused).toMatchObject({
      rejectionReason: 'Insufficient balance!',
      steps: [{ step: 'requested' }, { step: 'rejected' }],
    })
    stage.wallet.balances.set(player.id, 100_000)
    const id = refused?._id ?? ''
    await eventually('a late hold is refused', () => stage.wallet.held.get(id)?.state === 'refused')
    const late = hold(stage.context, { id, playerId: player.id, amountPaise: paise(40_000) }, 'late', true)
    await expect(late).rejects.toMatchObject({ code: 'insufficient_balance', params: { balance: 1 } })
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 100_000, held: 0, paidOut: 0 })
  })

  it('that the wallet has released before is refused in the end, and its player knows', async () => {
    const player = await rich(stage, 100_000)
    stage.wallet.mode = 'falls'
    await withdraw(stage, player, 400)
    const id = (await listOf(player))[0]?._id ?? ''
    const first = { balancePaise: paise(0), balanceSeq: 1, bonusReleased: false, replayed: false }
    stage.wallet.held.set(id, { playerId: player.id, amountPaise: 0, first, state: 'refused' })
    stage.wallet.mode = 'answers'
    await stage.makeDue()
    await eventually('it is refused', async () => (await listOf(player))[0]?.status === 'rejected')
    await eventually('nothing is owed', async () => (await stage.owed()) === 0)
    expect(stage.wallet.sumsOf(player.id)).toEqual({ balance: 100_000, held: 0, paidOut: 0 })
  })

  it('that lost a race is returned: a refusal that was marked first stands', async () => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 200)
    expect(stage.wallet.held.get(id)?.state).toBe('held')
    stage.wallet.mode = 'falls'
    await withdraw(stage, player, 300, { key: 'the-losing-key' })
    stage.wallet.mode = 'answers'
    await stage.owner.query(
      `UPDATE request SET status = 'refused', refusal = '{}', decided_at = now(), due_at = now(), key = NULL WHERE player_id = $1 AND key = 'the-losing-key'`,
      [player.id],
    )
    await eventually(
      'it is settled',
      async () =>
        (await stage.value('SELECT count(*) FROM request WHERE player_id = $1 AND booked_at IS NOT NULL', [
          player.id,
        ])) === 1,
    )
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ balance: 80_000, held: 20_000 })
  })

  it('survives the end of the process between the hold and its mark', async () => {
    const player = await rich(stage, 100_000)
    await stage.stopReplicas()
    const child = await stage.startProcess()
    stage.wallet.mode = 'books-and-hangs'
    const asked = withdraw(stage, player, 400, { key: 'killed-in-between' })
    await eventually('the wallet has booked', () => stage.wallet.sumsOf(player.id).held === 40_000)
    child.kill('SIGKILL')
    expect((await asked).code).toBe('unavailable')
    stage.wallet.mode = 'answers'
    await stage.startReplicas()
    expect((await withdraw(stage, player, 400, { key: 'killed-in-between' })).out).toMatchObject({ balance: 600 })
    expect(stage.wallet.sumsOf(player.id)).toMatchObject({ balance: 60_000, held: 40_000 })
  })
})
