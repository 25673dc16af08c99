import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { aviatorCashout, timeSync } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { ask, Network, post } from './network.ts'
import { closeRawSockets, rawPlayer } from './raw-socket.ts'
import { Tab } from './socket-client.ts'

let network: Network

beforeAll(async () => {
  network = await Network.create()
})

afterAll(() => {
  closeRawSockets()
  return network.close()
})

it('a stopping gateway finishes its requests and closes its sockets', async () => {
  const gateway = await network.gateway()
  const player = await network.player()
  const tab = await new Tab(gateway, player.token).connected()
  const gate = Promise.withResolvers<undefined>()
  network.behind.diceGate = gate.promise
  const playing = post(`${gateway.url}/api/dice/play`, { betAmount: 100, rollOver: 50 }, { token: player.token })
  await eventually('the bet has reached its service', () => network.behind.calls.length > 0)

  const stopped = network.stop(gateway)
  await eventually('the socket is closed', () => tab.closedBecause !== undefined)
  expect(tab.closedBecause).toBe('transport close')
  await expect(ask(`${gateway.url}/health`)).rejects.toThrow()

  gate.resolve(undefined)
  const answer = await playing
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ success: true, payout: 200.5 })
  await stopped
})

it('a stopping gateway refuses new commands, and closes a socket after its last answer', async () => {
  const gateway = await network.gateway()
  const gate = Promise.withResolvers<undefined>()
  const holder = await network.player()
  const tab = await new Tab(gateway, holder.token).connected()
  const before = network.behind.calls.length
  network.behind.cashOutGate = gate.promise
  const asked = tab.ask(aviatorCashout.event, { roundId: 'round' })
  await eventually('the command has reached its service', () => network.behind.calls.length > before)

  const stopped = network.stop(gateway)
  const late = await eventually('a further command is refused', async () => {
    const answer = await tab.ask(timeSync.event)
    return answer !== undefined && !(answer as { success: boolean }).success && answer
  })
  expect(late).toMatchObject({ success: false, code: 'unavailable' })
  expect(tab.closedBecause).toBeUndefined()

  gate.resolve(undefined)
  network.behind.cashOutGate = undefined
  expect(await asked).toMatchObject({ success: false, code: 'no_bet' })
  await eventually('the socket is closed', () => tab.closedBecause !== undefined)
  expect(tab.closedBecause).toBe('transport close')
  await stopped
})

it('a stopping gateway does not wait for a client that ignores the close', async () => {
  const gateway = await network.gateway()
  await rawPlayer(gateway.running.port, (await network.player()).token)
  const startedAt = performance.now()
  await network.stop(gateway)
  expect(performance.now() - startedAt).toBeLessThan(6_000)
})

it('a gateway starts and serves without Redis, and is not ready', async () => {
  const gateway = await network.gateway({ REDIS_URL: 'redis://127.0.0.1:1' })
  const player = network.tokens.player()
  network.behind.liveSessions.set(player.sessionId, player.holder)
  expect((await ask(`${gateway.url}/api/user/balance`, { token: player.token })).status).toBe(200)
  const ready = await ask(`${gateway.url}/ready`)
  expect(ready.status).toBe(503)
  expect(ready.body).toMatchObject({ ready: false, checks: { redis: false, wallet: true } })
  await network.stop(gateway)
})

it('a port that is taken is said in one sentence', async () => {
  const gateway = await network.gateway()
  const port = String(gateway.running.port)
  await expect(network.gateway({ PORT: port })).rejects.toThrow(new RegExp(`address already in use .*:${port}`))
})
