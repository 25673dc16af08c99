import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  balancesChanged,
  getBalance,
  getLedgerState,
  getProfile,
  holdWithdrawal,
  listEntries,
  paise,
  payOutWithdrawal,
  playBet,
  postBalance,
  readBalance,
  readBets,
  readEntries,
  releaseWithdrawal,
  reserveBet,
  settleBet,
  voidBet,
} from '@kismet/contracts'
import type { Input, OperationShape, Output } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { readLog } from '@kismet/test-env/read-log'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import type { WalletCore } from '../src/core/wallet-core.ts'
import { operations } from '../src/rpc/index.ts'
import { deposit, newId, openCore } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

let world: WalletOnBus
let player: TestPlayer
beforeAll(async () => {
  world = await WalletOnBus.open()
  player = world.tokens.player()
})
afterAll(() => world.close())

const diceBet = (playerId: string, stakePaise: number, payoutPaise = 0): Input<typeof playBet> => ({
  betId: newId(),
  playerId,
  game: 'Dice',
  stakePaise: paise(stakePaise),
  payoutPaise: paise(payoutPaise),
})

/** Calls the handler of an operation without the bus. */
async function direct<O extends OperationShape>(core: WalletCore, operation: O, input: Input<O>): Promise<unknown> {
  const handler = operations.find((candidate) => candidate.operation.subject === operation.subject)
  const call = {
    input,
    meta: { requestId: 'test' },
    log: testLogger('wallet'),
    replayed: () => undefined,
    keepDevice: () => undefined,
  }
  return handler?.run({ ...world.wallet.context, core, proveNow: () => undefined }, call)
}

describe('money operations on the bus', () => {
  it('credits a deposit, plays, holds, releases and pays out', async () => {
    const playerId = newId()
    expect(await world.credit(playerId, 1000)).toEqual({
      balancePaise: 100_000,
      balanceSeq: 1,
      bonusReleased: false,
      replayed: false,
    })
    const bet = diceBet(playerId, 10_000, 19_800)
    expect(await world.call('dice-slots', playBet, bet)).toMatchObject({
      balancePaise: 109_800,
      balanceSeq: 2,
      replayed: false,
    })

    const kept = { withdrawalId: newId(), playerId, amountPaise: paise(9_800) }
    const returned = { withdrawalId: newId(), playerId }
    await world.call('payments', holdWithdrawal, kept)
    expect(await world.call('payments', holdWithdrawal, { ...returned, amountPaise: paise(50_000) })).toMatchObject({
      balancePaise: 50_000,
    })
    for (const operation of [releaseWithdrawal, payOutWithdrawal])
      await expect(world.call('payments', operation, { ...kept, amountPaise: paise(980_000) })).rejects.toMatchObject({
        code: 'hold_differs',
      })
    const amountPaise = paise(50_000)
    expect(await world.call('payments', releaseWithdrawal, { ...returned, amountPaise })).toMatchObject({
      balancePaise: 100_000,
    })
    expect(await world.call('payments', payOutWithdrawal, kept)).toMatchObject({ balancePaise: 100_000 })
    expect(await world.call('payments', payOutWithdrawal, kept)).toMatchObject({ replayed: true })
    await expect(world.call('payments', releaseWithdrawal, kept)).rejects.toMatchObject({ code: 'already_decided' })
    const stood = { balance: 100_000, balanceSeq: 6, netResult: 9_800 }
    expect(await world.call('payments', readBalance, { playerId })).toEqual(stood)
    // A replay has the `balanceSeq` of the first answer, so clients do not show its balance as the newest.
    expect(await world.call('dice-slots', playBet, bet)).toMatchObject({
      balancePaise: 109_800,
      balanceSeq: 2,
      replayed: true,
    })
  })

  it.each<[string, Partial<Input<typeof playBet>>, string]>([
    ['more than the balance', { stakePaise: paise(1) }, 'insufficient_balance'],
    ['a negative payout', { payoutPaise: paise(-1) }, 'invalid_request'],
    ['a stake of nothing', { stakePaise: paise(0) }, 'invalid_request'],
    ['an id that is none', { betId: 'bet' }, 'invalid_request'],
    ['a payout above what one bet may win', { payoutPaise: paise(Number.MAX_SAFE_INTEGER) }, 'max_win_exceeded'],
  ])('refuses a play of %s', async (_what, wrong, code) => {
    const bet = { ...diceBet(newId(), 100), ...wrong }
    const sent = world.bus('dice-slots').send(playBet, bet, { requestId: 'test' })
    await expect(sent).rejects.toMatchObject({ code })
  })

  it('answers 422 insufficient_balance with the text of the product', async () => {
    const bet = diceBet(newId(), 100)
    await world.credit(bet.playerId, 0.5)
    await expect(world.call('dice-slots', playBet, bet)).rejects.toMatchObject({
      status: 422,
      message: 'Insufficient balance!',
      params: { balance: 0.5 },
    })
  })
})

describe('reads', () => {
  it('shows a player the balance and the state of the bonus', async () => {
    expect(await world.call('gateway', getBalance, {}, player.token)).toEqual({
      balance: 0,
      balanceSeq: 0,
      netResult: 0,
    })
    await world.credit(player.id, 1000)
    await world.call('dice-slots', playBet, diceBet(player.id, 49_999))
    expect(await world.call('gateway', getProfile, {}, player.token)).toEqual({
      user: {
        _id: player.id,
        email: player.email,
        username: null,
        balance: 50_001,
        balanceSeq: 2,
        awaitingBonus: 10_000,
        firstDepositAmount: 100_000,
        totalBetsAfterFirstDeposit: 49_999,
      },
    })
    const last = diceBet(player.id, 1)
    const released = { balancePaise: 60_000, balanceSeq: 4, bonusReleased: true }
    expect(await world.call('dice-slots', playBet, last)).toMatchObject({ ...released, replayed: false })
    expect(await world.call('dice-slots', playBet, last)).toMatchObject({ ...released, replayed: true })
    const { user } = await world.call('gateway', getProfile, {}, player.token)
    expect(user).toMatchObject({ awaitingBonus: 0, totalBetsAfterFirstDeposit: 50_000, balance: 60_000, balanceSeq: 4 })
  })

  it('never lets a client name its own balance', async () => {
    const before = await world.call('gateway', getBalance, {}, player.token)
    expect(await world.call('gateway', postBalance, { amount: 1_000_000 }, player.token)).toEqual(before)
    expect(await world.call('gateway', getBalance, {}, player.token)).toEqual(before)
  })

  it('refuses a player without a token', async () => {
    await expect(world.call('gateway', getBalance, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('pages through the entries, newest first', async () => {
    const playerId = newId()
    for (let index = 0; index < 5; index += 1) await world.credit(playerId, 1)
    const pages: number[][] = []
    let cursor: string | undefined
    do {
      const page: Output<typeof listEntries> = await world.call('payments', listEntries, {
        playerId,
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      pages.push(page.entries.map(({ sequence }) => sequence))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
    await expect(world.call('payments', listEntries, { playerId, limit: 2, cursor: 'x' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })

  it('tells a game whose cursor is lost from when on it keeps bets', async () => {
    const page = await world.call('mines', readBets, { after: '1:1:1:1', limit: 1 })
    expect(page).toEqual({ facts: [], cursor: '', more: true, waiting: false, keptFrom: null })
  })

  it('tells admins that the ledger adds up', async () => {
    const { token } = world.tokens.admin('auditor')
    const state = await eventually('a reconciliation has run', async () => {
      const found = await world.call('gateway', getLedgerState, {}, token)
      return found.checkedAt !== null && found.entries > 0 && found
    })
    expect(state.state).toBe('clean')
    expect(state.checks.map(({ breaks }) => breaks)).toEqual(state.checks.map(() => 0))
    await expect(world.call('gateway', getLedgerState, {}, player.token)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })
})

describe('news', () => {
  it('tells new balances at once, and each entry in the log, whose readers are woken', async () => {
    const heard: unknown[] = []
    const woken: unknown[] = []
    const analytics = world.bus('analytics')
    world.bus('gateway').onSignal(balancesChanged, (lines) => heard.push(...lines), { shared: false })
    analytics.onSignal(readEntries.wake, (wake) => woken.push(wake), { shared: true })
    await analytics.flush()
    const playerId = newId()
    await world.credit(playerId, 10)
    await eventually('the signal of the deposit', () => JSON.stringify(heard).includes(playerId))
    const betId = newId()
    await world.call('dice-slots', playBet, {
      betId,
      playerId,
      game: 'Slots',
      stakePaise: paise(500),
      payoutPaise: paise(0),
    })

    await eventually('the signal of the bonus', () =>
      heard.some((line) => JSON.stringify(line).includes('"bonusReleased":true')),
    )
    const deposit = { balance: 10, balanceSeq: 1, netResult: 0, reason: 'deposit', bonusReleased: false }
    expect(heard).toContainEqual({ to: playerId, ...deposit })
    const bonus = { balance: 6, balanceSeq: 3, netResult: -5, reason: 'bonus', bonusReleased: true }
    expect(heard).toContainEqual({ to: playerId, ...bonus })

    await eventually('readers are woken', () => woken.length > 0)
    const beginning = await analytics.call(readEntries, { after: '', limit: 1 }, { requestId: 'test' })
    expect(beginning.keptFrom).toBeNull()
    const mine = (await readLog(analytics, readEntries)).filter((entry) => entry.playerId === playerId)
    expect(mine).toMatchObject([
      { sequence: 1, kind: 'deposit', amountPaise: 1000, balanceAfterPaise: 1000, game: null },
      {
        sequence: 2,
        kind: 'play',
        amountPaise: -500,
        stakePaise: 500,
        payoutPaise: 0,
        game: 'Slots',
        reference: betId,
      },
      { sequence: 3, kind: 'bonus', amountPaise: 100, balanceAfterPaise: 600, reference: betId },
    ])
  })
})

describe('bets that last', () => {
  it('are reserved, settled and voided, with the refusals of their contracts', async () => {
    const own = await createTestDatabase(['wallet'])
    const core = await openCore(own.urlOf('wallet'))
    const playerId = newId()
    const betId = newId()
    await core.submit(deposit(playerId, 100))
    expect(await direct(core, reserveBet, { betId, playerId, game: 'Mines', stakePaise: paise(40) })).toMatchObject({
      balancePaise: 60,
    })
    expect(
      await direct(core, settleBet, { betId, playerId, stakePaise: paise(40), payoutPaise: paise(30) }),
    ).toMatchObject({
      balancePaise: 90,
    })
    await expect(direct(core, voidBet, { betId, playerId, reason: 'too late' })).rejects.toMatchObject({
      code: 'bet_settled',
    })
    const unknown = { betId: newId(), playerId, stakePaise: paise(40), payoutPaise: paise(0) }
    await expect(direct(core, settleBet, unknown)).rejects.toMatchObject({ code: 'not_found' })

    const voided = newId()
    expect(await direct(core, voidBet, { betId: voided, playerId, reason: 'the round was void' })).toMatchObject({
      balancePaise: 90,
    })
    const late = direct(core, reserveBet, { betId: voided, playerId, game: 'Mines', stakePaise: paise(1) })
    await expect(late).rejects.toMatchObject({ code: 'bet_voided' })
    await core.close()
    await own.drop()
  })
})

describe('the wallet at work', () => {
  it('is ready, and shows its metrics', async () => {
    const base = `http://127.0.0.1:${world.wallet.port}`
    const ready: unknown = await (await fetch(`${base}/ready`)).json()
    expect(ready).toMatchObject({ ready: true, checks: { bus: true, database: true, booking: true } })
    const metrics = await (await fetch(`${base}/metrics`)).text()
    for (const name of [
      'wallet_commit_seconds_bucket',
      'wallet_queued_commands 0',
      'wallet_ledger_state{state="clean"} 1',
    ])
      expect(metrics).toContain(name)
  })
})
