import { createServer } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { EpochMs, playDice, socketEvents } from '@kismet/contracts'
import type { SocketCommandShape } from '@kismet/contracts'
import { handle } from '@kismet/service-kit/handle'
import type { Call } from '@kismet/service-kit/handle'
import { listenOn } from '@kismet/service-kit/http-app'
import { Refusal } from '@kismet/service-kit/refusal'
import { joinBus } from '@kismet/test-env/test-bus'
import { eventually } from '@kismet/test-env/eventually'
import { openSocketServer } from '../src/realtime/socket-server.ts'
import { Network } from './network.ts'
import type { RunningGateway } from './network.ts'
import { Tab } from './socket-client.ts'
import { z } from 'zod'

/** An operation without a route that only a socket reaches: it wants to know when the gateway received its command. */
const placeBet = {
  subject: playDice.subject,
  callers: ['gateway'],
  access: 'player',
  input: z.object({ amount: z.number().min(1), roundId: z.string().max(64), receivedAt: EpochMs }),
  output: z.object({ betId: z.string(), roundId: z.string() }),
  errors: ['insufficient_balance'],
} as const

const command: SocketCommandShape = {
  event: 'test:placeBet',
  from: 'players',
  payload: placeBet.input.omit({ receivedAt: true }),
  output: placeBet.output,
  answer: 'test:betPlaced',
  failureNames: ['roundId'],
  malformed: 'not_finished',
  errors: placeBet.errors,
  rate: 'bet',
  operation: placeBet,
  key: 'roundId',
  closedInMaintenance: true,
}

let network: Network
let gateway: RunningGateway
let sockets: ReturnType<typeof openSocketServer>
let url: string
const calls: Call<typeof placeBet>[] = []
let failure: Error | undefined
const tabs: Tab[] = []

beforeAll(async () => {
  network = await Network.create()
  gateway = await network.gateway()
  await network.leave('dice-slots')
  const service = await joinBus(network.nats, 'dice-slots', network.tokens)
  network.buses.set('dice-slots', service)
  const place = handle(placeBet, (_ctx: undefined, call) => {
    calls.push(call)
    if (failure !== undefined) throw failure
    if (call.input.amount > 1_000) throw new Refusal('insufficient_balance', undefined, { balance: 12.5 })
    return Promise.resolve({ betId: call.player.id, roundId: call.input.roundId })
  })
  service.serve([place], undefined)
  const server = createServer()
  const timing = { beatEveryMs: 60_000, countEveryMs: 60_000, sweepEveryMs: 60_000, lookEveryMs: 60_000 }
  sockets = openSocketServer(gateway.running.context, server, timing, [command])
  url = `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}`
})

afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close()
  calls.length = 0
})

afterAll(async () => {
  await sockets.close()
  await network.close()
})

async function opened(token: string): Promise<Tab> {
  const tab = new Tab({ ...gateway, url }, token)
  tabs.push(tab)
  return tab.connected()
}

it('is called in the name of its player, with a key and the time at which it was received, which no client can say', async () => {
  const player = await network.player()
  const [asking, other] = [await opened(player.token), await opened(player.token)]
  const before = Date.now()
  const placed = await asking.ask(command.event, { amount: 100, roundId: 'round-7', receivedAt: 1, role: 'owner' })
  expect(placed).toEqual({ success: true, betId: player.id, roundId: 'round-7' })
  await eventually('both tabs have it', () => [asking, other].every((tab) => tab.got('test:betPlaced').length === 1))
  expect(other.got('test:betPlaced')).toEqual([placed])
  const [call] = calls
  expect(call?.meta).toMatchObject({ token: player.token, key: 'round-7', ip: '127.0.0.1' })
  expect(call?.input).toEqual({ amount: 100, roundId: 'round-7', receivedAt: expect.any(Number) })
  expect(call?.input.receivedAt).toBeGreaterThanOrEqual(before)
  expect(call?.input.receivedAt).toBeLessThanOrEqual(Date.now())
})

const maintain = (on: boolean) => network.setMaintenance(gateway, on)

it.each([
  { what: 'does not fit', payload: { amount: 0, roundId: 'round-7' }, code: 'not_finished', names: 'round-7' },
  { what: 'is none', payload: undefined, code: 'not_finished', names: undefined },
  {
    what: 'holds what no store can keep',
    payload: { amount: 1, roundId: 'a\u0000' },
    code: 'not_finished',
    names: 'a\u0000',
  },
  {
    what: 'names with a text of any length',
    payload: { amount: 0, roundId: 'a'.repeat(65) },
    code: 'not_finished',
    names: undefined,
  },
  {
    what: 'its service refuses',
    payload: { amount: 5_000, roundId: 'round-7' },
    code: 'insufficient_balance',
    names: 'round-7',
    params: { balance: 12.5 },
  },
  { what: 'comes in maintenance', payload: { amount: 1, roundId: 'r' }, code: 'maintenance', names: 'r', closed: true },
])('that $what fails for the asker alone, with $code', async ({ payload, code, names, params, closed = false }) => {
  const player = await network.player()
  const [asking, other] = [await opened(player.token), await opened(player.token)]
  await maintain(closed)
  const failure = await asking.ask(command.event, payload)
  await maintain(false)
  expect(failure).toMatchObject({ success: false, code, ...(params === undefined ? {} : { params }) })
  expect((failure as { roundId?: string }).roundId).toBe(names)
  await eventually('the event has come too', () => asking.got('test:betPlaced').length === 1)
  expect(asking.got('test:betPlaced')).toEqual([failure])
  await other.ask(command.event, { amount: 1, roundId: 'last' })
  expect(other.got('test:betPlaced')).toEqual([{ success: true, betId: player.id, roundId: 'last' }])
})

it('is counted by what became of it, as the answers of requests are', async () => {
  const tab = await opened((await network.player()).token)
  const { socketCommands } = gateway.running.context.telemetry
  const counted = async () =>
    Object.fromEntries(
      (await socketCommands.get()).values.map(({ labels: { event, code }, value }) => [`${event} ${code}`, value]),
    )
  const before = await counted()
  await tab.ask(command.event, { amount: 1, roundId: 'r' })
  await tab.ask(command.event, { amount: 0, roundId: 'r' })
  failure = new Error('a fault of ours')
  expect(await tab.ask(command.event, { amount: 1, roundId: 'r' })).toMatchObject({ code: 'internal' })
  failure = undefined
  const more = Object.entries(await counted()).map(([of, value]) => [of, value - (before[of] ?? 0)] as const)
  expect(Object.fromEntries(more.filter(([, value]) => value > 0))).toEqual({
    [`${command.event} ok`]: 1,
    [`${command.event} not_finished`]: 1,
    [`${command.event} internal`]: 1,
  })
})

it('of a session that has ended is refused before its payload is read, even while its socket is still open', async () => {
  const player = await network.player()
  const tab = await opened(player.token)
  const { sessions } = gateway.running.context
  const isLive = sessions.isLive.bind(sessions)
  sessions.isLive = () => Promise.resolve(false)
  for (const payload of [{ amount: 1, roundId: 'r' }, { amount: 0 }, undefined])
    expect(await tab.ask(command.event, payload)).toMatchObject({ code: 'unauthenticated' })
  sessions.isLive = isLive
  expect(calls).toEqual([])
  expect(tab.got(socketEvents.sessionEnded.event)).toEqual([])
})

it('a socket command without a handler stops the start', () => {
  const { operation: _, ...nobodys } = command
  const open = () => openSocketServer(gateway.running.context, createServer(), undefined, [nobodys])
  expect(open).toThrow('The socket command test:placeBet has no handler')
})
