import { auditKey } from '@kismet/test-env/test-audit'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  creditDeposit,
  getSiteMaintenance,
  holdWithdrawal,
  maintenanceChanged,
  paise,
  playBet,
  releaseWithdrawal,
} from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { RunningService } from '@kismet/service-kit/define-service'
import { handle } from '@kismet/service-kit/handle'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { WalletContext } from '../src/context.ts'
import { wallet as walletService } from '../src/service.ts'
import { newId } from './fixture.ts'

const tokens = new TestTokens()
const meta = { requestId: 'test' }
/** What auth says of the site. */
let siteMaintenance = false
let nats: TestNats
let database: TestDatabase
let wallet: RunningService<WalletContext>
let buses: Bus[]
let [auth, payments, dice]: Bus[] = []

beforeAll(async () => {
  ;[nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
  const tell = handle(getSiteMaintenance, () => Promise.resolve({ siteMaintenance }))
  auth = await startFakeAuth(nats, tokens, [tell])
  payments = await joinBus(nats, 'payments', tokens)
  dice = await joinBus(nats, 'dice-slots', tokens)
  buses = [auth, payments, dice]
  const env = { NATS_URL: nats.urlOf('wallet'), DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey }
  wallet = await walletService.start(env, { log: testLogger('wallet') })
})

afterAll(async () => {
  await wallet.stop()
  await Promise.all(buses.map((bus) => bus.close()))
  await Promise.all([nats.remove(), database.drop()])
})

async function set(isOn: boolean): Promise<void> {
  siteMaintenance = isOn
  auth?.signal(maintenanceChanged, { siteMaintenance })
  await eventually('the wallet has heard it', async () => (await wallet.context.maintenance.isOn('test')) === isOn)
}

it('lets nothing begin, and takes what is under way', async () => {
  const playerId = newId()
  const withdrawal = { withdrawalId: newId(), playerId, amountPaise: paise(500) }
  const bet = { betId: newId(), playerId, game: 'Dice', stakePaise: paise(100), payoutPaise: paise(0) } as const
  const credit = (amount: number) =>
    payments?.call(creditDeposit, { depositId: newId(), playerId, amountPaise: paise(amount) }, meta)
  await credit(10_000)
  const booked = await dice?.call(playBet, bet, meta)
  await payments?.call(holdWithdrawal, withdrawal, meta)
  await set(true)
  const refused = { code: 'maintenance', status: 503 }
  await expect(dice?.call(playBet, { ...bet, betId: newId() }, meta)).rejects.toMatchObject(refused)
  const another = { playerId, withdrawalId: newId(), amountPaise: paise(1) }
  await expect(payments?.call(holdWithdrawal, another, meta)).rejects.toMatchObject(refused)
  expect(await dice?.call(playBet, bet, meta)).toMatchObject({ ...booked, replayed: true })
  expect(await payments?.call(releaseWithdrawal, withdrawal, meta)).toMatchObject({ balancePaise: 9_900 })
  expect(await credit(100)).toMatchObject({ balancePaise: 10_000 })
  await set(false)
  expect(await dice?.call(playBet, { ...bet, betId: newId() }, meta)).toMatchObject({ balancePaise: 9_900 })
})
