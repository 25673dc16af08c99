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

async function evaluated(purpose: string): Promise<number> {
  const metric = await world.service.registry.getSingleMetric('auth_codes_total')?.get()
  const tries = metric?.values.filter(({ labels }) => labels.purpose === purpose && labels.verdict === 'wrong') ?? []
  return tries.reduce((sum, { value }) => sum + value, 0)
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
  const { wrongPerDay, wrongPerDayOfNetwork, mailsPerDay, tries, triesOfStrangers, resendAfterMs } = limits.otp
  const home = { ip: '203.0.113.1' }
  const stranger = (last: number) => ({ ip: `198.51.100.${last}` })

  /** Asks for a code of a reset and tries wrong ones. @returns how many were looked at */
  async function guess(email: string, nth: number, caller: Caller): Promise<number> {
    await world.call(forgotPassword, { email }, caller)
    const wrong = wrongCode(await world.mailbox.code(email, nth))
    const before = await evaluated('reset')
    for (let tried = 0; tried < tries; tried += 1) await world.refusal(resetPassword, resetForm(email, wrong), caller)
    return (await evaluated('reset')) - before
  }

  it('15 wrong codes of an e-mail are looked at, whoever tries them; who reads the mailbox gets in with two codes in a row', async () => {
    const { email } = await world.player()
    const looked: number[] = []
    for (let last = 1; last <= 4; last += 1) {
      looked.push(await guess(email, last + 1, stranger(last)))
      world.clock.advance(resendAfterMs)
    }
    expect(looked).toEqual([tries, tries, tries, 0])
    const abroad = stranger(9)
    const ask = async (nth: number) => {
      await world.call(forgotPassword, { email }, abroad)
      world.clock.advance(resendAfterMs)
      return world.mailbox.code(email, nth)
    }
    const first = await ask(6)
    expect(await world.refusal(resetPassword, resetForm(email, first), abroad)).toMatchObject({ code: 'invalid_code' })
    expect(await world.refusal(resetPassword, resetForm(email, first), abroad)).toMatchObject({ code: 'invalid_code' })
    const second = await ask(7)
    expect(await world.refusal(resetPassword, resetForm(email, wrongCode(second)), abroad)).toMatchObject({
      code: 'invalid_code',
    })
    await world.call(resetPassword, resetForm(email, second), abroad)
  }, 30_000)

  it('half of the proof is of no use to somebody else, and is forgotten with the code', async () => {
    const { email, device } = await world.player()
    for (let last = 1; last <= 3; last += 1) await guess(email, last + 1, stranger(last))
    await world.call(forgotPassword, { email }, { ...home, device })
    const first = await world.mailbox.code(email, 5)
    await world.refusal(resetPassword, resetForm(email, first), { ...home, device })
    await world.call(forgotPassword, { email }, stranger(4))
    const ofStranger = await world.mailbox.code(email, 6)
    expect(await world.refusal(resetPassword, resetForm(email, ofStranger), stranger(4))).toMatchObject({
      code: 'invalid_code',
    })
  }, 30_000)

  it('a stranger who tries every new code leaves its owner, at a new device, their tries, and two right codes in a row', async () => {
    const { email } = await world.player()
    const abroad = stranger(9)
    const enter = async (nth: number) => {
      await world.call(forgotPassword, { email }, abroad)
      const otp = await world.mailbox.code(email, nth)
      for (let tried = 0; tried <= tries; tried += 1)
        await world.refusal(resetPassword, resetForm(email, wrongCode(otp)), stranger(8))
      world.clock.advance(resendAfterMs)
      return world.call(resetPassword, resetForm(email, otp), abroad)
    }
    await enter(2)
    // The notice of the new password.
    await world.mailbox.mail(email, 3)
    for (let last = 1; last <= 2; last += 1) await guess(email, last + 3, stranger(last))
    await expect(enter(6)).rejects.toMatchObject({ code: 'invalid_code' })
    await enter(7)
  }, 30_000)

  it('half of the proof of one stranger is of no use to another', async () => {
    const { email } = await world.player()
    for (let last = 1; last <= 3; last += 1) await guess(email, last + 1, stranger(last))
    for (const [nth, from] of [stranger(4), stranger(5)].entries()) {
      await world.call(forgotPassword, { email }, from)
      const otp = await world.mailbox.code(email, nth + 5)
      expect(await world.refusal(resetPassword, resetForm(email, otp), from)).toMatchObject({ code: 'invalid_code' })
    }
  }, 30_000)

  it('a code is tried 100 times by strangers, wherever they are; then the right one is not half of the proof either', async () => {
    const { email } = await world.player()
    const enter = async (nth: number) => resetForm(email, await world.mailbox.code(email, nth))
    await world.call(forgotPassword, { email }, stranger(99))
    const right = await enter(2)
    const wrong = { ...right, otp: wrongCode(right.otp) }
    for (let tried = 0; tried < triesOfStrangers; tried += 1)
      await world.refusal(resetPassword, wrong, stranger(1 + Math.floor(tried / tries)))
    expect(await world.refusal(resetPassword, right, stranger(99))).toMatchObject({ code: 'invalid_code' })
    world.clock.advance(resendAfterMs)
    await world.call(forgotPassword, { email }, stranger(99))
    expect(await world.refusal(resetPassword, await enter(3), stranger(99))).toMatchObject({ code: 'invalid_code' })
  }, 30_000)

  it('wrong codes are forgotten after a day', async () => {
    const { email } = await world.player()
    for (let last = 1; last <= wrongPerDay / tries; last += 1) await guess(email, last + 1, stranger(last))
    world.clock.advance(24 * 60 * 60_000)
    await world.call(forgotPassword, { email }, home)
    await world.call(resetPassword, resetForm(email, await world.mailbox.code(email, 5)), home)
  }, 30_000)

  it('50 wrong codes of one site are looked at, whosever they are; then it takes two right ones in a row there, but of who is known', async () => {
    const site = (last: number) => ({ ip: `2001:db8:9:${last.toString(16)}::1` })
    const looked: number[] = []
    for (let last = 1; last <= wrongPerDayOfNetwork / tries + 1; last += 1)
      looked.push(await guess((await world.player()).email, 2, site(last)))
    expect(looked).toEqual([...Array.from({ length: wrongPerDayOfNetwork / tries }, () => tries), 0])
    const reset = async (email: string, nth: number, caller: Caller) => {
      await world.call(forgotPassword, { email }, caller)
      world.clock.advance(resendAfterMs)
      return resetForm(email, await world.mailbox.code(email, nth))
    }
    const { email } = await world.player()
    const first = await reset(email, 2, site(99))
    expect(await world.refusal(resetPassword, first, site(99))).toMatchObject({ code: 'invalid_code' })
    await world.call(resetPassword, await reset(email, 3, site(99)), site(99))
    const known = await world.player()
    const device = { ...site(99), device: known.device }
    await world.call(resetPassword, await reset(known.email, 2, device), device)
    const holder = world.newEmail()
    const { signupId } = await world.call(signup, { email: holder, password }, site(99))
    await world.call(verifyOtp, { email: holder, otp: await world.mailbox.code(holder), signupId }, site(99))
    const elsewhere = await world.player()
    await world.call(resetPassword, await reset(elsewhere.email, 2, stranger(1)), stranger(1))
    world.clock.advance(24 * 60 * 60_000)
    const tomorrow = await world.player()
    await world.call(resetPassword, await reset(tomorrow.email, 2, site(99)), site(99))
  }, 30_000)

  it('strangers ask for so many codes and the owner, at their device, still gets one', async () => {
    const { email, device } = await world.player()
    const owner = { ...home, device }
    const mailed = () => eventually('no mail waits', () => world.service.context.mails.size === 0)
    for (let count = 0; count < mailsPerDay.ofStrangers + 5; count += 1)
      await world.call(forgotPassword, { email }, stranger(count))
    await mailed()
    expect(world.mailbox.count(email)).toBe(1 + mailsPerDay.ofStrangers)
    await world.call(forgotPassword, { email }, owner)
    const otp = await world.mailbox.code(email, mailsPerDay.ofStrangers + 2)
    await world.call(resetPassword, resetForm(email, otp), owner)
  }, 30_000)

  it.each([
    { who: 'a stranger', asks: 1 },
    { who: 'strangers, when no mail may leave any more,', asks: mailsPerDay.ofStrangers + 5 },
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
    for (let count = 0; count < mailsPerDay.ofOne + 5; count += 1) {
      await world.call(forgotPassword, { email }, stranger(1))
      if (count < mailsPerDay.ofOne) await world.mailbox.code(email, count + 2)
      world.clock.advance(resendAfterMs)
    }
    const otp = await world.mailbox.code(email, mailsPerDay.ofOne + 1)
    await world.call(resetPassword, resetForm(email, otp), stranger(1))
  }, 30_000)

  it('the owner is mailed ten at their device, wherever it is', async () => {
    const { email, device } = await world.player()
    for (let count = 0; count <= mailsPerDay.ofOne; count += 1) {
      await world.call(forgotPassword, { email }, { ...stranger(count), device })
      world.clock.advance(resendAfterMs)
    }
    await eventually('no mail waits', () => world.service.context.mails.size === 0)
    expect(world.mailbox.count(email)).toBe(1 + mailsPerDay.ofOne)
  })
})
