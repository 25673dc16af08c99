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

  it('a logout counts, and is carried out in Redis when it is back', async () => {
    await world.call(logout, {}, { token: leaver.token })
    const sessionId = sessionOf(leaver.token)
    expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    await world.redisServer.start()
    await eventually(
      'auth is ready again',
      async () => (await fetch(`http://127.0.0.1:${world.service.port}/ready`)).ok,
    )
    await world.redis.set(sessionKey(sessionId), 'a list that was kept on a disk')
    await world.service.context.sessions.sweep()
    expect(await world.redis.exists(sessionKey(sessionId))).toBe(0)
    await world.login(player.email)
  })
})
