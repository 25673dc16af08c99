/** @jest-environment node */
import { createServer } from 'node:http'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { socketPath } from '@kismet/contracts'
import { Server } from 'socket.io'
import type { Socket as Accepted } from 'socket.io'
import type { Socket } from 'socket.io-client'
import type { JoinLive } from './live-connection.ts'
import { liveConnection } from './live-connection.ts'

describe('the live connection of a session, on a real server', () => {
  let http: HttpServer
  let server: Server
  let join: JoinLive
  let accepted: Accepted[]

  beforeEach(async () => {
    accepted = []
    http = createServer()
    server = new Server(http, { path: socketPath })
    server.on('connection', (socket) => accepted.push(socket))
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    join = liveConnection(`http://127.0.0.1:${(http.address() as AddressInfo).port}/`)
  })

  afterEach(() => server.close())

  /** Joins, and answers with the way out once the connection is up. */
  const joined = (token: string, heard: string[] = []): Promise<{ leave: () => void; socket: Socket }> =>
    new Promise((resolve) => {
      const leave = join(token, (socket) => {
        const listener = (news: string): number => heard.push(news)
        socket.on('news', listener)
        if (socket.connected) queueMicrotask(() => resolve({ leave, socket }))
        else socket.once('connect', () => resolve({ leave, socket }))
        return () => socket.off('news', listener)
      })
    })
  /** After everything that the server has sent before on this connection. */
  const arrived = (socket: Socket): Promise<unknown> => new Promise((resolve) => socket.once('end', resolve))
  const tell = async (news: string, socket: Socket): Promise<void> => {
    const end = arrived(socket)
    server.emit('news', news)
    server.emit('end')
    await end
  }
  const tokensOf = (sockets: readonly Accepted[]): unknown[] =>
    sockets.map(({ handshake }): unknown => handshake.auth.token)

  it('is shared by all who listen, and stays until the last of them has left', async () => {
    const [first, second]: [string[], string[]] = [[], []]
    const one = await joined('token', first)
    const two = await joined('token', second)
    await tell('both', one.socket)
    one.leave()
    one.leave()
    await tell('second alone', two.socket)
    expect([first, second]).toEqual([['both'], ['both', 'second alone']])
    expect(accepted).toHaveLength(1)
    const gone = new Promise((resolve) => accepted[0]?.once('disconnect', resolve))
    two.leave()
    expect(await gone).toBe('client namespace disconnect')
  })

  it('is a new one for who joins again with the same token, and the end of the old one does not end it', async () => {
    const heard: string[] = []
    const before = await joined('token')
    const gone = new Promise((resolve) => accepted[0]?.once('disconnect', resolve))
    before.leave()
    const after = await joined('token', heard)
    await gone
    before.leave()
    await tell('hello again', after.socket)
    expect(heard).toEqual(['hello again'])
    expect(tokensOf(accepted)).toEqual(['token', 'token'])
    expect(after.socket.connected).toBe(true)
    after.leave()
  })

  it('binds nobody who left before it was there', async () => {
    let bound = 0
    const leave = join('token', () => {
      bound += 1
      return () => undefined
    })
    leave()
    const { leave: leaveToo } = await joined('token')
    expect(bound).toBe(0)
    leaveToo()
  })

  it('of another session is another, with its token', async () => {
    const old = await joined('old')
    const { leave, socket } = await joined('new')
    old.leave()
    const shared = await joined('new')
    await tell('still here', socket)
    expect(tokensOf(accepted)).toEqual(['old', 'new'])
    leave()
    shared.leave()
  })
})
