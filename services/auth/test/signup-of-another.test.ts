import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits, login, resendOtp, signup, verifyOtp } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld, password, wrongCode } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

it('a network signs up 200 e-mails in ten minutes', async () => {
  const { most, withinMs } = limits.otp.asksOfNetwork
  const crowd = (last: number) => ({ ip: `2001:db8:7:${last.toString(16)}::1` })
  const ask = (last: number) => world.call(resendOtp, { email: world.newEmail(), purpose: 'signup' }, crowd(last))
  for (let last = 1; last < most; last += 1) await ask(last)
  await world.call(signup, { email: world.newEmail(), password }, crowd(most))
  expect(await world.refusal(signup, { email: world.newEmail(), password }, crowd(1))).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: withinMs / 1_000,
  })
  await world.call(signup, { email: world.newEmail(), password })
  world.clock.advance(withinMs)
  await world.call(signup, { email: world.newEmail(), password }, crowd(1))
}, 30_000)

describe('somebody who signs up the e-mail of another', () => {
  const stranger = { ip: '198.51.100.66' }
  const theirs = 'the-strangers-password'

  it('gets nothing by the code that the owner enters', async () => {
    const email = world.newEmail()
    const own = await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email, 1)
    world.clock.advance(1_000)
    const other = await world.call(signup, { email, password: theirs }, stranger)
    await world.mailbox.code(email, 2)
    const { user } = await world.call(verifyOtp, { email, otp, signupId: own.signupId })
    expect(user._id).toBe(own.signupId)
    await world.login(email)
    expect(await world.refusal(login, { email, password: theirs })).toMatchObject({ code: 'invalid_credentials' })
    const late = { email, otp, signupId: other.signupId }
    expect(await world.refusal(verifyOtp, late, stranger)).toMatchObject({ code: 'invalid_code' })
  })

  it("cannot use the owner's code, nor the owner theirs", async () => {
    const email = world.newEmail()
    const own = await world.call(signup, { email, password })
    const ownCode = await world.mailbox.code(email, 1)
    const other = await world.call(signup, { email, password: theirs }, stranger)
    const otherCode = await world.mailbox.code(email, 2)
    if (ownCode === otherCode) return
    for (const [{ signupId }, otp] of [
      [own, otherCode],
      [other, ownCode],
    ] as const)
      expect(await world.refusal(verifyOtp, { email, otp, signupId })).toMatchObject({ code: 'invalid_code' })
    await world.call(verifyOtp, { email, otp: ownCode, signupId: own.signupId })
  })

  it('again and again ends no sign-up of the owner, who gets a new code of the same one', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    for (const last of [1, 2, 3]) await world.call(signup, { email, password: theirs }, { ip: `198.51.100.${last}` })
    // Mails leave a few at a time, in no order: the next one is the fifth when four have come.
    await world.mailbox.mail(email, 4)
    await world.call(resendOtp, { email, signupId })
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email, 5), signupId })
    await world.login(email)
  })

  it('uses up no wrong codes of one that is verified', async () => {
    const { email } = await world.player()
    const { signupId } = await world.call(signup, { email, password: theirs }, stranger)
    for (let tried = 0; tried < limits.otp.tries; tried += 1)
      await world.refusal(verifyOtp, { email, otp: '123456', signupId }, stranger)
    expect(await world.redis.exists(`otp-wrong:${world.service.context.secrets.tagOf(email)}`)).toBe(0)
  })

  it('uses up none of the tries of the code that the owner has', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    for (let tried = 0; tried < 2 * limits.otp.tries; tried += 1)
      await world.refusal(verifyOtp, { email, otp: wrongCode(otp) }, stranger)
    expect(await world.refusal(verifyOtp, { email, otp }, stranger)).toMatchObject({ code: 'invalid_code' })
    await world.call(verifyOtp, { email, otp, signupId })
  })

  it('and asks for codes of it leaves the one that the owner has', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    for (let last = 1; last <= 3; last += 1) await world.call(resendOtp, { email }, { ip: `198.51.100.${last}` })
    await world.call(verifyOtp, { email, otp, signupId })
  })

  it('again and again from one network is mailed no more than that network may be', async () => {
    const email = world.newEmail()
    for (let count = 0; count < limits.otp.mailsOfOne; count += 1) {
      const { signupId } = await world.call(signup, { email, password: theirs }, stranger)
      await world.call(resendOtp, { email, signupId }, stranger)
    }
    await eventually('no mail waits', () => world.hasNoMail())
    expect(world.mailbox.count(email)).toBe(limits.otp.mailsOfOne)
  })

  it('asks for codes of it in vain: the owner is not held up for it', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    await world.call(resendOtp, { email }, stranger)
    await world.mailbox.code(email, 2)
    await world.call(resendOtp, { email, signupId })
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email, 3), signupId })
  })
})
