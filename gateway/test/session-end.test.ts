import { createServer } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import { limits, sessionKey, sessionsEnded, socketEvents, timeSync } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { listenOn } from '@kismet/service-kit/http-app'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import { openSocketServer } from '../src/realtime/socket-server.ts'
import { useTwoGateways } from './two-gateways.ts'

const site = useTwoGateways()
const { opened } = site

describe('the end of a session', () => {
  it('is told to its sockets on every gateway, which are then closed', async () => {
    const player = await site.network.player()
    const again = site.network.tokens.player()
    const otherSession = site.network.tokens.sign({
      sub: player.id,
      sid: again.sessionId,
      aud: 'player',
      email: player.email,
    })
    await site.network.redis.set(sessionKey(again.sessionId), player.holder)
    const ended = await Promise.all([
      opened(site.one, player.token),
      opened(site.two, player.token),
      opened(site.two, player.token, { transports: ['polling'] }),
    ])
    const lives = await opened(site.one, otherSession)
    site.network.bus('auth').signal(sessionsEnded, { sessionIds: [player.sessionId], reason: 'password_changed' })
    await eventually('all are closed', () => ended.every((tab) => tab.closedBecause !== undefined))
    for (const tab of ended) {
      expect(tab.got(socketEvents.sessionEnded.event)).toEqual([{ reason: 'password_changed' }])
      expect(tab.closedBecause).toBe('io server disconnect')
    }
    await lives.ask(timeSync.event)
    expect(lives.closedBecause).toBeUndefined()
  })

  it("closes an admin's sockets too", async () => {
    const admin = await site.network.admin()
    const tab = await opened(site.two, admin.token, { admin: true })
    site.network.bus('auth').signal(sessionsEnded, { sessionIds: [admin.sessionId], reason: 'logout' })
    await eventually('it is closed', () => tab.closedBecause !== undefined)
    expect(tab.got(socketEvents.sessionEnded.event)).toEqual([{ reason: 'logout' }])
  })

  const tokenEndsInS = 60
  it.each([
    {
      what: 'when the news of it was lost',
      end: (sessionId: string) => site.network.end(sessionId),
      afterMs: limits.session.rememberedMs + 1,
    },
    { what: 'with its token, although auth still lists it', end: () => 0, afterMs: 2 * tokenEndsInS * 1_000 },
  ])('is found out $what', async ({ end, afterMs }) => {
    const clock = new TestClock(systemClock.now())
    const server = createServer()
    const timing = { beatEveryMs: 60_000, countEveryMs: 60_000, lookEveryMs: 60_000, sweepEveryMs: 20 }
    const apart = await site.network.gateway({}, { clock })
    const sockets = openSocketServer(apart.running.context, server, timing)
    const url = `http://127.0.0.1:${await listenOn(server, '127.0.0.1', 0)}`
    try {
      const [dies, lives] = [await site.network.player(), await site.network.player()]
      const claims = { sub: dies.id, sid: dies.sessionId, aud: 'player', email: dies.email }
      const dying = await opened({ ...apart, url }, site.network.tokens.sign(claims, tokenEndsInS))
      const living = await opened({ ...apart, url }, lives.token)
      await end(dies.sessionId)
      clock.advance(afterMs)
      await eventually('it is closed', () => dying.closedBecause !== undefined)
      expect(dying.got(socketEvents.sessionEnded.event)).toEqual([{ reason: 'expired' }])
      expect(living.closedBecause).toBeUndefined()
    } finally {
      await sockets.close()
      await site.network.stop(apart)
    }
  })
})
