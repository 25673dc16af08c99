import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { paise, readBalance } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, testLogger } from '@kismet/test-env/test-bus'
import { TestLine } from '@kismet/test-env/test-line'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { defineService } from '../src/define-service.ts'
import type { RunningService } from '../src/define-service.ts'
import { baseEnv } from '../src/env.ts'
import { handle } from '../src/handle.ts'

type Running = RunningService<{ readonly bus: Bus }>

const wallet = defineService({
  name: 'wallet',
  env: baseEnv,
  open: (_config, { bus }) => Promise.resolve({ bus }),
  operations: [
    handle(readBalance, () => Promise.resolve({ balance: paise(1_000), balanceSeq: 1, netResult: paise(0) })),
  ],
})
const tokens = new TestTokens()
const closings: (() => Promise<void>)[] = []
let nats: TestNats
let asking: Bus

beforeEach(async () => {
  nats = await startTestNats()
  asking = await joinBus(nats, 'payments', tokens)
})
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  await asking.close()
  await nats.remove()
})

async function start(url = nats.urlOf('wallet')): Promise<Running> {
  const running = await wallet.start({ NATS_URL: url }, { log: testLogger('wallet') })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= running.stop())
  closings.push(stop)
  return { ...running, stop }
}

async function lineToNats(): Promise<TestLine> {
  const line = await TestLine.to(nats.urlOf('wallet'))
  closings.push(() => line.close())
  return line
}

const isReady = async ({ port }: Running) => (await fetch(`http://127.0.0.1:${port}/ready?of=bus`)).status === 200
const isAnswered = async () => {
  const input = { playerId: '0190a000-0000-7000-8000-000000000001' }
  return asking.call(readBalance, input, { requestId: 'test' }).then(
    () => true,
    () => false,
  )
}

/** Has the server read the users as the contracts of now have them, or as those of a release had them in which nobody read balances. */
async function readUsers(hasBalances: boolean): Promise<void> {
  await nats.writeUsers(({ permissions, ...user }) => {
    const subscribe = permissions.subscribe.filter((subject) => hasBalances || !subject.startsWith(readBalance.subject))
    return { ...user, permissions: { ...permissions, subscribe } }
  })
  await nats.reload()
}

it('a service that NATS does not let hear an operation does not start, and one that runs is not ready', async () => {
  const early = await start()
  await readUsers(false)
  await eventually('the right that was taken away is missed', async () => !(await isReady(early)))
  await expect(start()).rejects.toThrow('NATS refused a subscription')
  expect(await isAnswered()).toBe(false)

  await readUsers(true)
  const restarted = await start()
  expect([await isReady(early), await isReady(restarted)]).toEqual([false, true])
  expect(await isAnswered()).toBe(true)
})

it('a password that NATS does not know for a while is tried until it does', async () => {
  const line = await lineToNats()
  const running = await start(line.url)
  await nats.writeUsers((user) => ({ ...user, password: user.name === 'wallet' ? 'another' : user.password }))
  await nats.reload()
  await eventually('it is not ready, and was refused again and again', async () => {
    return !(await isReady(running)) && line.connections.length > 4
  })
  await readUsers(true)
  await eventually('it is ready again', () => isReady(running))
  expect(await isAnswered()).toBe(true)
})

it('one whose line has died without a word is not ready any more, and the server deals it no more calls', async () => {
  const line = await lineToNats()
  const running = await start(line.url)
  await start()
  line.isDown = true
  for (const connection of line.connections) connection.freeze()
  await eventually('it knows', async () => !(await isReady(running)), 30_000)
  const all = () => Promise.all(Array.from({ length: 8 }, isAnswered))
  await eventually('the server knows', async () => (await all()).every(Boolean), 30_000)
}, 90_000)
