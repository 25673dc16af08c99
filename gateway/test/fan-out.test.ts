import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { socketPath } from '@kismet/contracts'
import { listenOn } from '@kismet/service-kit/http-app'
import { eventually } from '@kismet/test-env/eventually'
import { Server } from 'socket.io'
import { io as connect } from 'socket.io-client'
import type { Socket as Client } from 'socket.io-client'
import { FanOut } from '../src/realtime/fan-out.ts'
import { Places } from '../src/realtime/places.ts'
import { Slices } from '../src/realtime/slices.ts'
import type { GatewayIo } from '../src/realtime/socket-types.ts'
import { closeRawSockets, heard, rawPlayer } from './raw-socket.ts'
import type { Heard } from './raw-socket.ts'

const socketsATurn = 2
const tick = 'test:tick'
const result = 'test:result'

let http: HttpServer
let io: GatewayIo
let port: number
let fanOut: FanOut
const turns: (() => void)[] = []
const clients: Client[] = []

/** Turns come when the test says so. */
async function start(): Promise<void> {
  fanOut = new FanOut(socketsATurn, new Slices((run) => void turns.push(run)))
  http = createServer()
  io = new Server(http, { path: socketPath, transports: ['websocket', 'polling'], serveClient: false })
  io.on('connection', (socket) => fanOut.join(socket))
  port = await listenOn(http, '127.0.0.1', 0)
}

beforeEach(() => start())

afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  closeRawSockets()
  turns.length = 0
  await io.close()
})

const turn = () => turns.shift()?.()

function allTurns(): void {
  while (turns.length > 0) turn()
}

async function raw(): Promise<Heard> {
  return heard(await rawPlayer(port, 'anybody'))
}

const several = async (count: number): Promise<Heard[]> => {
  const all: Heard[] = []
  for (let nth = 0; nth < count; nth += 1) all.push(await raw())
  return all
}

/** The events that came on a socket, each as its event's last word and its number: `tick 3`. */
const eventsOf = ({ texts }: Pick<Heard, 'texts'>): string[] =>
  texts.flatMap((text) => {
    const [, name, nth] = /^42\["test:(\w+)",\{"nth":(\d+)/.exec(text) ?? []
    return name === undefined ? [] : [`${name} ${nth}`]
  })

/** A result comes after everything that was told before it. */
async function arrived(all: readonly Heard[]): Promise<void> {
  fanOut.tell('test:end', { nth: 0 }, false)
  allTurns()
  await eventually('all has arrived', () => all.every((one) => eventsOf(one).at(-1) === 'end 0'))
  for (const one of all) one.texts.pop()
}

const tellTick = (nth: number) => fanOut.tell(tick, { nth }, true)
const tellResult = (nth: number) => fanOut.tell(result, { nth }, false)

describe('works that wait', () => {
  it('are so many: then the oldest tick is dropped, or else the oldest work', () => {
    const done: string[] = []
    const slices = new Slices((run) => void turns.push(run), 3)
    const add = (name: string, isDroppable: boolean) =>
      slices.add(() => done.push(name) > (name === 'begun' ? 1 : 0), isDroppable)
    add('begun', true)
    add('result 1', false)
    add('tick', true)
    add('result 2', false)
    add('result 3', false)
    allTurns()
    expect(done).toEqual(['begun', 'begun', 'result 2', 'result 3'])
  })
})

describe('an event to all', () => {
  it('is sent in slices, to each socket once', async () => {
    const all = await several(5)
    tellTick(1)
    expect(turns).toHaveLength(1)
    turn()
    expect(turns).toHaveLength(1)
    allTurns()
    await arrived(all)
    expect(all.map(eventsOf)).toEqual(all.map(() => ['tick 1']))
  })

  it('starts each time with other sockets', async () => {
    const all = await several(6)
    const first: number[][] = []
    for (const nth of [1, 2, 3]) {
      tellTick(nth)
      await eventually(
        'the first have it',
        () => all.filter((one) => eventsOf(one).includes(`tick ${nth}`)).length === 2,
      )
      first.push(all.flatMap((one, place) => (eventsOf(one).includes(`tick ${nth}`) ? [place] : [])))
      allTurns()
      await eventually('all have it', () => all.every((one) => eventsOf(one).includes(`tick ${nth}`)))
    }
    expect(first).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
  })

  it.each([
    { way: 'the direct write to the socket', extensions: '' },
    { way: 'socket.io, where a direct write is not possible', extensions: 'compressed' },
  ])('is the same by $way', async ({ extensions }) => {
    const all = await several(3)
    for (const { conn } of io.of('/').sockets.values()) {
      const { socket } = conn.transport as unknown as { socket: object }
      Object.defineProperty(socket, 'extensions', { value: extensions })
    }
    tellTick(1)
    allTurns()
    tellResult(2)
    allTurns()
    await arrived(all)
    for (const { texts } of all)
      expect(texts.slice(-2)).toEqual([`42["${tick}",{"nth":1}]`, `42["${result}",{"nth":2}]`])
  })

  it.each([50, 200, 70_000])('of %d letters comes whole', async (letters) => {
    const one = await raw()
    fanOut.tell(result, { nth: 1, text: 'é'.repeat(letters) }, false)
    await arrived([one])
    expect(one.texts.at(-1)).toBe(`42["${result}",{"nth":1,"text":"${'é'.repeat(letters)}"}]`)
  })

  it('is sent to the connected sockets only', async () => {
    const [one, two, three] = (await several(3)) as [Heard, Heard, Heard]
    one.socket.destroy()
    await eventually('it has left', () => io.of('/').sockets.size === 2)
    tellTick(1)
    allTurns()
    await arrived([two, three])
    expect([two, three].map(eventsOf)).toEqual([['tick 1'], ['tick 1']])
  })
})

it('disconnected sockets are forgotten, in any order', async () => {
  const all = await several(5)
  for (const [nth, leaves] of [all[0], all[4]].entries()) {
    leaves?.socket.destroy()
    await eventually('it has left', () => io.of('/').sockets.size === 4 - nth)
  }
  const stay = all.slice(1, 4)
  tellTick(1)
  tellResult(2)
  allTurns()
  await arrived(stay)
  expect(stay.flatMap(eventsOf).filter((event) => event === 'result 2')).toHaveLength(stay.length)
})

describe('the order', () => {
  it('of a tick and the next result is kept, and a socket that missed the tick gets only the result', async () => {
    const all = await several(5)
    tellTick(1)
    turn()
    tellResult(2)
    allTurns()
    await arrived(all)
    expect(all.map(eventsOf)).toEqual([
      ['tick 1', 'result 2'],
      ['tick 1', 'result 2'],
      ['tick 1', 'result 2'],
      ['tick 1', 'result 2'],
      ['result 2'],
    ])
  })

  it('of a newer tick starts with the sockets that missed the older tick', async () => {
    const all = await several(5)
    tellTick(1)
    tellTick(2)
    turn()
    turn()
    await eventually(
      'others have the newer one',
      () => all.flatMap(eventsOf).filter((one) => one === 'tick 2').length === 2,
    )
    allTurns()
    await arrived(all)
    expect(all.map(eventsOf)).toEqual([['tick 1', 'tick 2'], ['tick 1', 'tick 2'], ['tick 2'], ['tick 2'], ['tick 2']])
  })

  it('of results is kept, and each result arrives, also when 50 are sent at once', async () => {
    const all = await several(5)
    const numbers = Array.from({ length: 50 }, (_, nth) => nth)
    for (const nth of numbers) tellResult(nth)
    allTurns()
    await arrived(all)
    for (const one of all) expect(eventsOf(one)).toEqual(numbers.map((nth) => `result ${nth}`))
  })

  it('is kept between events to all and events to one socket', async () => {
    const one = await raw()
    const [socket] = [...io.of('/').sockets.values()]
    for (let nth = 0; nth < 20; nth += 2) {
      socket?.emit('test:own', { nth })
      tellResult(nth + 1)
      allTurns()
    }
    await arrived([one])
    expect(eventsOf(one)).toEqual(Array.from({ length: 20 }, (_, nth) => `${nth % 2 === 0 ? 'own' : 'result'} ${nth}`))
  })
})

describe('a slow reader', () => {
  it.each([
    ['what Socket.IO has sent', (text: string) => void io.emit('test:long', { text })],
    ['what was told to all', (text: string) => fanOut.tell('test:long', { text }, false)],
  ])('misses ticks and no result while %s waits', async (_what, fill) => {
    const [slow, quick] = (await several(2)) as [Heard, Heard]
    slow.socket.pause()
    const text = 'a'.repeat(4_000_000)
    for (let nth = 0; nth < 5; nth += 1) fill(text)
    tellResult(1)
    await eventually('the quick one has had all of that', () => eventsOf(quick).includes('result 1'))
    tellTick(2)
    allTurns()
    tellResult(3)
    allTurns()
    await eventually('the quick one has it', () => eventsOf(quick).includes('result 3'))
    expect(eventsOf(quick)).toContain('tick 2')
    slow.socket.resume()
    await eventually('the slow one has it', () => eventsOf(slow).includes('result 3'))
    expect(eventsOf(slow)).toEqual(['result 1', 'result 3'])
  })
})

it('a polling client gets every result in order, and ticks only while a poll waits', async () => {
  const client = connect(`http://127.0.0.1:${port}`, { path: socketPath, transports: ['polling'], forceNew: true })
  clients.push(client)
  const got: string[] = []
  client.onAny((event: string, { nth }: { nth: number }) => got.push(`${event.slice('test:'.length)} ${nth}`))
  await eventually('it is connected', () => client.connected)
  await eventually('it polls', () => [...io.of('/').sockets.values()][0]?.conn.transport.writable === true)
  tellTick(1)
  tellTick(2)
  tellResult(3)
  tellTick(4)
  tellResult(5)
  allTurns()
  await eventually('it has the last', () => got.includes('result 5'))
  expect(got).toEqual(['tick 1', 'result 3', 'result 5'])
  await eventually('it polls again', () => [...io.of('/').sockets.values()][0]?.conn.transport.writable === true)
  tellTick(6)
  await eventually('it has that', () => got.includes('tick 6'))
})

describe('the place of a connection', () => {
  it('is one, also under several owners, until it leaves', () => {
    const places = new Places(2)
    const connection = new EventEmitter()
    expect(['alice', 'bob'].map((owner) => places.take(owner, connection))).toEqual([true, false])
    places.leave('bob', connection)
    expect(places.take('bob', connection)).toBe(false)
    connection.emit('close')
    expect(places.take('bob', connection)).toBe(true)
  })
})
