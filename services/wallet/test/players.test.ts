import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminGetPlayerFunds,
  adminGetPlayerLimits,
  adminRoles,
  excludeSelf,
  holdWithdrawal,
  paise,
  payOutWithdrawal,
  playBet,
  readDepositRules,
  reserveBet,
  setLimit,
  setSuspension,
  settleBet,
} from '@kismet/contracts'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { newId } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

let world: WalletOnBus
let player: TestPlayer
beforeAll(async () => {
  world = await WalletOnBus.open()
})
afterAll(() => world.close())
beforeEach(() => {
  player = world.tokens.player()
})

const suspend = (isSuspended: boolean, version: number) =>
  world.call('auth', setSuspension, { playerId: player.id, isSuspended, version })
const bet = () => {
  const amounts = { stakePaise: paise(10_000), payoutPaise: paise(0) }
  return world.call('dice-slots', playBet, { betId: newId(), playerId: player.id, game: 'Dice', ...amounts })
}
const withdrawal = (withdrawalId: string) => ({ withdrawalId, playerId: player.id, amountPaise: paise(20_000) })
const hold = (withdrawalId: string) => world.call('payments', holdWithdrawal, withdrawal(withdrawalId))
const fundsOf = async (id = player.id) =>
  (await world.call('gateway', adminGetPlayerFunds, { id }, world.tokens.admin('support').token)).funds

describe('a player whom admins have suspended', () => {
  const refused = { code: 'account_suspended' }

  it('bets, withdraws and deposits no more, and what is under way is settled; afterwards all of it goes on', async () => {
    await world.credit(player.id, 1_000)
    const reserved = { betId: newId(), playerId: player.id }
    await world.call('mines', reserveBet, { ...reserved, game: 'Mines', stakePaise: paise(10_000) })
    const withdrawalId = newId()
    await hold(withdrawalId)
    await suspend(true, 1)
    await expect(bet()).rejects.toMatchObject(refused)
    await expect(hold(newId())).rejects.toMatchObject(refused)
    const late = { betId: newId(), playerId: player.id, game: 'Aviator' as const, stakePaise: paise(10_000) }
    await expect(world.call('aviator', reserveBet, late)).rejects.toMatchObject(refused)
    const rules = await world.call('payments', readDepositRules, { playerId: player.id })
    expect(rules.isSuspended).toBe(true)
    await world.call('mines', settleBet, { ...reserved, stakePaise: paise(10_000), payoutPaise: paise(20_000) })
    await world.call('payments', payOutWithdrawal, withdrawal(withdrawalId))
    await world.credit(player.id, 100)
    expect(await fundsOf()).toMatchObject({ balance: 100_000, openStakes: 0, held: 0, isSuspended: true })
    await suspend(false, 2)
    await bet()
    expect(await fundsOf()).toMatchObject({ balance: 90_000, isSuspended: false })
  })

  it('stays as the newest change says, however often and late older ones come', async () => {
    await world.credit(player.id, 1_000)
    await suspend(true, 5)
    await suspend(false, 7)
    await suspend(true, 5)
    await suspend(true, 6)
    await bet()
    await suspend(true, 8)
    await suspend(true, 8)
    await expect(bet()).rejects.toMatchObject(refused)
  })

  it('keeps the rules that the player has set, and those do not lift it', async () => {
    await world.call('gateway', setLimit, { type: 'loss', period: 'day', amount: paise(50_000) }, player.token)
    await suspend(true, 1)
    await world.call('gateway', excludeSelf, { days: 180 }, player.token)
    await expect(bet()).rejects.toMatchObject(refused)
    await suspend(false, 2)
    await expect(bet()).rejects.toMatchObject({ code: 'self_excluded' })
    const limits = await world.call(
      'gateway',
      adminGetPlayerLimits,
      { id: player.id },
      world.tokens.admin('auditor').token,
    )
    expect(limits.excludedUntil).not.toBeNull()
    expect(limits.limits).toContainEqual({ type: 'loss', period: 'day', amount: 50_000, used: 0 })
  })

  it('may be one whom the wallet has not seen', async () => {
    await suspend(true, 3)
    expect(await fundsOf()).toMatchObject({ balance: 0, isSuspended: true })
    await expect(hold(newId())).rejects.toMatchObject(refused)
  })
})

describe('what a player’s accounts hold', () => {
  it('is told to every role, with the bonus and what it waits for', async () => {
    await world.credit(player.id, 1_000.01)
    await bet()
    for (const role of adminRoles) {
      const { token } = world.tokens.admin(role)
      const { funds } = await world.call('gateway', adminGetPlayerFunds, { id: player.id }, token)
      expect(funds).toEqual({
        balance: 90_001,
        balanceSeq: 2,
        netResult: -10_000,
        openStakes: 0,
        held: 0,
        firstDeposit: 100_001,
        bonus: 10_000,
        bonusReleased: false,
        counted: 10_000,
        countedNeeded: 50_001,
        isSuspended: false,
      })
    }
  })

  it('of an id that is none is not found', async () => {
    await expect(fundsOf('nobody')).rejects.toMatchObject({ code: 'not_found' })
    const { token } = world.tokens.admin('owner')
    await expect(world.call('gateway', adminGetPlayerLimits, { id: 'nobody' }, token)).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
