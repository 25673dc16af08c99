/** @jest-environment node */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { gameChange, socketEvents, socketPath, timeSync } from '@kismet/contracts'
import { Server } from 'socket.io'
import type { Socket as Accepted } from 'socket.io'
import type { Live } from './live-connection.ts'
import { liveConnection } from './live-connection.ts'

interface Refusal {
  code: string
  params?: { retryAfterMs: number }
}

describe('the live connection, on a real server', () => {
  let http: HttpServer
  let server: Server
  let url: string
  let live: Live
  let accepted: Accepted[]
  let handshakes: unknown[]
  /** How the next handshakes end; nothing: they are let in. */
  let refusals: Refusal[]
  let happened: string[]
  let wake: () => void
  let shaken: () => void

  beforeEach(async () => {
    accepted = []
    handshakes = []
    refusals = []
    happened = []
    wake = () => undefined
    shaken = () => undefined
    http = createServer()
    server = new Server(http, { path: socketPath })
    server.use((socket, next) => {
      handshakes.push(socket.handshake.auth.token)
      shaken()
      const refusal = refusals.shift()
      next(refusal && Object.assign(new Error('no'), { data: refusal }))
    })
    server.on('connection', (socket) => accepted.push(socket))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
    live = openedLive()
  })

  afterEach(async () => {
    live.close()
    await server.close()
  })

  function openedLive(options: Parameters<typeof liveConnection>[1] = {}): Live {
    const made = liveConnection(url, { firstDelayMs: 0, ...options })
    const note = (what: string) => (): void => {
      happened.push(what)
      wake()
    }
    made.handle({
      up: note('up'),
      down: note('down'),
      ended: note('ended'),
      notLoaded: note('not loaded'),
      clock: () => undefined,
    })
    return made
  }

  /** Until as much has happened. */
  const until = async (...all: string[]): Promise<void> => {
    while (happened.length < all.length)
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    expect(happened).toEqual(all)
  }
  /** After everything that the server has sent before on this connection. (It is asked for the time by the connection itself, too.) */
  const arrived = async (): Promise<void> => {
    accepted
      .at(-1)
      ?.on(timeSync.event, (_, reply: (answer: unknown) => void) => reply({ success: true, serverTime: 1 }))
    await live.emit(timeSync, {})
  }

  it('hears events as the contracts have them, drops others, and stops when it is told to', async () => {
    const heard: unknown[] = []
    const stop = live.on(socketEvents.onlineUpdate, ({ count }) => heard.push(count))
    live.open('token')
    await until('up')
    server.emit(socketEvents.onlineUpdate.event, { count: 'many' })
    server.emit(socketEvents.onlineUpdate.event, { count: 3 })
    await arrived()
    stop()
    server.emit(socketEvents.onlineUpdate.event, { count: 4 })
    await arrived()
    expect(heard).toEqual([3])
  })

  it('comes back when the server lets it go, and says so each time', async () => {
    live.open('token')
    await until('up')
    accepted[0]?.disconnect(true)
    await until('up', 'down', 'up')
    expect(handshakes).toEqual(['token', 'token'])
  })

  it('polls after WebSockets that ended soon, and tries a WebSocket again after a connection that worked', async () => {
    live.open('token')
    await until('up')
    accepted[0]?.conn.close()
    await until('up', 'down', 'up')
    if (accepted[1]?.conn.transport.name === 'polling') await once(accepted[1].conn, 'upgrade')
    accepted[1]?.conn.close()
    await until('up', 'down', 'up', 'down', 'up')
    expect(accepted[2]?.conn.transport.name).toBe('polling')
    accepted[2]?.disconnect(true)
    await until('up', 'down', 'up', 'down', 'up', 'down', 'up')
    expect(accepted[3]?.conn.transport.name).toBe('websocket')
  })

  it.each(['unauthenticated', 'forbidden'])('is over when its session is: %s', async (code) => {
    refusals.push({ code })
    live.open('ended')
    await until('ended')
    live.check()
    live.open('new')
    await until('ended', 'up')
    expect(handshakes).toEqual(['ended', 'new'])
  })

  it('waits as long as it is told when there are too many, and does not hurry', async () => {
    refusals.push({ code: 'too_many_requests', params: { retryAfterMs: 1 } })
    live.open('token')
    await until('up')
    expect(handshakes).toEqual(['token', 'token'])
  })

  it('leaves nothing behind that tries on after it was refused and closed', async () => {
    live = openedLive({ firstDelayMs: 60_000 })
    refusals.push({ code: 'unavailable' })
    live.open('old')
    await new Promise<void>((resolve) => {
      shaken = resolve
    })
    live.close()
    live.check()
    live.open('new')
    await until('up')
    await arrived()
    expect(accepted.map(({ handshake }): unknown => handshake.auth.token)).toEqual(['new'])
  })

  it('does not wait for its turn when the network is back', async () => {
    live = openedLive({ firstDelayMs: 60_000 })
    live.open('token')
    await until('up')
    accepted[0]?.disconnect(true)
    await until('up', 'down')
    live.check()
    await until('up', 'down', 'up')
  })

  it('looks whether it is still there after a sleep, and connects anew when nobody answers', async () => {
    live = openedLive({ lookMs: 1 })
    live.open('token')
    await until('up')
    live.check()
    await until('up', 'down', 'up')
  })

  describe('where a question has no answer in time', () => {
    it('connects anew when nothing at all was heard meanwhile: the line is dead', async () => {
      live = openedLive({ deadlineMs: 200 })
      live.open('token')
      // It asks for the time by itself, which nobody answers here.
      await until('up')
      await until('up', 'down', 'up')
    })

    it('stays when anything else was heard: the server is slow', async () => {
      live = openedLive({ deadlineMs: 200 })
      live.open('token')
      await until('up')
      accepted[0]?.on(gameChange.event, () => server.emit(socketEvents.onlineUpdate.event, { count: 3 }))
      expect(await live.emit(gameChange, { gameName: 'Dice' })).toMatchObject({ error: { kind: 'timeout' } })
      await arrived()
      expect(happened).toEqual(['up'])
    })
  })

  it('tells of code that did not come when it was asked for again, each time', async () => {
    let loads = 0
    live = openedLive({
      load: () => (++loads <= 3 ? Promise.reject(new Error('no network')) : import('socket.io-client')),
    })
    live.open('token')
    await until('not loaded', 'not loaded', 'up')
  })

  it('loads its code again when that failed', async () => {
    let loads = 0
    live = openedLive({
      load: () => (++loads === 1 ? Promise.reject(new Error('no network')) : import('socket.io-client')),
    })
    live.open('token')
    await until('up')
    expect(loads).toBe(2)
  })

  it('is that of the newest session alone', async () => {
    live.open('old')
    live.open('new')
    await until('up')
    await arrived()
    expect(accepted.map(({ handshake }): unknown => handshake.auth.token)).toEqual(['new'])
  })

  describe('a command', () => {
    it.each([
      { name: 'an answer', reply: { success: true }, result: { data: {} } },
      {
        name: 'a refusal',
        reply: { success: false, code: 'unavailable', message: 'Not now.' },
        result: { error: { kind: 'refused', code: 'unavailable', message: 'Not now.' } },
      },
      { name: 'an answer that is not of the contract', reply: null, result: { error: { kind: 'malformed' } } },
    ])('has its acknowledgement: $name', async ({ reply, result }) => {
      live.open('token')
      await until('up')
      accepted[0]?.once(gameChange.event, (payload: unknown, answer: (reply: unknown) => void) => {
        expect(payload).toEqual({ gameName: 'Dice' })
        answer(reply)
      })
      expect(await live.emit(gameChange, { gameName: 'Dice' })).toMatchObject(result)
    })

    it('goes over a WebSocket, or else polls, with the token; without an answer within 8 s nobody knows', async () => {
      const opened: unknown[] = []
      const waits: number[] = []
      let hear = (): void => undefined
      const socket = {
        connected: true,
        io: {
          engine: {
            transport: { name: 'polling' },
            on: (event: string, handle: () => void) => {
              if (event === 'packet') hear = handle
            },
          },
        },
        on: (event: string, handle: () => void) => {
          if (event === 'connect') queueMicrotask(handle)
        },
        onAny: () => undefined,
        timeout: (ms: number) => ({
          emitWithAck: () => {
            hear()
            return Promise.reject(new Error(String(waits.push(ms))))
          },
        }),
        off: () => socket,
        offAny: () => socket,
        close: () => undefined,
      }
      const io = (_: string, options: unknown): typeof socket => {
        opened.push(options)
        return socket
      }
      live = openedLive({ load: () => Promise.resolve({ io }) as never })
      live.open('token')
      await until('up')
      expect(await live.emit(gameChange, { gameName: 'Dice' })).toMatchObject({ error: { kind: 'timeout' } })
      expect(opened).toMatchObject([{ auth: { token: 'token' }, transports: ['websocket', 'polling'] }])
      expect(new Set(waits)).toEqual(new Set([8_000]))
    })

    it('is not kept for later when nobody is there', async () => {
      expect(await live.emit(gameChange, { gameName: 'Dice' })).toMatchObject({ error: { kind: 'network' } })
    })
  })
})
