import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { activity, adminLogin, beginTotp, confirmTotp, signup, totpRules, verifyOtp } from '@kismet/contracts'
import { codeOf } from '@kismet/test-env/authenticator'
import { AuthWorld, adminCredentials, kidOf, password } from './auth-world.ts'
import { runCommand } from './run-command.ts'

const before = 'a secret of the tests that is long enough'
const AUTH_SECRET = 'the next secret of the tests, as long'
const both = { AUTH_SECRET: `${AUTH_SECRET}\n${before}` }
let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const restart = async (env: Partial<typeof both>) => {
  await world.service.stop()
  world.service = await world.startReplica(env)
}
const logIn = (totp: string) => world.call(adminLogin, { ...adminCredentials, totp })
const reseal = (env: Partial<typeof both>) => runCommand(['reseal'], { ...world.env(), ...env })

it('AUTH_SECRET is changed in four steps, and nobody is logged out, nor loses a code or the second step', async () => {
  const player = await world.player()
  const email = world.newEmail()
  const { signupId } = await world.call(signup, { email, password, acceptTerms: true })
  const mailed = await world.mailbox.code(email)
  const { token } = await world.call(adminLogin, adminCredentials)
  const { secret, recoveryCodes } = await world.call(beginTotp, { password: adminCredentials.password }, { token })
  const phone = () => {
    world.clock.advance(totpRules.periodMs)
    return codeOf(secret, world.clock.now())
  }
  await world.call(confirmTotp, { code: codeOf(secret, world.clock.now()) }, { token })
  const [first = '', second = ''] = recoveryCodes

  await restart(both)
  await world.call(verifyOtp, { email, otp: mailed, signupId })
  await logIn(phone())
  await logIn(first)

  for (let times = 0; times < 2; times += 1)
    expect(await reseal(both)).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^Encrypted with the first secret of AUTH_SECRET: signing_key 1, admin 1, mail 0\.$/m,
      ),
    })

  await restart({ AUTH_SECRET })
  await world.call(activity, {}, { token: player.token })
  expect(kidOf(await world.login(player.email))).toBe(kidOf(player.token))
  await logIn(phone())
  await logIn(second)
  expect(await world.rows(`SELECT detail FROM audit WHERE action = 'auth-secret.reseal' LIMIT 1`)).toEqual([
    { detail: { signing_key: 1, admin: 1, mail: 0 } },
  ])
}, 60_000)

it('a row that no secret opens is named, and no row changes', async () => {
  const sealed = () => world.rows('SELECT private_sealed, totp_sealed FROM signing_key, admin')
  const kept = await sealed()
  const { code, output } = await reseal({ AUTH_SECRET: `a third secret of the tests, as long\n${before}` })
  expect(code).toBe(1)
  expect(output).toMatch(/^No secret of AUTH_SECRET opens auth signing keys: [0-9a-f-]{36}\n$/)
  expect(await sealed()).toEqual(kept)
}, 30_000)
