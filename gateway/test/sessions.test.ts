import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { limits, sessionKey } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
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

  it('that has ended is refused at once, although it was just let in', async () => {
    const player = await network.player()
    expect(await balanceStatus(player)).toBe(200)
    await network.redis.del(sessionKey(player.sessionId))
    expect(await balanceStatus(player)).toBe(401)
  })
})

describe('activity', () => {
  const rename = (player: TestPlayer) =>
    post(`${gateway.url}/api/fairness/client-seed`, { clientSeed: 'mine' }, { method: 'PUT', token: player.token })

  it('is told once a minute a session, by commands', async () => {
    const [one, two] = [await network.player(), await network.player()]
    await rename(one)
    await rename(one)
    await rename(two)
    await eventually('both are told', () => network.behind.touched.length === 2)
    expect(network.behind.touched).toEqual([one.sessionId, two.sessionId])
    clock.advance(limits.session.activityEveryMs)
    await rename(one)
    await eventually('it is told again', () => network.behind.touched.length === 3)
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
  it('auth decides; without both nobody is let in', async () => {
    const live = await network.player()
    network.behind.liveSessions.set(live.sessionId, live.holder)
    const dead = network.tokens.player()
    expect(await balanceStatus(live)).toBe(200)
    await network.redisServer.stop('SIGKILL')

    expect(await balanceStatus(live)).toBe(200)
    expect(await balanceStatus(dead)).toBe(401)
    expect(network.behind.askedSessions).toEqual([live.sessionId, dead.sessionId])

    await network.leave('auth')
    expect(await balanceStatus(live)).toBe(503)
    expect(await balanceStatus(dead)).toBe(503)

    await network.redisServer.start()
    await network.redis.set(sessionKey(live.sessionId), live.holder)
    await eventually('the gateway has Redis again', async () => (await balanceStatus(live)) === 200)
    expect(await balanceStatus(dead)).toBe(503)
  })
})
