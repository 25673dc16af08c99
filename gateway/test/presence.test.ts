import { describe, expect, it } from '@jest/globals'
import { countOnline, gameChange, limits, socketEvents } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus } from '@kismet/test-env/test-bus'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { Presence } from '../src/realtime/presence.ts'
import { ask } from './network.ts'
import type { RunningGateway } from './network.ts'
import { useTwoGateways } from './two-gateways.ts'

const site = useTwoGateways()
const { opened } = site

describe('presence', () => {
  const online = async (gateway: RunningGateway) => {
    const { token } = await site.network.admin('auditor')
    const { body } = await ask(`${gateway.url}/api/admin/online-users`, { token })
    return body as unknown as { count: number; users: Record<string, unknown>[] }
  }

  const counted = (gateway: RunningGateway) => gateway.running.context.presence.count()
  const claims = () => {
    const { id: sub, sessionId: sid } = site.network.tokens.player()
    return { sub, sid, aud: 'player' as const, email: 'a@b.in', iat: 0, exp: 0 }
  }

  it('is counted without reading who is here: that is done each second', async () => {
    await opened(site.one, (await site.network.player()).token)
    await opened(site.two, (await site.network.player()).token)
    await eventually('both are online', async () => (await online(site.one)).count === 2)
    await site.network.redis.config('RESETSTAT')
    expect(await counted(site.one)).toBe(2)
    expect(await site.network.redis.info('commandstats')).not.toMatch(/cmdstat_(keys|mget|scan|zrange)/)
  })

  it('tells of a few players without reading all', async () => {
    const { clock, redis } = site.one.running.context
    const crowd = new Presence(redis, clock)
    const players = Array.from({ length: 300 }, claims)
    await Promise.all(players.map((one) => crowd.arrive({ claims: one, address: '::1' })))
    await site.network.redis.config('RESETSTAT')
    const { count, users } = await online(site.one)
    expect([count, users.length]).toEqual([300, limits.onlineUsersShown])
    expect(await site.network.redis.info('commandstats')).not.toMatch(/cmdstat_(keys|scan|zrangebyscore)/)
    await Promise.all(players.map(({ sub }) => crowd.leave(sub)))
  })

  it('counts a player with several tabs once, and tells admins when the number changes', async () => {
    const admin = await opened(site.two, (await site.network.admin()).token, { admin: true })
    await eventually('the admin knows the number', () => admin.got(socketEvents.onlineUpdate.event).length > 0)
    const player = await site.network.player()
    const own = await Promise.all([
      opened(site.one, player.token),
      opened(site.one, player.token),
      opened(site.two, player.token),
    ])
    await own[2].ask(gameChange.event, { gameName: 'Dice' })
    await site.two.running.context.presence.beat()
    for (const gateway of [site.one, site.two]) {
      const { count, users } = await online(gateway)
      expect(count).toBe(1)
      expect(users).toMatchObject([
        { userId: player.id, email: player.email, username: null, currentGame: 'Dice', ip: '127.0.0.1' },
      ])
      for (const time of ['loginTime', 'lastActive']) expect(users[0]?.[time]).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    }
    await eventually('the admin is told', () => admin.got(socketEvents.onlineUpdate.event).length > 1)
    const analytics = await joinBus(site.network.nats, 'analytics', site.network.tokens)
    expect(await analytics.call(countOnline, {}, { requestId: 'test' })).toEqual({ count: 1 })
    own[0].close()
    own[2].close()
    await eventually('the other gateway says that one tab is left', async () => {
      await site.one.running.context.presence.beat()
      return (await online(site.two)).users[0]?.currentGame === null
    })
    expect((await online(site.two)).count).toBe(1)
    expect(await counted(site.two)).toBe(1)
    own[1].close()
    await eventually('the admin is told again', () => admin.got(socketEvents.onlineUpdate.event).length > 2)
    expect(admin.got(socketEvents.onlineUpdate.event)).toEqual([{ count: 0 }, { count: 1 }, { count: 0 }])
  })

  it('forgets the players of a gateway that has died', async () => {
    const { clock, redis } = site.one.running.context
    const dying = new Presence(redis, clock)
    await dying.arrive({ claims: claims(), address: '::1' })
    const later = new TestClock(clock.now() + 29_000)
    const asked = new Presence(redis, later)
    expect([await asked.count(), (await asked.some(1)).length]).toEqual([1, 1])
    later.advance(2_000)
    expect([await asked.count(), (await asked.some(1)).length]).toEqual([0, 0])
    await asked.beat()
    expect(await redis.exists('presence:online')).toBe(0)
  })

  it('forgets the players of a gateway that leaves', async () => {
    const leaving = await site.network.gateway()
    const player: TestPlayer = await site.network.player()
    await opened(leaving, player.token)
    await eventually('the player is online', async () => (await online(site.one)).count === 1)
    await site.network.stop(leaving)
    expect((await online(site.one)).count).toBe(0)
    expect(await counted(site.one)).toBe(0)
  })
})
