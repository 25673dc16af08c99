import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  checkSession,
  forgotPassword,
  limits,
  login,
  logout,
  resetPassword,
  sessionsEnded,
  signup,
} from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld, contentOf, password, wrongCode } from './auth-world.ts'

let world: AuthWorld
const ended: { sessionIds: string[]; reason: string }[] = []
beforeAll(async () => {
  world = await AuthWorld.open()
  world.gateway.onSignal(sessionsEnded, (payload) => ended.push(payload), { shared: false })
}, 60_000)
afterAll(() => world.close())

const newPassword = 'another-long-password'
const form = (email: string, otp: string) => ({ email, otp, newPassword, confirmPassword: newPassword })
const sessionOf = (token: string) => String(contentOf(token).sid)

describe('a reset of the password', () => {
  it('sets the new one and ends every session, in Redis too, and says so', async () => {
    const { email, token } = await world.player()
    const sessions = [sessionOf(token), sessionOf(await world.login(email))]
    const bystander = sessionOf((await world.player()).token)
    await world.call(forgotPassword, { email: email.toUpperCase() })
    const otp = await world.mailbox.code(email, 2)
    expect(await world.call(resetPassword, form(email, otp))).toEqual({
      message: 'Your password has been reset successfully!',
    })
    expect(await world.mailbox.mail(email, 3)).toContain('Subject: Your Kismet password was changed')
    for (const sessionId of sessions) {
      expect(await world.redis.exists(`session:${sessionId}`)).toBe(0)
      expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    }
    const told = await eventually('the gateway is told', () =>
      ended.find(({ sessionIds }) => sessions.every((id) => sessionIds.includes(id))),
    )
    expect(told).toEqual({ sessionIds: expect.arrayContaining(sessions), reason: 'password_reset' })
    expect(told.sessionIds).toHaveLength(2)
    expect(await world.call(checkSession, { sessionId: bystander })).toEqual({ holder: expect.any(String) })
    expect(await world.refusal(login, { email, password })).toMatchObject({ code: 'invalid_credentials' })
    await world.call(login, { email, password: newPassword })
    expect(await world.refusal(resetPassword, form(email, otp))).toMatchObject({ code: 'invalid_code' })
  })

  it('lets no login with the old password in that was under way', async () => {
    const { email, id } = await world.player()
    await world.call(forgotPassword, { email })
    const otp = await world.mailbox.code(email, 2)
    const logins = Array.from({ length: 8 }, () => world.login(email, { ip: '198.51.100.7' }))
    await Promise.all([world.call(resetPassword, form(email, otp)), Promise.allSettled(logins)])
    expect(await world.rows('SELECT id FROM session WHERE player_id = $1 AND ended_at IS NULL', [id])).toEqual([])
  })

  it.each([
    { who: 'was logged in', leaves: false },
    { who: 'had logged out before', leaves: true },
  ])('makes a stranger of whoever $who', async ({ leaves }) => {
    const { email, device, token } = await world.player()
    if (leaves) await world.call(logout, {}, { token })
    await world.call(forgotPassword, { email }, { device })
    await world.call(resetPassword, form(email, await world.mailbox.code(email, 2)), { device })
    for (let last = 1; last <= limits.login.ofStrangers.most; last += 1)
      await world.refusal(login, { email, password }, { ip: `192.0.2.${last}` })
    expect(await world.refusal(login, { email, password: newPassword }, { device })).toMatchObject({
      code: 'too_many_requests',
    })
  })

  it('opens the account again to an address that was closed to it', async () => {
    const { email } = await world.player()
    const ip = '198.51.100.8'
    for (let tried = 0; tried < limits.login.ofOne.most; tried += 1)
      await world.refusal(login, { email, password: 'not-the-password' }, { ip })
    await world.call(forgotPassword, { email }, { ip })
    await world.call(resetPassword, form(email, await world.mailbox.code(email, 2)), { ip })
    await world.call(login, { email, password: newPassword }, { ip })
  })

  it('verifies an e-mail that was not verified yet, since the code was read there', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    await world.call(forgotPassword, { email })
    await world.call(resetPassword, form(email, await world.mailbox.code(email, 2)))
    await world.call(login, { email, password: newPassword })
  })

  it.each([
    {
      what: 'passwords that differ',
      change: { confirmPassword: 'something-else' },
      code: 'invalid_request',
      message: 'Passwords do not match.',
    },
    {
      what: 'an empty field',
      change: { confirmPassword: '' },
      code: 'invalid_request',
      message: 'All fields are required.',
    },
    {
      what: 'a common password',
      change: { newPassword: 'password', confirmPassword: 'password' },
      code: 'invalid_request',
      message: 'This password is too common. Please choose another one.',
    },
    {
      what: 'a wrong code',
      change: { otp: 'wrong' },
      code: 'invalid_code',
      message: 'The OTP is wrong or has expired.',
    },
  ])('refuses $what and uses up no more than a try', async ({ change, code, message }) => {
    const { email, token } = await world.player()
    await world.call(forgotPassword, { email })
    const otp = await world.mailbox.code(email, 2)
    const input = { ...form(email, otp), ...change, ...('otp' in change ? { otp: wrongCode(otp) } : {}) }
    expect(await world.refusal(resetPassword, input)).toMatchObject({ code, status: 400, message })
    expect(await world.call(checkSession, { sessionId: sessionOf(token) })).toEqual({ holder: expect.any(String) })
    await world.call(resetPassword, form(email, otp))
  })
})
