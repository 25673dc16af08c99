import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { forgotPassword, login, resendOtp, setLanguage, signup, verifyOtp } from '@kismet/contracts'
import { AuthWorld, password } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

/** In which language mail number `nth` of an address is. */
const languageOf = async (email: string, nth: number) =>
  /<html lang=3D"(\w+)">/.exec((await world.mailbox.mail(email, nth)).replaceAll('=\r\n', ''))?.[1]

it('is the one that the sign-up names, in its mails and then of the account', async () => {
  const email = world.newEmail()
  const { signupId } = await world.call(signup, { email, password, language: 'hi' })
  expect(await languageOf(email, 1)).toBe('hi')
  await world.call(resendOtp, { email, signupId })
  expect(await languageOf(email, 2)).toBe('hi')
  const verified = await world.call(verifyOtp, { email, otp: await world.mailbox.code(email, 2), signupId })
  expect(verified.user.language).toBe('hi')
  expect((await world.call(login, { email, password })).user.language).toBe('hi')
})

it('is English where nobody has said one, and changes with the choice of the player', async () => {
  const { email, token } = await world.player()
  expect(await languageOf(email, 1)).toBe('en')
  expect(await world.call(setLanguage, { language: 'hi' }, { token })).toEqual({ language: 'hi' })
  await world.call(forgotPassword, { email })
  expect(await languageOf(email, 2)).toBe('hi')
  expect((await world.call(login, { email, password })).user.language).toBe('hi')
})

it('is none that nobody speaks here', async () => {
  const { token } = await world.player()
  const refused = { code: 'invalid_request', message: 'language must be en or hi.' }
  expect(await world.refusal(setLanguage, { language: 'fr' as 'hi' }, { token })).toMatchObject(refused)
  expect(await world.refusal(setLanguage, { language: 'hi' })).toMatchObject({ code: 'unauthenticated' })
})
