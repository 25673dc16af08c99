import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { limits, login, resendOtp, signup, verifyOtp } from '@kismet/contracts'
import { isRefusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { codeOf, issueCode } from '../src/codes.ts'
import { removeOld } from '../src/housekeeping.ts'
import { AuthWorld, contentOf, password, wrongCode } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open({ TERMS_VERSION: '2026-11' })
}, 60_000)
afterAll(() => world.close())

const playersWith = (email: string) => world.rows('SELECT * FROM player WHERE email = $1', [email])
const waitingOf = (email: string) =>
  world.rows<{ id: string; password_hash: string }>('SELECT * FROM sign_up WHERE email = $1 ORDER BY created_at', [
    email,
  ])

/** Verifies a sign-up with a code that is made for it here. */
async function verifyWaiting(email: string, signupId: string): Promise<string> {
  const otp = await issueCode(world.service.context, codeOf.signUp(signupId), { network: '', isOwner: true })
  return world.call(verifyOtp, { email, otp, signupId }).then(
    ({ user }) => user._id,
    (error: unknown) => (isRefusal(error) ? error.code : 'failed'),
  )
}

describe('a sign-up', () => {
  it('mails a code that verifies the e-mail and logs in', async () => {
    const email = world.newEmail()
    const answer = await world.call(signup, { email, password, acceptTerms: true })
    const { user, token, message } = await world.call(verifyOtp, { email, otp: await world.mailbox.code(email) })
    expect(answer).toEqual({ message: expect.stringContaining('OTP'), signupId: user._id })
    expect(message).toBe('Please refresh the site to check your current balance.')
    expect(user).toEqual({
      _id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      language: 'en',
      balance: 0,
      balanceSeq: 7,
      netResult: -1.5,
    })
    expect(contentOf(token)).toMatchObject({ sub: user._id, aud: 'player', email })
    const session = String(contentOf(token).sid)
    expect(await world.redis.get(`session:${session}`)).toBe(`player ${user._id}`)
    expect(await world.rows('SELECT player_id, ended_at, ip FROM session WHERE id = $1', [session])).toEqual([
      { player_id: user._id, ended_at: null, ip: '203.0.113.1' },
    ])
  })

  it.each([
    { what: 'by the box', acceptTerms: true, givenBy: 'box' },
    { what: 'by the notice on the screen', acceptTerms: undefined, givenBy: 'notice' },
  ])('records the consent $what with the version of the text', async ({ acceptTerms, givenBy }) => {
    const email = world.newEmail()
    await world.call(
      signup,
      { email, password, ...(acceptTerms === undefined ? {} : { acceptTerms }) },
      { ip: '203.0.113.9' },
    )
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email) }, { ip: '203.0.113.10' })
    const consents = await world.rows(
      'SELECT terms_version, given_by, ip FROM consent JOIN player ON player.id = player_id WHERE email = $1',
      [email],
    )
    expect(consents).toEqual([{ terms_version: '2026-11', given_by: givenBy, ip: '203.0.113.9' }])
  })

  it.each([
    { what: 'without the terms', input: { acceptTerms: false }, code: 'terms_required', message: /Terms of Service/ },
    {
      what: 'with a common password',
      input: { password: 'Password1' },
      code: 'invalid_request',
      message: /too common/,
    },
    { what: 'with a short password', input: { password: 'short' }, code: 'invalid_request', message: /at least 8/ },
    {
      what: 'with a long password',
      input: { password: 'a'.repeat(129) },
      code: 'invalid_request',
      message: /at most 128/,
    },
    {
      what: 'without a password',
      input: { password: '' },
      code: 'invalid_request',
      message: /^Please enter your email and password\.$/,
    },
    {
      what: 'without an e-mail',
      input: { email: ' ' },
      code: 'invalid_request',
      message: /^Please enter your email and password\.$/,
    },
    {
      what: 'with an e-mail that is none',
      input: { email: 'nobody' },
      code: 'invalid_request',
      message: /valid email/,
    },
  ])('$what is refused and changes nothing', async ({ input, code, message }) => {
    const email = world.newEmail()
    const refused = await world.refusal(signup, { email, password, ...input })
    expect(refused).toMatchObject({ code, status: 400, message: expect.stringMatching(message) })
    expect(await waitingOf(email)).toEqual([])
  })

  it('stores the password as argon2id and the e-mail in lower case', async () => {
    const email = world.newEmail()
    await world.call(signup, { email: email.toUpperCase(), password })
    const stored = { email, password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,p=1,t=2\$/) }
    expect(await waitingOf(email)).toEqual([expect.objectContaining(stored)])
    await world.call(verifyOtp, { email, otp: await world.mailbox.code(email) })
    expect(await playersWith(email)).toEqual([expect.objectContaining(stored)])
  })

  it("without its id is verified by the newest code, with that sign-up's password", async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password: 'the-first-password' })
    const firstCode = await world.mailbox.code(email, 1)
    world.clock.advance(1)
    await world.call(signup, { email: email.toUpperCase(), password })
    const secondCode = await world.mailbox.code(email, 2)
    if (firstCode !== secondCode) {
      expect(await world.refusal(verifyOtp, { email, otp: firstCode })).toMatchObject({
        code: 'invalid_code',
        status: 400,
      })
    }
    await world.call(verifyOtp, { email, otp: secondCode })
    expect(await playersWith(email)).toHaveLength(1)
    expect(await waitingOf(email)).toEqual([])
    expect(await world.refusal(login, { email, password: 'the-first-password' })).toMatchObject({
      code: 'invalid_credentials',
    })
    await world.login(email)
  })

  it('with a verified e-mail answers the same, mails nothing and changes nothing', async () => {
    const { email } = await world.player()
    const fresh = world.newEmail()
    const [before] = await playersWith(email)
    const { message } = await world.call(signup, { email, password: 'somebody-elses-password' })
    expect(message).toBe((await world.call(signup, { email: fresh, password })).message)
    await world.mailbox.code(fresh)
    expect(world.mailbox.count(email)).toBe(1)
    expect(await playersWith(email)).toEqual([before])
    expect(await world.rows('SELECT 1 FROM consent WHERE player_id = $1', [before?.id])).toHaveLength(1)
    await world.login(email)
  })

  it('of one e-mail ten times at once makes one player', async () => {
    const email = world.newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.call(signup, { email, password })))
    const verified = await Promise.all(answers.map(({ signupId }) => verifyWaiting(email, signupId)))
    expect(verified.filter((one) => one !== 'invalid_code')).toHaveLength(1)
    expect(await playersWith(email)).toHaveLength(1)
  }, 30_000)

  it('is mailed so many codes a day that the mailbox is not flooded, and its answers never tell', async () => {
    const email = world.newEmail()
    const { mailsOfOne, mailsOfAll } = limits.otp
    for (let network = 0; network <= mailsOfAll / mailsOfOne; network += 1)
      await Promise.all(
        Array.from({ length: mailsOfOne + 1 }, () =>
          world.call(signup, { email, password }, { ip: `192.0.2.${network}` }),
        ),
      )
    await eventually('no mail waits', () => world.hasNoMail())
    expect(world.mailbox.count(email)).toBe(mailsOfAll)
  }, 60_000)

  it('that waits for Redis holds no database connection', async () => {
    await world.service.stop()
    world.service = await world.startReplica({ DATABASE_CONNECTIONS: '2' })
    world.redisServer.freeze(true)
    const state = { isOver: false }
    const signUps = Array.from({ length: 4 }, () => world.refusal(signup, { email: world.newEmail(), password }))
    const refused = Promise.all(signUps).finally(() => (state.isOver = true))
    let slowestMs = 0
    while (!state.isOver) {
      const askedAt = performance.now()
      await world.service.context.db.query('SELECT pg_sleep(0.02)')
      slowestMs = Math.max(slowestMs, performance.now() - askedAt)
    }
    world.redisServer.freeze(false)
    expect(new Set((await refused).map(({ code }) => code))).toEqual(new Set(['unavailable']))
    expect(slowestMs).toBeLessThan(500)
  }, 30_000)

  it('is forgotten after a day', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    world.clock.advance(limits.signUp.keptMs - 1)
    await removeOld(world.service.context, 'sign_up')
    expect(await waitingOf(email)).toHaveLength(1)
    world.clock.advance(1)
    await removeOld(world.service.context, 'sign_up')
    expect(await waitingOf(email)).toEqual([])
  })
})

describe('before the e-mail is verified', () => {
  it('a login says so only to who knows the password', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    expect(await world.refusal(login, { email, password })).toMatchObject({ code: 'email_not_verified', status: 403 })
    expect(await world.refusal(login, { email, password: 'not-the-password' })).toMatchObject({
      code: 'invalid_credentials',
      status: 401,
    })
  })
})

describe('a code of a sign-up', () => {
  it('is used up by the verification', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    await world.call(verifyOtp, { email: email.toUpperCase(), otp })
    expect(await world.refusal(verifyOtp, { email, otp })).toMatchObject({ code: 'invalid_code' })
  })

  it('lives for ten minutes', async () => {
    const emails = [world.newEmail(), world.newEmail()] as const
    for (const email of emails) await world.call(signup, { email, password })
    const codes = await Promise.all(emails.map((email) => world.mailbox.code(email)))
    world.clock.advance(limits.otp.lifetimeMs - 1)
    await world.call(verifyOtp, { email: emails[0], otp: codes[0] ?? '' })
    world.clock.advance(1)
    expect(await world.refusal(verifyOtp, { email: emails[1], otp: codes[1] ?? '' })).toMatchObject({
      code: 'invalid_code',
    })
  })

  it('is not used up when the wallet is down', async () => {
    const email = world.newEmail()
    await world.call(signup, { email, password })
    const otp = await world.mailbox.code(email)
    await world.stopWallet()
    expect(await world.refusal(verifyOtp, { email, otp })).toMatchObject({ code: 'unavailable', status: 503 })
    expect(await playersWith(email)).toEqual([])
    await world.startWallet()
    expect(await world.call(verifyOtp, { email, otp })).toMatchObject({ user: { email } })
  })

  it('of a verified e-mail, asked for again, does not log in', async () => {
    const { email } = await world.player()
    await world.call(resendOtp, { email, purpose: 'signup' })
    expect(await world.refusal(verifyOtp, { email, otp: wrongCode('000000') })).toMatchObject({ code: 'invalid_code' })
    expect(world.mailbox.count(email)).toBe(1)
  })

  it.each([
    { what: 'too short', otp: '12345', message: 'The OTP has 6 digits.' },
    { what: 'no digits', otp: 'abcdef', message: 'The OTP has 6 digits.' },
    { what: 'empty', otp: '', message: 'Please enter your email and OTP.' },
  ])('that is $what is refused as a request', async ({ otp, message }) => {
    expect(await world.refusal(verifyOtp, { email: world.newEmail(), otp })).toMatchObject({
      code: 'invalid_request',
      message,
    })
  })
})
