import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { forgotPassword, limits, login, proveOwner, resetPassword } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { isRefusal } from '@kismet/service-kit/refusal'
import { AuthWorld, newAddress, password, resetForm } from './auth-world.ts'

let world: AuthWorld
let payments: Bus
beforeAll(async () => {
  world = await AuthWorld.open()
  payments = await world.standIn('payments', [])
}, 60_000)
afterAll(async () => {
  await payments.close()
  await world.close()
})

const newPassword = 'another-long-password'

/** What auth says about a session, or the code of its refusal. */
const prove = async (token: string, given?: string): Promise<boolean | string> => {
  const meta = { requestId: 'test', ip: newAddress(), token }
  const input = given === undefined ? {} : { password: given }
  const answer = await payments.call(proveOwner, input, meta).catch((error: unknown) => {
    if (!isRefusal(error)) throw error
    return error.code
  })
  return typeof answer === 'string' ? answer : answer.isTrusted
}

const enter = (email: string, device?: string, given = password) =>
  world.enter(login, { email, password: given }, { ip: newAddress(), ...(device && { device }) })

it('the device of the sign-up is trusted at once, also at its next logins; another device a day after its first login', async () => {
  const { email, token, device } = await world.player()
  expect(await prove(token)).toBe(true)
  const again = await enter(email, device)
  expect(await prove(again.out.token)).toBe(true)
  world.clock.advance(1)
  const other = await enter(email)
  expect(await prove(other.out.token)).toBe(false)
  world.clock.advance(limits.withdrawal.accountWaitsMs - 60_000)
  const soon = await enter(email, other.device)
  expect(await prove(soon.out.token)).toBe(false)
  world.clock.advance(60_000)
  expect(await prove((await enter(email, soon.device)).out.token)).toBe(true)
  expect(await prove((await enter(email)).out.token)).toBe(false)
})

it('a known device is not trusted for a day after a reset of the password', async () => {
  const { email, device } = await world.player()
  world.clock.advance(2 * limits.withdrawal.accountWaitsMs)
  await world.call(forgotPassword, { email })
  await world.call(resetPassword, resetForm(email, await world.mailbox.code(email, 2), newPassword))
  const known = await enter(email, device, newPassword)
  expect(await prove(known.out.token)).toBe(false)
  world.clock.advance(limits.withdrawal.accountWaitsMs)
  expect(await prove((await enter(email, known.device, newPassword)).out.token)).toBe(true)
})

it('checks the login password, and counts wrong ones with those of the login', async () => {
  const { token } = await world.player()
  expect(await prove(token, password)).toBe(true)
  expect(await prove(token, 'not-the-password')).toBe('wrong_password')
})

it('a session that has ended proves nothing', async () => {
  const { token } = await world.player()
  world.clock.advance(limits.session.inactivityMs)
  expect(await prove(token)).toBe('unauthenticated')
})
