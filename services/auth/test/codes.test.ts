import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { forgotPassword, limits, resendOtp, resetPassword, signup, verifyOtp } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld, password, wrongCode } from './auth-world.ts'
import type { Caller } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const newPassword = 'another-long-password'
const reset = (email: string, otp: string) => ({ email, otp, newPassword, confirmPassword: newPassword })

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
    expect(await world.refusal(resetPassword, reset(email, otp))).toMatchObject({ code: 'invalid_code', status: 400 })
  })
})

describe('in a day', () => {
  const { wrongPerDay, mailsPerDay, tries, resendAfterMs } = limits.otp
  const home = { ip: '203.0.113.1' }
  const stranger = (last: number) => ({ ip: `198.51.100.${last}` })

  /** Asks for a code of a reset and tries wrong ones. @returns how many were looked at */
  async function guess(email: string, nth: number, caller: Caller): Promise<number> {
    await world.call(forgotPassword, { email }, caller)
    const wrong = wrongCode(await world.mailbox.code(email, nth))
    const before = await evaluated('reset')
    for (let tried = 0; tried < tries; tried += 1) await world.refusal(resetPassword, reset(email, wrong), caller)
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
    expect(await world.refusal(resetPassword, reset(email, first), abroad)).toMatchObject({ code: 'invalid_code' })
    expect(await world.refusal(resetPassword, reset(email, first), abroad)).toMatchObject({ code: 'invalid_code' })
    const second = await ask(7)
    expect(await world.refusal(resetPassword, reset(email, wrongCode(second)), abroad)).toMatchObject({
      code: 'invalid_code',
    })
    await world.call(resetPassword, reset(email, second), abroad)
  }, 30_000)

  it('half of the proof is of no use to somebody else, and is forgotten with the code', async () => {
    const { email, device } = await world.player()
    for (let last = 1; last <= 3; last += 1) await guess(email, last + 1, stranger(last))
    await world.call(forgotPassword, { email }, { ...home, device })
    const first = await world.mailbox.code(email, 5)
    await world.refusal(resetPassword, reset(email, first), { ...home, device })
    await world.call(forgotPassword, { email }, stranger(4))
    const ofStranger = await world.mailbox.code(email, 6)
    expect(await world.refusal(resetPassword, reset(email, ofStranger), stranger(4))).toMatchObject({
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
        await world.refusal(resetPassword, reset(email, wrongCode(otp)), stranger(8))
      world.clock.advance(resendAfterMs)
      return world.call(resetPassword, reset(email, otp), abroad)
    }
    await enter(2)
    for (let last = 1; last <= 2; last += 1) await guess(email, last + 2, stranger(last))
    await expect(enter(5)).rejects.toMatchObject({ code: 'invalid_code' })
    await enter(6)
  }, 30_000)

  it('half of the proof of one stranger is of no use to another', async () => {
    const { email } = await world.player()
    for (let last = 1; last <= 3; last += 1) await guess(email, last + 1, stranger(last))
    for (const [nth, from] of [stranger(4), stranger(5)].entries()) {
      await world.call(forgotPassword, { email }, from)
      const otp = await world.mailbox.code(email, nth + 5)
      expect(await world.refusal(resetPassword, reset(email, otp), from)).toMatchObject({ code: 'invalid_code' })
    }
  }, 30_000)

  it('wrong codes are forgotten after a day', async () => {
    const { email } = await world.player()
    for (let last = 1; last <= wrongPerDay / tries; last += 1) await guess(email, last + 1, stranger(last))
    world.clock.advance(24 * 60 * 60_000)
    await world.call(forgotPassword, { email }, home)
    await world.call(resetPassword, reset(email, await world.mailbox.code(email, 5)), home)
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
    await world.call(resetPassword, reset(email, otp), owner)
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
    await world.call(resetPassword, reset(email, otp), owner)
  })

  it('the last code that was mailed is good although more are asked for', async () => {
    const { email } = await world.player()
    for (let count = 0; count < mailsPerDay.ofOne + 5; count += 1) {
      await world.call(forgotPassword, { email }, stranger(1))
      if (count < mailsPerDay.ofOne) await world.mailbox.code(email, count + 2)
      world.clock.advance(resendAfterMs)
    }
    const otp = await world.mailbox.code(email, mailsPerDay.ofOne + 1)
    await world.call(resetPassword, reset(email, otp), stranger(1))
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

it('leaves nothing of an e-mail that nobody has for longer than a code lives', async () => {
  await world.redis.flushall()
  const email = world.newEmail()
  await world.call(forgotPassword, { email })
  await world.call(resendOtp, { email, purpose: 'signup' })
  for (const otp of ['123456', '123457']) {
    await world.refusal(verifyOtp, { email, otp })
    await world.refusal(resetPassword, reset(email, otp))
  }
  const keys = await world.redis.keys('*')
  const lives = await Promise.all(keys.map((key) => world.redis.pttl(key)))
  expect(keys.length).toBeGreaterThan(0)
  expect(Math.min(...lives)).toBeGreaterThan(0)
  expect(Math.max(...lives)).toBeLessThanOrEqual(limits.otp.lifetimeMs)
})

describe('a new code', () => {
  it('after a sign-up can be had at once, then once in 30 s, and replaces the one before', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    const first = await world.mailbox.code(email, 1)
    await world.call(resendOtp, { email, signupId })
    const second = await world.mailbox.code(email, 2)
    expect(await world.refusal(resendOtp, { email, signupId })).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      retryAfterSeconds: 30,
    })
    world.clock.advance(29_001)
    expect(await world.refusal(resendOtp, { email, signupId })).toMatchObject({ retryAfterSeconds: 1 })
    world.clock.advance(999)
    await world.call(resendOtp, { email, signupId })
    const third = await world.mailbox.code(email, 3)
    for (const old of [first, second].filter((code) => code !== third))
      expect(await world.refusal(verifyOtp, { email, otp: old, signupId })).toMatchObject({ code: 'invalid_code' })
    await world.call(verifyOtp, { email, otp: third, signupId })
    expect(world.mailbox.count(email)).toBe(3)
  })

  it('of a reset waits for 30 s after the first one', async () => {
    const { email } = await world.player()
    await world.call(forgotPassword, { email })
    await world.mailbox.code(email, 2)
    for (const operation of [resendOtp, forgotPassword] as const) {
      const refused = await world.refusal<typeof operation>(operation, { email, purpose: 'reset' })
      expect(refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 30 })
    }
    world.clock.advance(limits.otp.resendAfterMs)
    await world.call(resendOtp, { email, purpose: 'reset' })
    await world.mailbox.code(email, 3)
  })

  it('keeps a time of its own for each purpose', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    await world.call(resendOtp, { email, purpose: 'signup' })
    await world.call(forgotPassword, { email })
    await eventually('all three mails have come', () => world.mailbox.count(email) === 3)
  })

  it('of 40 asked for at once is one', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const asked = Array.from({ length: 40 }, () => world.call(resendOtp, { email, purpose: 'signup' }))
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await world.mailbox.code(email, 2)
    expect(world.mailbox.count(email)).toBe(2)
  })
})

describe('known, unverified and unknown e-mails', () => {
  it.each([
    { what: 'resend of a sign-up', operation: resendOtp, input: { purpose: 'signup' } },
    { what: 'resend of a reset', operation: resendOtp, input: { purpose: 'reset' } },
    { what: 'a forgotten password', operation: forgotPassword, input: {} },
  ] as const)('have the same answers and the same waits: $what', async ({ operation, input }) => {
    const known = (await world.player()).email
    const unverified = world.newEmail()
    const unknown = world.newEmail()
    await world.call(signup, { email: unverified, password })
    const emails = [known, unverified, unknown]
    const ask = (email: string) => world.call(operation, { email, purpose: 'signup', ...input })
    const answers = await Promise.all(emails.map(ask))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const early = await Promise.all(
      emails.map((email) => world.refusal(operation, { email, purpose: 'signup', ...input })),
    )
    expect(new Set(early.map((refusal) => JSON.stringify(refusal))).size).toBe(1)
    expect(early[0]).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 30 })
    expect(world.mailbox.count(unknown)).toBe(0)
  })

  it('have the same answers to a wrong code', async () => {
    const known = (await world.player()).email
    const unknown = world.newEmail()
    await world.call(forgotPassword, { email: known })
    const code = await world.mailbox.code(known, 2)
    const otp = wrongCode(code)
    for (const [operation, input] of [
      [verifyOtp, { otp }],
      [resetPassword, reset('', otp)],
    ] as const) {
      const refused = await Promise.all(
        [known, unknown].map((email) => world.refusal<typeof operation>(operation, { ...input, email })),
      )
      expect(refused[0]).toEqual(refused[1])
      expect(refused[0]).toMatchObject({ code: 'invalid_code', status: 400 })
    }
  })
})

it('keeps codes as keyed hashes, and e-mails not at all, in Redis', async () => {
  const email = world.newEmail()
  await world.call(signup, { email, password })
  const code = await world.mailbox.code(email)
  const keys = await world.redis.keys('*')
  const contents = await Promise.all(
    keys.filter((key) => key.startsWith('otp:')).map((key) => world.redis.hgetall(key)),
  )
  const everything = JSON.stringify([keys, contents])
  expect(everything).not.toContain(email)
  expect(everything).not.toContain(`"${code}"`)
})
