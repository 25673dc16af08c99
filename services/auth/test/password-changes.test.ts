import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { changePassword, limits, login } from '@kismet/contracts'
import { AuthWorld, password } from './auth-world.ts'

const { most, withinMs } = limits.password.changes

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

it(`is changed ${most} times a day and no oftener, as each change is mailed; wrong tries use none up`, async () => {
  const { email } = await world.player()
  let currentPassword = password
  const enter = async () => (await world.call(login, { email, password: currentPassword })).token
  const change = async (nth: number) => {
    const newPassword = `another-long-one-${nth}`
    await world.call(changePassword, { currentPassword, newPassword }, { token: await enter() })
    currentPassword = newPassword
  }
  const wrong = { currentPassword: 'not-the-password', newPassword: password }
  expect(await world.refusal(changePassword, wrong, { token: await enter() })).toMatchObject({ code: 'wrong_password' })
  for (let nth = 0; nth < most; nth += 1) await change(nth)
  const token = await enter()
  // More often than a wrong password may be tried: it is none.
  for (let tries = 0; tries <= limits.login.ofOne.most; tries += 1)
    expect(await world.refusal(changePassword, { currentPassword, newPassword: password }, { token })).toEqual({
      code: 'too_many_requests',
      status: 429,
      message: 'You have changed your password often today. Please try again later.',
      retryAfterSeconds: withinMs / 1_000,
    })
  await enter()
  world.clock.advance(withinMs)
  await change(most)
}, 30_000)
