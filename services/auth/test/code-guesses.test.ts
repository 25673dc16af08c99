import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { forgotPassword, limits, resendOtp, resetPassword, signup, verifyOtp } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld, password, resetForm, wrongCode } from './auth-world.ts'
import type { Caller } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

/** Tries that Redis has counted. A right code is not counted. */
async function evaluated(purpose: string): Promise<number> {
  const keys = await world.redis.keys(`otp-tries:${purpose}:*`)
  const counts = await Promise.all(keys.map((key) => world.redis.zcard(key)))
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('guesses', () => {
  it('200 at once evaluate 5, and then the right one comes too late', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const code = await world.mailbox.code(email)
    const before = await evaluated('signup')
    const guesses = Array.from({ length: 200 }, (_, index) =>
      String((Number(code) + 1 + index) % 1_000_000).padStart(6, '0'),
    )
    const refused = await Promise.all(guesses.map((otp) => world.refusal(verifyOtp, { email, otp })))
    expect(new Set(refused.map((refusal) => refusal.code))).toEqual(new Set(['invalid_code']))
    expect((await evaluated('signup')) - before).toBe(limits.otp.tries)
    expect(await world.refusal(verifyOtp, { email, otp: code })).toMatchObject({ code: 'invalid_code' })
  }, 30_000)

  it('four wrong ones leave the fifth', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const code = await world.mailbox.code(email)
    for (let tried = 1; tried < limits.otp.tries; tried += 1)
      await world.refusal(verifyOtp, { email, otp: wrongCode(code) })
    await world.call(verifyOtp, { email, otp: code })
  })

  it('a right one, 20 times at once, counts once', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => world.call(verifyOtp, { email, otp })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('a newer code has five tries of its own', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const code = await world.mailbox.code(email)
    for (let tried = 0; tried < limits.otp.tries; tried += 1)
      await world.refusal(verifyOtp, { email, otp: wrongCode(code) })
    await world.call(resendOtp, { email, purpose: 'signup' })
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email, 2) })
  })

  it('a code of one purpose does not serve the other', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    expect(await world.refusal(resetPassword, resetForm(email, otp))).toMatchObject({
      code: 'invalid_code',
      status: 400,
    })
  })
})

describe('in a day', () => {
  const { wrongOfEmail, wrongOfNetwork, mailsOfOne, mailsOfAll, tries, resendAfterMs } = limits.otp
  const home = { ip: '203.0.113.1' }
  const stranger = (last: number) => ({ ip: `198.51.100.${last}` })

  /** Lets time pass once each mail has left. A mail whose claim ends while it is being sent is sent twice. */
  async function pass(ms: number): Promise<void> {
    await eventually('no mail waits', () => world.hasNoMail())
    world.clock.advance(ms)
  }

  /** Asks for a code of a reset and tries wrong ones. @returns how many were looked at */
  async function guess(email: string, nth: number, caller: Caller): Promise<number> {
    await world.call(forgotPassword, { email }, caller)
    const wrong = wrongCode(await world.mailbox.code(email, nth))
    const before = await evaluated('reset')
    for (let tried = 0; tried < tries; tried += 1) await world.refusal(resetPassword, resetForm(email, wrong), caller)
    return (await evaluated('reset')) - before
  }

  async function reset(email: string, nth: number, caller: Caller) {
    await world.call(forgotPassword, { email }, caller)
    await pass(resendAfterMs)
    return resetForm(email, await world.mailbox.code(email, nth))
  }

  it('20 wrong codes of strangers for an e-mail are looked at; a known device still resets, and strangers a day later', async () => {
    const { email, device } = await world.player()
    const looked: number[] = []
    const networks = wrongOfEmail.most / tries
    for (let last = 1; last <= networks + 1; last += 1) looked.push(await guess(email, last + 1, stranger(last)))
    expect(looked).toEqual([...Array.from({ length: networks }, () => tries), 0])
    const right = await reset(email, networks + 3, stranger(99))
    expect(await world.refusal(resetPassword, right, stranger(99))).toMatchObject({ code: 'invalid_code' })
    await world.call(resetPassword, await reset(email, networks + 4, { ...home, device }), { ...home, device })
    await world.mailbox.mail(email, networks + 5)
    await pass(wrongOfEmail.withinMs)
    await world.call(resetPassword, await reset(email, networks + 6, home), home)
  }, 30_000)

  it('a stranger who tries every new code leaves its owner, at a new device, the tries of the owner', async () => {
    const { email } = await world.player()
    const right = await reset(email, 2, stranger(9))
    const wrong = { ...right, otp: wrongCode(right.otp) }
    for (let tried = 0; tried <= tries; tried += 1) await world.refusal(resetPassword, wrong, stranger(8))
    await world.call(resetPassword, right, stranger(9))
  })

  it('100 wrong codes of one network are looked at, whosever they are; known devices and sign-ups there go on', async () => {
    const site = (last: number) => ({ ip: `2001:db8:9:${last.toString(16)}::1` })
    const looked: number[] = []
    const accounts = wrongOfNetwork.most / tries
    for (let last = 1; last <= accounts + 1; last += 1)
      looked.push(await guess((await world.player()).email, 2, site(last)))
    expect(looked).toEqual([...Array.from({ length: accounts }, () => tries), 0])
    const { email } = await world.player()
    const right = await reset(email, 2, site(99))
    expect(await world.refusal(resetPassword, right, site(99))).toMatchObject({ code: 'invalid_code' })
    const known = await world.player()
    const device = { ...site(99), device: known.device }
    await world.call(resetPassword, await reset(known.email, 2, device), device)
    const holder = world.newEmail()
    const { signupId } = await world.call(signup, { email: holder, password }, site(99))
    await world.call(verifyOtp, { email: holder, otp: await world.mailbox.code(holder), signupId }, site(99))
    const elsewhere = await world.player()
    await world.call(resetPassword, await reset(elsewhere.email, 2, stranger(1)), stranger(1))
    await pass(wrongOfNetwork.withinMs)
    const tomorrow = await world.player()
    await world.call(resetPassword, await reset(tomorrow.email, 2, site(99)), site(99))
  }, 60_000)

  it('strangers ask for so many codes and the owner, at their device, still gets one', async () => {
    const { email, device } = await world.player()
    const owner = { ...home, device }
    const mailed = () => eventually('no mail waits', () => world.hasNoMail())
    for (let count = 0; count < mailsOfAll + 5; count += 1) await world.call(forgotPassword, { email }, stranger(count))
    await mailed()
    expect(world.mailbox.count(email)).toBe(mailsOfAll)
    await world.call(forgotPassword, { email }, owner)
    const otp = await world.mailbox.code(email, mailsOfAll + 1)
    await world.call(resetPassword, resetForm(email, otp), owner)
  }, 30_000)

  it.each([
    { who: 'a stranger', asks: 1 },
    { who: 'strangers, when no mail may leave any more,', asks: mailsOfAll + 5 },
  ])('$who who asks for a code leaves the one that the owner has', async ({ asks }) => {
    const { email, device } = await world.player()
    const owner = { ...home, device }
    await world.call(forgotPassword, { email }, owner)
    const otp = await world.mailbox.code(email, 2)
    for (let count = 0; count < asks; count += 1) await world.call(forgotPassword, { email }, stranger(count))
    await world.call(resetPassword, resetForm(email, otp), owner)
  })

  it('the last code that was mailed is good although more are asked for', async () => {
    const { email } = await world.player()
    for (let count = 0; count < mailsOfOne + 5; count += 1) {
      await world.call(forgotPassword, { email }, stranger(1))
      if (count < mailsOfOne) await world.mailbox.code(email, count + 2)
      await pass(resendAfterMs)
    }
    const otp = await world.mailbox.code(email, mailsOfOne + 1)
    await world.call(resetPassword, resetForm(email, otp), stranger(1))
  }, 30_000)

  it('the owner is mailed ten at their device, wherever it is', async () => {
    const { email, device } = await world.player()
    for (let count = 0; count <= mailsOfOne; count += 1) {
      await world.call(forgotPassword, { email }, { ...stranger(count), device })
      await pass(resendAfterMs)
    }
    expect(world.mailbox.count(email)).toBe(1 + mailsOfOne)
  })
})
