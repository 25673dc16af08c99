import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { forgotPassword, limits, resendOtp, resetPassword, signup, verifyOtp } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld, password, resetForm, wrongCode } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

it('leaves nothing of an e-mail that nobody has for longer than a code lives', async () => {
  await world.redis.flushall()
  const email = world.newEmail()
  await world.call(forgotPassword, { email })
  await world.call(resendOtp, { email, purpose: 'signup' })
  for (const otp of ['123456', '123457']) {
    await world.refusal(verifyOtp, { email, otp })
    await world.refusal(resetPassword, resetForm(email, otp))
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
      [resetPassword, resetForm('', otp)],
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
