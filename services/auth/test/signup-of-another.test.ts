import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits, login, resendOtp, signup, verifyOtp } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { AuthWorld, password, wrongCode } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

async function wrongCodes(): Promise<number> {
  const metric = await world.service.registry.getSingleMetric('auth_codes_total')?.get()
  const wrong = metric?.values.filter(({ labels }) => labels.verdict === 'wrong') ?? []
  return wrong.reduce((sum, { value }) => sum + value, 0)
}

it('a network signs up 300 e-mails an hour that are not verified; those that are make room', async () => {
  const { most, withinMs } = limits.signUp.ofNetwork
  const crowd = { ip: '2001:db8:7:1::1' }
  const email = world.newEmail()
  const { signupId } = await world.call(signup, { email, password }, crowd)
  await world.rows(
    `INSERT INTO sign_up (id, email, password_hash, terms_version, given_by, created_at, network, code_ends_at, codes)
     SELECT gen_random_uuid(), 'junk-' || nth || '@example.in', password_hash, '1', 'box', created_at, network, created_at, 0
     FROM sign_up, generate_series(2, $2) AS nth WHERE id = $1`,
    [signupId, most],
  )
  const another = { email: world.newEmail(), password }
  expect(await world.refusal(signup, another, { ip: '2001:db8:7:2::1' })).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: withinMs / 1_000,
  })
  await world.call(signup, { email: world.newEmail(), password })
  await world.call(verifyOtp, { email, otp: await world.mailbox.code(email), signupId })
  await world.call(signup, another, crowd)
  expect(await world.refusal(signup, { email: world.newEmail(), password }, crowd)).toMatchObject({ status: 429 })
  world.clock.advance(withinMs)
  await world.call(signup, { email: world.newEmail(), password }, crowd)
})

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

  it('from three networks ends no sign-up of the owner, who gets a new code of the same one', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    for (const last of [1, 2]) await world.call(signup, { email, password: theirs }, { ip: `198.51.100.${last}` })
    const refused = await world.refusal(signup, { email, password: theirs }, { ip: '198.51.100.3' })
    expect(refused).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: limits.otp.lifetimeMs / 1_000 })
    // Mails leave a few at a time, in no order: the next one is the fourth when three have come.
    await world.mailbox.mail(email, 3)
    await world.call(resendOtp, { email, signupId })
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email, 4), signupId })
    await world.login(email)
  })

  it('with a verified e-mail meets the same limit', async () => {
    const { email } = await world.player()
    for (const last of [1, 2, 3]) await world.call(signup, { email, password: theirs }, { ip: `198.51.100.${last}` })
    const refused = await world.refusal(signup, { email, password: theirs }, stranger)
    expect(refused).toMatchObject({ code: 'too_many_requests' })
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

  it('guesses 15 codes a day in all, of however many sign-ups, and keeps nobody out who reads the mailbox', async () => {
    const email = world.newEmail()
    const before = await wrongCodes()
    let mails = 0
    for (const last of [1, 2, 3]) {
      const from = { ip: `198.51.100.${last}` }
      const { signupId } = await world.call(signup, { email, password: theirs }, from)
      const wrong = wrongCode(await world.mailbox.code(email, (mails += 1)))
      for (const id of [signupId, undefined])
        for (let tried = 0; tried < limits.otp.tries; tried += 1)
          await world.refusal(verifyOtp, { email, otp: wrong, signupId: id }, from)
      world.clock.advance(1)
    }
    expect((await wrongCodes()) - before).toBe(limits.otp.wrongPerDay)
    world.clock.advance(limits.otp.lifetimeMs)
    const { signupId } = await world.call(signup, { email, password })
    const first = await world.mailbox.code(email, (mails += 1))
    expect(await world.refusal(verifyOtp, { email, otp: first, signupId })).toMatchObject({ code: 'invalid_code' })
    await world.call(resendOtp, { email, signupId })
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email, mails + 1), signupId })
    expect((await wrongCodes()) - before).toBe(limits.otp.wrongPerDay)
  }, 30_000)

  it('and keeps asking loses the place: the owner gets one', async () => {
    const email = world.newEmail()
    const held = await Promise.all(
      [1, 2, 3].map(async (last) => {
        const from = { ip: `198.51.100.${last}` }
        return { from, signupId: (await world.call(signup, { email, password: theirs }, from)).signupId }
      }),
    )
    const keepAsking = async () => {
      for (const { from, signupId } of held) {
        await world.call(resendOtp, { email, signupId }, from).catch(() => undefined)
        await world.call(signup, { email, password: theirs }, from).catch(() => undefined)
      }
    }
    expect(await world.refusal(signup, { email, password })).toMatchObject({ code: 'too_many_requests' })
    for (let codes = 1; codes < limits.signUp.codesOfPlace; codes += 1) {
      world.clock.advance(limits.otp.lifetimeMs)
      await keepAsking()
    }
    const { signupId } = await world.call(signup, { email, password })
    expect(await world.rows('SELECT 1 FROM sign_up WHERE id = $1', [signupId])).toHaveLength(1)
  }, 60_000)

  it('holds no place by what is not mailed, nor by codes of the sign-up of another', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    const [before] = await world.rows('SELECT code_ends_at, codes FROM sign_up WHERE id = $1', [signupId])
    world.clock.advance(limits.otp.resendAfterMs)
    await world.call(resendOtp, { email }, stranger)
    expect(await world.rows('SELECT code_ends_at, codes FROM sign_up WHERE id = $1', [signupId])).toEqual([before])
    for (let mails = 1; mails < limits.otp.mailsPerDay.ofOne; mails += 1) {
      world.clock.advance(limits.otp.lifetimeMs)
      await world.call(signup, { email, password })
    }
    const unmailed = await world.call(signup, { email, password })
    expect(
      await world.rows('SELECT code_ends_at = created_at AS ended, codes FROM sign_up WHERE id = $1', [
        unmailed.signupId,
      ]),
    ).toEqual([{ ended: true, codes: 0 }])
  }, 60_000)

  it('and asks for codes of it leaves the one that the owner has', async () => {
    const email = world.newEmail()
    const { signupId } = await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    for (let last = 1; last <= 3; last += 1) await world.call(resendOtp, { email }, { ip: `198.51.100.${last}` })
    await world.call(verifyOtp, { email, otp, signupId })
  })

  it('again and again from one network is mailed no more than that network may be', async () => {
    const email = world.newEmail()
    for (let count = 0; count < limits.otp.mailsPerDay.ofOne; count += 1) {
      const { signupId } = await world.call(signup, { email, password: theirs }, stranger)
      await world.call(resendOtp, { email, signupId }, stranger)
    }
    await eventually('no mail waits', () => world.service.context.mails.size === 0)
    expect(world.mailbox.count(email)).toBe(limits.otp.mailsPerDay.ofOne)
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
