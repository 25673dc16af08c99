import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { checkSession } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, testLogger } from '@kismet/test-env/test-bus'
import { TestLine } from '@kismet/test-env/test-line'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { Bus } from '../src/bus/bus.ts'
import { systemClock } from '../src/clock.ts'
import { handle } from '../src/handle.ts'
import { busMetrics, Registry } from '../src/metrics.ts'

const tokens = new TestTokens()
/** A call that is not answered at once has gone where nobody is. */
const briefly = { ...checkSession, timeoutMs: 1_000 }
let nats: TestNats
let line: TestLine

beforeAll(async () => {
  nats = await startTestNats()
  line = await TestLine.to(nats.urlOf('auth'))
})
afterAll(async () => {
  await line.close()
  await nats.remove()
})

it('a replica behind a line that has died without a word gets no calls any more, and knows that it is cut off', async () => {
  const parts = { service: 'auth', clock: systemClock, log: testLogger('auth') } as const
  const metrics = busMetrics(new Registry())
  const silent = await Bus.open({ ...parts, url: line.url, metrics }, () => () => Promise.resolve(tokens.keys))
  const heard = { silent: 0, other: 0 }
  const answer = (by: keyof typeof heard) =>
    handle(checkSession, () => {
      heard[by] += 1
      return Promise.resolve({ holder: null })
    })
  silent.serve([answer('silent')], undefined)
  await silent.flush()
  const other = await joinBus(nats, 'auth', tokens)
  other.serve([answer('other')], undefined)
  await other.flush()
  const gateway = await joinBus(nats, 'gateway', tokens)
  /** How many of some calls are answered: each is a message of its own, dealt by itself. */
  const answered = async () => {
    const asked: Promise<boolean>[] = []
    for (let nth = 0; nth < 20; nth += 1) {
      asked.push(
        gateway.call(briefly, { sessionId: '0190a000-0000-7000-8000-000000000001' }, { requestId: 'test' }).then(
          () => true,
          () => false,
        ),
      )
      await gateway.flush()
    }
    return (await Promise.all(asked)).filter(Boolean).length
  }
  expect(await answered()).toBe(20)
  expect(Math.min(...Object.values(heard))).toBeGreaterThan(0)

  line.isDown = true
  for (const connection of line.connections) connection.freeze()
  expect(await answered()).toBeLessThan(20)
  await eventually('all calls are answered again', async () => (await answered()) === 20, 30_000)
  await eventually('it knows that it is cut off', () => !silent.connected, 30_000)

  line.isDown = false
  await eventually('it is back', () => silent.connected, 30_000)
  const before = heard.silent
  await eventually('it gets calls again', async () => (await answered()) === 20 && heard.silent > before)
  await Promise.all([silent.close(), other.close(), gateway.close()])
}, 90_000)
