import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminLogin,
  checkSession,
  forgotPassword,
  getConfig,
  login,
  logout,
  resendOtp,
  resetPassword,
  sessionKey,
  sessionsEnded,
  signup,
  touchSession,
  verifyOtp,
} from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { adminCredentials, AuthWorld, contentOf, password } from './auth-world.ts'

let world: AuthWorld
let player: { email: string; token: string }
let leaver: { email: string; token: string }
const pending = 'pending@example.in'
const sessionOf = (token: string) => String(contentOf(token).sid)

beforeAll(async () => {
  world = await AuthWorld.open()
  player = await world.player()
  leaver = await world.player()
  await world.call(signup, { email: pending, password })
  await world.redis.save() // so that it comes back as one with a disk does: with the list of before
  await world.redisServer.stop()
}, 60_000)
afterAll(() => world.close())

const newPassword = 'another-long-password'

describe('while Redis is gone', () => {
  it.each([
    { what: 'a sign-up', operation: signup, input: { email: 'new@example.in', password } },
    { what: 'a code', operation: verifyOtp, input: { email: pending, otp: '123456' } },
    { what: 'a new code', operation: resendOtp, input: { email: pending } },
    { what: 'a login', operation: login, input: { email: 'nobody@example.in', password } },
    { what: 'an admin login', operation: adminLogin, input: adminCredentials },
    { what: 'a forgotten password', operation: forgotPassword, input: { email: pending } },
    {
      what: 'a reset',
      operation: resetPassword,
      input: { email: pending, otp: '123456', newPassword, confirmPassword: newPassword },
    },
  ])('$what is refused as unavailable', async ({ operation, input }) => {
    expect(await world.refusal(operation, input as never)).toMatchObject({ code: 'unavailable', status: 503 })
  })

  it('nothing has changed by it', async () => {
    expect(await world.rows('SELECT email FROM player')).toHaveLength(2)
    expect(await world.rows('SELECT email FROM sign_up')).toEqual([{ email: pending }])
    expect(await world.rows('SELECT 1 FROM session')).toHaveLength(2)
  })

  it('sessions are known all the same, and everything without counters works', async () => {
    const sessionId = sessionOf(player.token)
    expect(await world.call(checkSession, { sessionId })).toEqual({ holder: expect.any(String) })
    expect(await world.call(touchSession, { sessionId })).toEqual({ live: true })
    expect(await world.call(getConfig, {})).toMatchObject({ mode: 'play' })
    const ready = await fetch(`http://127.0.0.1:${world.service.port}/ready`)
    expect(await ready.json()).toMatchObject({ ready: false, checks: { redis: false, database: true } })
  })

  it('everybody is told of every session that an operator ends, however many there are', async () => {
    const told = new Set<string>()
    world.gateway.onSignal(sessionsEnded, ({ sessionIds }) => sessionIds.forEach((id) => told.add(id)), {
      shared: false,
    })
    await world.rows(
      `INSERT INTO session (id, player_id, created_at, last_active_at, ends_at, device, password_version, signed_by, ended_at, end_reason)
       SELECT gen_random_uuid(), player_id, created_at, last_active_at, ends_at, '', password_version, signed_by, created_at, 'key_revoked'
       FROM (SELECT * FROM session LIMIT 1) AS one, generate_series(1, 1700)`,
    )
    await world.service.context.sessions.sweep()
    await eventually('all are told', () => told.size >= 1_700)
  }, 30_000)

  it('a logout counts, and is carried out in Redis when it is back', async () => {
    await world.call(logout, {}, { token: leaver.token })
    const sessionId = sessionOf(leaver.token)
    expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    await world.redisServer.start()
    await eventually(
      'auth is ready again',
      async () => (await fetch(`http://127.0.0.1:${world.service.port}/ready`)).ok,
    )
    await world.service.context.sessions.sweep()
    expect(await world.redis.exists(sessionKey(sessionOf(player.token)))).toBe(1)
    expect(await world.redis.exists(sessionKey(sessionId))).toBe(0)
    await world.login(player.email)
  })

  it('auth is not ready while Redis hangs', async () => {
    const ready = async () => (await fetch(`http://127.0.0.1:${world.service.port}/ready`)).json()
    expect(await ready()).toMatchObject({ ready: true })
    world.redisServer.freeze(true)
    expect(await ready()).toMatchObject({ ready: false, checks: { redis: false, database: true } })
    world.redisServer.freeze(false)
  })
})
