import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { limits, sessionKey, sessionsEnded } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { Sessions } from '../src/sessions.ts'
import type { SessionParts } from '../src/sessions.ts'
import { ask, Network, post } from './network.ts'
import type { RunningGateway } from './network.ts'

let network: Network
let gateway: RunningGateway
const clock = new TestClock(Date.now())

beforeAll(async () => {
  network = await Network.create()
  gateway = await network.gateway({}, { clock })
})

beforeEach(() => {
  network.behind.askedSessions.length = 0
  network.behind.touched.length = 0
})

afterAll(() => network.close())

async function balanceStatus(player: TestPlayer): Promise<number> {
  return (await ask(`${gateway.url}/api/user/balance`, { token: player.token })).status
}

describe('a session', () => {
  it('that Redis knows is let in without asking auth', async () => {
    expect(await balanceStatus(await network.player())).toBe(200)
    expect(network.behind.askedSessions).toEqual([])
  })

  it.each([
    { says: true, status: 200 },
    { says: false, status: 401 },
  ])('that Redis does not know is asked of auth: $says is $status', async ({ says, status }) => {
    const player = network.tokens.player()
    if (says) network.behind.liveSessions.set(player.sessionId, player.holder)
    expect(await balanceStatus(player)).toBe(status)
    expect(network.behind.askedSessions).toEqual([player.sessionId])
  })

  describe.each([
    { by: 'Redis', list: (sid: string, holder: string) => network.redis.set(sessionKey(sid), holder) },
    { by: 'auth', list: (sid: string, holder: string) => network.behind.liveSessions.set(sid, holder) },
  ])('that lives, as $by says, does not serve a token', ({ list }) => {
    const onlineAs = (token: string) => ask(`${gateway.url}/api/admin/online-users`, { token })

    it('of somebody else', async () => {
      const player = network.tokens.player()
      await list(player.sessionId, network.tokens.player().holder)
      expect(await balanceStatus(player)).toBe(401)
    })

    it('of another audience or role, although its signature is right', async () => {
      const player = network.tokens.player()
      const auditor = network.tokens.admin('auditor')
      await list(player.sessionId, player.holder)
      await list(auditor.sessionId, auditor.holder)
      const asOwner = { aud: 'admin', username: 'owner', role: 'owner' }
      const forged = [player, auditor].map(({ id, sessionId }) =>
        network.tokens.sign({ ...asOwner, sub: id, sid: sessionId }),
      )
      for (const token of forged) expect((await onlineAs(token)).status).toBe(401)
      expect((await onlineAs(auditor.token)).status).not.toBe(401)
    })
  })

  /** Ends a session as auth does, and waits until the gateway has heard of it. */
  async function end(player: TestPlayer): Promise<void> {
    const heard: string[] = []
    gateway.running.context.bus.onSignal(sessionsEnded, ({ sessionIds }) => heard.push(...sessionIds), {
      shared: false,
    })
    await gateway.running.context.bus.flush()
    network.bus('auth').signal(sessionsEnded, { sessionIds: [player.sessionId], reason: 'logout' })
    await eventually('its end is told', () => heard.includes(player.sessionId))
  }

  it('is refused at once after the event of its end', async () => {
    const player = await network.player()
    expect(await balanceStatus(player)).toBe(200)
    await end(player)
    expect(await balanceStatus(player)).toBe(401)
  })

  it('is accepted for up to five seconds when the event of its end is lost', async () => {
    const player = await network.player()
    expect(await balanceStatus(player)).toBe(200)
    await network.end(player.sessionId)
    clock.advance(limits.session.rememberedMs)
    expect(await balanceStatus(player)).toBe(200)
    clock.advance(1)
    expect(await balanceStatus(player)).toBe(401)
  })

  it('stays ended when Redis has lost the end and lists the session again', async () => {
    const player = await network.player()
    await end(player)
    await network.redis.set(sessionKey(player.sessionId), player.holder)
    clock.advance(limits.session.rememberedMs + 1)
    expect(await balanceStatus(player)).toBe(401)
  })

  it('is refused when the event of its end arrives during a read of Redis', async () => {
    const player = await network.player()
    const { bus, log } = gateway.running.context
    const asked = Promise.withResolvers<string>()
    const redis = { get: () => asked.promise } as unknown as SessionParts['redis']
    const sessions = new Sessions({ redis, bus, clock, log })
    sessions.watch()
    const claims = { sub: player.id, sid: player.sessionId, aud: 'player' as const, iat: 0, exp: 0 }
    const isLive = sessions.isLive(claims, 'test')
    await end(player)
    asked.resolve(player.holder)
    expect(await isLive).toBe(false)
    expect(await sessions.isLive(claims, 'test')).toBe(false)
  })

  it('is read again after the bus reconnects, because the event of its end may have been missed', async () => {
    const player = await network.player()
    const { log } = gateway.running.context
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    let asked = 0
    const redis = { get: () => answers[asked++]?.promise } as unknown as SessionParts['redis']
    let comeBack: () => void = () => undefined
    const bus = { connected: true, onSignal: () => undefined, onReconnect: (hear: () => void) => (comeBack = hear) }
    const sessions = new Sessions({ redis, bus: bus as unknown as SessionParts['bus'], clock, log })
    sessions.watch()
    const claims = { sub: player.id, sid: player.sessionId, aud: 'player' as const, iat: 0, exp: 0 }
    const before = sessions.isLive(claims, 'test')
    comeBack()
    answers[0]?.resolve(player.holder)
    expect(await before).toBe(true)
    answers[1]?.resolve('')
    expect(await sessions.isLive(claims, 'test')).toBe(false)
  })

  it('that ended while the bus was down is refused when the bus is back', async () => {
    const apart = await Network.create()
    try {
      const alone = await apart.gateway({}, { clock })
      const player = await apart.player()
      const status = async () => (await ask(`${alone.url}/api/user/balance`, { token: player.token })).status
      expect(await status()).toBe(200)
      await apart.nats.stop('SIGKILL')
      await eventually('the bus is away', () => !alone.running.context.bus.connected)
      await apart.end(player.sessionId)
      await apart.nats.start()
      await eventually('the bus is back', () => alone.running.context.bus.connected)
      const refused = await eventually('auth is back', async () => (await status()) !== 503 && status())
      expect(refused).toBe(401)
    } finally {
      await apart.close()
    }
  })
})

describe('activity', () => {
  const rename = (player: TestPlayer) =>
    post(`${gateway.url}/api/fairness/client-seed`, { clientSeed: 'mine' }, { method: 'PUT', token: player.token })

  it('is reported by commands, once a minute for each session', async () => {
    const [one, two] = [await network.player(), await network.player()]
    await rename(one)
    await rename(one)
    await rename(two)
    await eventually('both are told', () => network.behind.touched.length === 2)
    expect(network.behind.touched).toEqual([one.sessionId, two.sessionId])
    clock.advance(limits.session.activityEveryMs + 1)
    await rename(one)
    await eventually('it is told again', () => network.behind.touched.length === 3)
  })

  it('is reported by the next command after a failed report', async () => {
    const player = await network.player()
    network.behind.deaf = true
    await rename(player)
    await eventually('auth was asked', () => network.behind.touched.length === 1)
    network.behind.deaf = false
    await eventually('the next command tells it', async () => {
      await rename(player)
      return network.behind.touched.length > 1
    })
    expect(network.behind.touched).toEqual([player.sessionId, player.sessionId])
  })

  it.each([
    { what: 'a read', method: 'GET', path: '/api/user/balance' },
    { what: 'a poll', method: 'POST', path: '/api/user/balance' },
    { what: 'the end of the session', method: 'POST', path: '/api/logout' },
  ])('is not $what', async ({ method, path }) => {
    const [quiet, after] = [await network.player(), await network.player()]
    await ask(`${gateway.url}${path}`, { method, token: quiet.token })
    await rename(after)
    await eventually('the command after it is told', () => network.behind.touched.length > 0)
    expect(network.behind.touched).toEqual([after.sessionId])
  })

  it('is not a command that was refused', async () => {
    const [quiet, after] = [await network.player(), await network.player()]
    await post(`${gateway.url}/api/fairness/client-seed`, { clientSeed: 7 }, { method: 'PUT', token: quiet.token })
    await rename(after)
    await eventually('the command after it is told', () => network.behind.touched.length > 0)
    expect(network.behind.touched).toEqual([after.sessionId])
  })
})

describe('without Redis', () => {
  it('auth decides, and without auth every session gets a 503', async () => {
    const live = await network.player()
    const dead = network.tokens.player()
    const forget = () => clock.advance(limits.session.rememberedMs + 1)
    expect(await balanceStatus(live)).toBe(200)
    await network.redisServer.stop('SIGKILL')
    forget()

    expect(await balanceStatus(live)).toBe(200)
    expect(await balanceStatus(dead)).toBe(401)
    expect(network.behind.askedSessions).toEqual([live.sessionId, dead.sessionId])

    await network.leave('auth')
    forget()
    expect(await balanceStatus(live)).toBe(503)
    expect(await balanceStatus(dead)).toBe(503)

    await network.redisServer.start()
    await network.redis.set(sessionKey(live.sessionId), live.holder)
    await eventually('the gateway has Redis again', async () => (await balanceStatus(live)) === 200)
    expect(await balanceStatus(dead)).toBe(503)
  })
})
