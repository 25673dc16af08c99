import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  creditDeposit,
  holdWithdrawal,
  paise,
  payOutWithdrawal,
  playBet,
  readAccounts,
  readEntries,
  reserveBet,
} from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import { newId } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

let world: WalletOnBus
beforeAll(async () => {
  world = await WalletOnBus.open()
}, 60_000)
afterAll(() => world.close())

it('the accounts as of a place in the log are the sums of the entries up to the place, while later entries are there', async () => {
  const call = { requestId: 'test' }
  const [asha, vikram] = [newId(), newId()]
  const payments = world.bus('payments')
  for (const playerId of [asha, vikram])
    await payments.call(creditDeposit, { depositId: newId(), playerId, amountPaise: paise(100_000) }, call)
  const bet = { betId: newId(), playerId: asha, stakePaise: paise(10_000), payoutPaise: paise(25_000) }
  await world.bus('dice-slots').call(playBet, { ...bet, game: 'Dice', detail: '{}' }, call)
  const round = { betId: newId(), playerId: vikram, stakePaise: paise(20_000) }
  await world.bus('aviator').call(reserveBet, { ...round, game: 'Aviator' }, call)
  const withdrawal = { withdrawalId: newId(), playerId: asha, amountPaise: paise(30_000) }
  await payments.call(holdWithdrawal, withdrawal, call)
  await payments.call(payOutWithdrawal, withdrawal, call)

  const analytics = world.bus('analytics')
  const entries: LedgerEntry[] = []
  let after = ''
  for (;;) {
    const page = await analytics.call(readEntries, { after, limit: 1 }, call)
    // Entries above an open transaction of the server come when it has ended.
    if (page.facts.length === 0 && page.waiting) continue
    if (page.facts.length === 0) break
    entries.push(...page.facts)
    after = page.cursor
    const { entries: count, ...accounts } = await analytics.call(readAccounts, { cursor: after }, call)
    const balances = new Map(entries.map(({ playerId, balanceAfterPaise }) => [playerId, balanceAfterPaise]))
    expect(count).toBe(entries.length)
    expect(accounts.players).toBe([...balances.values()].reduce((sum, balance) => sum + balance, 0))
    expect(accounts.held).toBe(entries.reduce((sum, { heldPaise }) => sum + heldPaise, 0))
    expect(Object.values(accounts).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  }
  expect(entries.map(({ kind }) => kind)).toEqual(['deposit', 'deposit', 'play', 'reserve', 'hold', 'pay-out'])
})
