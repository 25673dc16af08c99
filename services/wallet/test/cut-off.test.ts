import { auditKey } from '@kismet/test-env/test-audit'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { creditDeposit, paise, playBet } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { RunningService } from '@kismet/service-kit/define-service'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { TestLine } from '@kismet/test-env/test-line'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { WalletContext } from '../src/context.ts'
import { wallet } from '../src/service.ts'
import { newId, openPool, reconcileAll, breaksOf } from './fixture.ts'

const meta = { requestId: 'test' }
const playerId = newId()
let nats: TestNats
let database: TestDatabase
let line: TestLine
let buses: Bus[]
let [auth, payments, dice]: Bus[] = []
/** The first stands behind the line to the bus; both reach the database. */
let wallets: RunningService<WalletContext>[]

beforeAll(async () => {
  ;[nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
  line = await TestLine.to(nats.urlOf('wallet'))
  const tokens = new TestTokens()
  auth = await startFakeAuth(nats, tokens)
  payments = await joinBus(nats, 'payments', tokens)
  dice = await joinBus(nats, 'dice-slots', tokens)
  buses = [payments, dice, auth]
  const start = (url: string) =>
    wallet.start(
      { NATS_URL: url, DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey },
      { log: testLogger('wallet') },
    )
  wallets = [await start(line.url), await start(nats.urlOf('wallet'))]
  await payments.call(creditDeposit, { depositId: newId(), playerId, amountPaise: paise(100_000) }, meta)
})
afterAll(async () => {
  await Promise.all(wallets.map((one) => one.stop()))
  await line.close()
  await Promise.all(buses.map((bus) => bus.close()))
  await Promise.all([nats.remove(), database.drop()])
})

const play = () =>
  dice?.call(playBet, { betId: newId(), playerId, game: 'Dice', stakePaise: paise(100), payoutPaise: paise(0) }, meta)
const isPlayed = async () => (await play()?.catch(() => undefined)) !== undefined
const whoLeads = async () =>
  Promise.all(wallets.map(async ({ registry }) => /^service_leads(?:\{.*\})? 1$/m.test(await registry.metrics())))

it('bets go on when the wallet that leads is cut off from the bus, and it stands by when it is back', async () => {
  expect(await isPlayed()).toBe(true)
  expect(await whoLeads()).toEqual([true, false])
  line.isDown = true
  for (const connection of line.connections) connection.end()
  await eventually('a bet is booked', isPlayed, 30_000)
  expect(await whoLeads()).toEqual([false, true])
  line.isDown = false
  await eventually('the other one is there again', () => wallets[0]?.context.bus.connected === true, 30_000)
  await eventually('bets are booked', isPlayed)
  expect(await whoLeads()).toEqual([false, true])
}, 60_000)

it('nobody leads while the bus is away for all, and one does when it is back', async () => {
  await nats.stop('SIGKILL')
  await eventually('nobody leads', async () => !(await whoLeads()).includes(true), 30_000)
  await nats.start()
  await eventually('a bet is booked', isPlayed, 30_000)
  expect((await whoLeads()).filter(Boolean)).toHaveLength(1)
  const owner = openPool(database.ownerUrl)
  expect(breaksOf(await reconcileAll(owner))).toEqual([])
  await owner.end()
}, 90_000)
