import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  activity,
  adminActivity,
  adminLogout,
  checkSession,
  limits,
  logout,
  sessionKey,
  sessionsEnded,
  touchSession,
} from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { removeOld } from '../src/housekeeping.ts'
import { AuthWorld, contentOf } from './auth-world.ts'

const minute = 60_000
let world: AuthWorld
const ended: { sessionIds: string[]; reason: string }[] = []
beforeAll(async () => {
  world = await AuthWorld.open()
  world.gateway.onSignal(sessionsEnded, (payload) => ended.push(payload), { shared: false })
}, 60_000)
afterAll(() => world.close())

const sessionOf = (token: string) => String(contentOf(token).sid)
const endOf = async (sessionId: string) =>
  (await world.rows<{ end_reason: string | null }>('SELECT end_reason FROM session WHERE id = $1', [sessionId]))[0]
    ?.end_reason
const told = (sessionId: string) =>
  eventually('the gateway is told', () => ended.find(({ sessionIds }) => sessionIds.includes(sessionId))?.reason)

/** Redis counts its own time, which moves a little between the call and the look. */
async function expectListedFor(sessionId: string, ms: number): Promise<void> {
  const left = await world.redis.pttl(sessionKey(sessionId))
  expect(left).toBeLessThanOrEqual(ms)
  expect(left).toBeGreaterThan(ms - minute)
}

describe('the list in Redis', () => {
  it('holds a session for what is left of its 60 minutes', async () => {
    const { id, token } = await world.player()
    expect(await world.redis.get(sessionKey(sessionOf(token)))).toBe(`player ${id}`)
    await expectListedFor(sessionOf(token), 60 * minute)
  })

  it('is made again from PostgreSQL when it is lost', async () => {
    const { id, token } = await world.player()
    world.clock.advance(10 * minute)
    await world.redis.flushall()
    expect(await world.call(checkSession, { sessionId: sessionOf(token) })).toEqual({ holder: `player ${id}` })
    expect(await world.redis.get(sessionKey(sessionOf(token)))).toBe(`player ${id}`)
    await expectListedFor(sessionOf(token), 50 * minute)
  })

  it('loses an ended session again when Redis comes back with what it held before its end', async () => {
    const { token } = await world.player()
    await world.redis.save()
    await world.call(logout, {}, { token })
    expect(await world.redis.exists(sessionKey(sessionOf(token)))).toBe(0)
    await world.redisServer.stop('SIGKILL')
    await world.redisServer.start()
    const isListed = async () => (await world.redis.exists(sessionKey(sessionOf(token)))) === 1
    await eventually('it is taken out', async () => !(await isListed()))
    expect(await world.call(checkSession, { sessionId: sessionOf(token) })).toEqual({ holder: null })
  })

  it('is not filled by a touch: it could have been taken out just now', async () => {
    const { token } = await world.player()
    await world.redis.flushall()
    expect(await world.call(touchSession, { sessionId: sessionOf(token) })).toEqual({ live: true })
    expect(await world.redis.exists(sessionKey(sessionOf(token)))).toBe(0)
  })

  it.each([{ what: 'of nobody', sessionId: '01900000-0000-7000-8000-000000000000' }])(
    'has no session $what',
    async ({ sessionId }) => {
      expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
      expect(await world.call(touchSession, { sessionId })).toEqual({ live: false })
      expect(await world.redis.exists(sessionKey(sessionId))).toBe(0)
    },
  )
})

describe('a session', () => {
  it('lives on with input, for 24 hours at the most', async () => {
    const { token } = await world.player()
    const sessionId = sessionOf(token)
    for (let hours = 0; hours < 23; hours += 1) {
      world.clock.advance(59 * minute)
      expect(await world.call(touchSession, { sessionId })).toEqual({ live: true })
      await expectListedFor(sessionId, 60 * minute)
    }
    world.clock.advance(59 * minute)
    expect(await world.call(touchSession, { sessionId })).toEqual({ live: true })
    await expectListedFor(sessionId, limits.session.lifetimeMs - 24 * 59 * minute)
    world.clock.advance(24 * minute)
    expect(await world.call(touchSession, { sessionId })).toEqual({ live: false })
    expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    await world.service.context.sessions.sweep()
    expect(await endOf(sessionId)).toBe('lifetime')
    expect(await told(sessionId)).toBe('lifetime')
  })

  it('ends after 60 minutes without input, which the gateway is told', async () => {
    const { token } = await world.player()
    const sessionId = sessionOf(token)
    world.clock.advance(60 * minute - 1)
    expect(await world.call(checkSession, { sessionId })).toEqual({ holder: expect.any(String) })
    world.clock.advance(1)
    expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    await world.service.context.sessions.sweep()
    expect(await endOf(sessionId)).toBe('inactivity')
    expect(await told(sessionId)).toBe('inactivity')
    expect(await world.redis.exists(sessionKey(sessionId))).toBe(0)
  })

  it('is moved by activity, which answers when it ends', async () => {
    const { token } = await world.player()
    world.clock.advance(30 * minute)
    const { sessionEndsAt } = await world.call(activity, {}, { token })
    expect(Date.parse(sessionEndsAt)).toBe(world.clock.now() + 60 * minute)
    await expectListedFor(sessionOf(token), 60 * minute)
  })

  it('ends with a logout; others of the player live on', async () => {
    const { email, token } = await world.player()
    const other = await world.login(email)
    await world.call(logout, {}, { token })
    expect(await told(sessionOf(token))).toBe('logout')
    expect(await world.redis.exists(sessionKey(sessionOf(token)))).toBe(0)
    expect(await world.call(checkSession, { sessionId: sessionOf(token) })).toEqual({ holder: null })
    expect(await world.refusal(activity, {}, { token })).toMatchObject({ code: 'unauthenticated', status: 401 })
    expect(await world.call(checkSession, { sessionId: sessionOf(other) })).toEqual({ holder: expect.any(String) })
    await world.call(logout, {}, { token })
  })

  it('of an admin is moved by activity of admins alone', async () => {
    const token = await world.adminToken()
    world.clock.advance(30 * minute)
    expect(await world.refusal(activity, {}, { token })).toMatchObject({ code: 'unauthenticated' })
    const { sessionEndsAt } = await world.call(adminActivity, {}, { token })
    expect(Date.parse(sessionEndsAt)).toBe(world.clock.now() + 60 * minute)
    world.clock.advance(60 * minute)
    expect(await world.refusal(adminActivity, {}, { token })).toMatchObject({ code: 'unauthenticated', status: 401 })
  })

  it('of an admin ends with the admin logout, and is none for players', async () => {
    const token = await world.adminToken()
    expect(await world.refusal(logout, {}, { token })).toMatchObject({ code: 'unauthenticated' })
    await world.call(adminLogout, {}, { token })
    expect(await told(sessionOf(token))).toBe('logout')
    expect(await world.call(checkSession, { sessionId: sessionOf(token) })).toEqual({ holder: null })
  })

  it('gives way when there are too many of one person', async () => {
    const { email, token } = await world.player()
    for (let logins = 1; logins < limits.session.perPerson; logins += 1) {
      world.clock.advance(1)
      await world.login(email)
    }
    expect(await world.call(checkSession, { sessionId: sessionOf(token) })).toEqual({ holder: expect.any(String) })
    world.clock.advance(1)
    await world.login(email)
    expect(await told(sessionOf(token))).toBe('too_many_sessions')
  }, 30_000)

  it('does not stay in the list when it ends while it is listed again', async () => {
    const { email } = await world.player()
    const sessions = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const token = await world.login(email)
        await world.redis.del(sessionKey(sessionOf(token)))
        const checks = Array.from({ length: 5 }, () => world.call(checkSession, { sessionId: sessionOf(token) }))
        await Promise.all([...checks, world.call(logout, {}, { token })])
        return sessionKey(sessionOf(token))
      }),
    )
    expect(await world.redis.exists(...sessions)).toBe(0)
  }, 30_000)

  it('is forgotten when no device is known by it any more, and not before it was told', async () => {
    const { token } = await world.player()
    await world.call(logout, {}, { token })
    const rows = (which = '') => world.rows(`SELECT FROM session WHERE id = $1 ${which}`, [sessionOf(token)])
    await eventually('it is cleared', async () => (await rows('AND cleared_at IS NOT NULL')).length === 1)
    const forget = () => removeOld(world.service.context, 'session')
    world.clock.advance(limits.device.knownForMs - 1)
    await forget()
    expect(await rows()).toHaveLength(1)

    world.clock.advance(1)
    await world.rows('BEGIN')
    await world.rows('UPDATE session SET cleared_at = NULL WHERE id = $1', [sessionOf(token)])
    await removeOld({ clock: world.clock, db: world.db as never }, 'session')
    expect(await rows()).toHaveLength(1)
    await world.rows('ROLLBACK')

    await forget()
    expect(await rows()).toHaveLength(0)
  })
})
