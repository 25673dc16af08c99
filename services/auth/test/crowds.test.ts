import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { adminLogin, forgotPassword, limits, login, resendOtp, signup } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { removeOld } from '../src/housekeeping.ts'
import { AuthWorld, newAddress, password } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const wrong = 'not-the-password'

it('an admin is let in while players wait for their turn to have a password hashed', async () => {
  const { passwords } = world.service.context
  const held = Promise.withResolvers<undefined>()
  const players = Array.from({ length: 100 }, () =>
    passwords.run({ audience: 'player', ip: newAddress() }, () => held.promise),
  )
  expect(await world.adminToken()).toEqual(expect.any(String))
  held.resolve(undefined)
  await Promise.all(players)
})

it.each([
  {
    audience: 'player',
    flood: (ip: string) => world.refusal(login, { email: world.newEmail(), password: wrong }, { ip }),
    enter: async () => world.login((await world.player()).email, { ip: newAddress() }),
  },
  {
    audience: 'admin',
    flood: (ip: string) => world.refusal(adminLogin, { username: `nobody-${newAddress()}`, password: wrong }, { ip }),
    enter: () => world.adminToken(),
  },
])(
  'four networks that send logins of $audience without end keep no stranger out',
  async ({ flood, enter }) => {
    const floods = [1, 2, 3, 4].flatMap(() => {
      const ip = newAddress()
      return Array.from({ length: 100 }, () => flood(ip))
    })
    expect(await enter()).toEqual(expect.any(String))
    expect((await Promise.all(floods)).map(({ code }) => code)).toContain('too_many_requests')
  },
  60_000,
)

it.each(['player', 'admin'] as const)(
  'an account waits at its device when no more strangers may, as %s',
  async (audience) => {
    const { passwords } = world.service.context
    const held = Promise.withResolvers<undefined>()
    const wait = (ip: string) => passwords.run({ audience, ip }, () => held.promise)
    const strangers = Array.from({ length: 2_100 }, () => wait(newAddress()))
    const waiting = Promise.allSettled(strangers)
    await expect(wait(newAddress())).rejects.toMatchObject({ code: 'unavailable' })
    const account = { id: 'owner', isKnown: true }
    const known = passwords.run({ audience, account, ip: newAddress() }, () => Promise.resolve('in'))
    held.resolve(undefined)
    expect(await known).toBe('in')
    await waiting
  },
)

it('leaves nothing of a sign-up in Redis for longer than a code lives, and of its mails nothing after two days', async () => {
  // Logins of the floods above that were given up here may still be looked at there.
  await world.redis.flushall()
  const email = world.newEmail()
  const { signupId } = await world.call(signup, { email, password })
  await world.call(resendOtp, { email, signupId })
  await world.call(resendOtp, { email })
  const keys = (await world.redis.keys('*')).filter((key) => !/^login[:-]/.test(key))
  const lives = await Promise.all(keys.map((key) => world.redis.pttl(key)))
  expect(Math.min(...lives)).toBeGreaterThan(0)
  expect(Math.max(...lives)).toBeLessThanOrEqual(limits.otp.lifetimeMs)
  await eventually('no mail waits', () => world.hasNoMail())
  const recipient = world.service.context.secrets.tagOf(email)
  const counted = () => world.rows('SELECT 1 FROM mail WHERE recipient = $1', [recipient])
  world.clock.advance(24 * 60 * 60_000)
  await removeOld(world.service.context, 'mail')
  expect(await counted()).toHaveLength(3)
  world.clock.advance(24 * 60 * 60_000)
  await removeOld(world.service.context, 'mail')
  expect(await counted()).toEqual([])
})

it('a network asks for so many codes, of whatever e-mails; an owner at their device is not counted', async () => {
  const { email, device } = await world.player()
  const { most, withinMs } = limits.otp.asksOfNetwork
  const crowd = { ip: '198.51.100.250' }
  const ask = () => ({ email: world.newEmail(), purpose: 'signup' as const })
  for (let count = 0; count < most; count += 1) await world.call(resendOtp, ask(), crowd)
  expect(await world.refusal(resendOtp, ask(), crowd)).toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: withinMs / 1_000,
  })
  await world.call(forgotPassword, { email }, { ...crowd, device })
  world.clock.advance(withinMs)
  await world.call(resendOtp, ask(), crowd)
}, 30_000)
