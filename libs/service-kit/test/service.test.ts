import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { readinessOf } from '@kismet/contracts'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import type { Bus } from '../src/bus/bus.ts'
import { defineService } from '../src/define-service.ts'
import { baseEnv } from '../src/env.ts'
import { version } from '../src/version.ts'

const tokens = new TestTokens()
let nats: TestNats
let auth: Bus
let gateway: Bus

beforeAll(async () => {
  nats = await startTestNats()
  auth = await startFakeAuth(nats, tokens)
  gateway = await joinBus(nats, 'gateway', tokens)
})

afterAll(async () => {
  await gateway.close()
  await auth.close()
  await nats.remove()
})

it('answers whether it can serve, over HTTP and on the bus', async () => {
  const state = { database: true }
  const service = defineService({
    name: 'wallet',
    env: baseEnv,
    open: () => Promise.resolve(undefined),
    operations: [],
    ready: () => Promise.resolve({ ...state }),
    close: () => Promise.resolve(),
  })
  const running = await service.start({ NATS_URL: nats.urlOf('wallet') }, { log: testLogger('wallet') })
  const ask = async () => {
    const overHttp = await fetch(`http://127.0.0.1:${running.port}/ready`)
    const onBus = await gateway.call(readinessOf('wallet'), {}, { requestId: 'test' })
    return { status: overHttp.status, onBus }
  }
  expect(await ask()).toEqual({ status: 200, onBus: { ready: true, checks: { bus: true, database: true } } })
  state.database = false
  expect(await ask()).toEqual({ status: 503, onBus: { ready: false, checks: { bus: true, database: false } } })
  const askOf = async (of: string) => {
    const response = await fetch(`http://127.0.0.1:${running.port}/ready?of=${of}`)
    return [response.status, await response.json()]
  }
  expect(await askOf('bus')).toEqual([200, { ready: true, checks: { bus: true } }])
  expect(await askOf('bus,database')).toEqual([503, { ready: false, checks: { bus: true, database: false } }])
  expect(await askOf('bus,databse')).toEqual([503, { ready: false, checks: { bus: true, databse: false } }])
  expect(await (await fetch(`http://127.0.0.1:${running.port}/health`)).json()).toEqual({ alive: true, version })
  await running.stop()
  await expect(gateway.call(readinessOf('wallet'), {}, { requestId: 'test' })).rejects.toMatchObject({
    code: 'unavailable',
  })
})

it('stops its loops while the bus still works, and closes what it has opened last', async () => {
  const happened: string[] = []
  const service = defineService({
    name: 'wallet',
    env: baseEnv,
    open: (_config, { bus }) => Promise.resolve({ bus }),
    operations: [],
    start: ({ bus }) => {
      const stop = () => {
        happened.push(bus.connected ? 'loop, with the bus' : 'loop, without the bus')
        return Promise.resolve()
      }
      return [{ wake: () => undefined, stop }]
    },
    close: () => {
      happened.push('close')
      return Promise.resolve()
    },
  })
  const running = await service.start({ NATS_URL: nats.urlOf('wallet') }, { log: testLogger('wallet') })
  await running.stop()
  expect(happened).toEqual(['loop, with the bus', 'close'])
})

it('stops also when the bus is gone', async () => {
  const ownNats = await startTestNats()
  const service = defineService({
    name: 'wallet',
    env: baseEnv,
    open: () => Promise.resolve({ closed: false }),
    operations: [],
    close: (context) => {
      context.closed = true
      return Promise.resolve()
    },
  })
  const running = await service.start({ NATS_URL: ownNats.urlOf('wallet') }, { log: testLogger('wallet') })
  await ownNats.remove()
  await running.stop()
  expect(running.context.closed).toBe(true)
})
