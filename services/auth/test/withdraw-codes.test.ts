import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkWithdrawCode, limits, login, mailWithdrawCode, resetPassword, setLanguage } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { isRefusal } from '@kismet/service-kit/refusal'
import PostalMime from 'postal-mime'
import { AuthWorld, newAddress, password, resetForm, wrongCode } from './auth-world.ts'

let world: AuthWorld
let payments: Bus
beforeAll(async () => {
  world = await AuthWorld.open()
  payments = await world.standIn('payments', [])
}, 60_000)
afterAll(async () => {
  await payments.close()
  await world.close()
})

type Player = Awaited<ReturnType<AuthWorld['player']>>
const newAccount = () => systemRandomness.id(world.clock.now())

/** `ok`, or the code of the refusal. */
async function codeOf(answer: Promise<unknown>): Promise<string> {
  try {
    await answer
    return 'ok'
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.code
  }
}

/** Where a call comes from: the own device of the player, unless another one is given. */
const metaOf = ({ token, device }: Pick<Player, 'token' | 'device'>, ip = '203.0.113.1') => ({
  ...{ requestId: 'test', ip, token },
  ...(device !== '' && { device }),
})
const ask = (meta: ReturnType<typeof metaOf>, accountId: string) =>
  codeOf(payments.call(mailWithdrawCode, { accountId, lastDigits: '6789' }, meta))
const check = (meta: ReturnType<typeof metaOf>, accountId: string, otp: string) =>
  codeOf(payments.call(checkWithdrawCode, { accountId, otp }, meta))

describe('the code for a new withdraw password', () => {
  it.each([
    { language: 'en', subject: 'Your Kismet withdraw password code', text: 'ends in 6789' },
    { language: 'hi', subject: 'Kismet', text: '6789 पर ख़त्म होने वाले बैंक खाते' },
  ] as const)('is mailed to the own address and names the account ($language)', async ({ language, subject, text }) => {
    const player = await world.player()
    await world.call(setLanguage, { language }, { token: player.token })
    expect(await ask(metaOf(player), newAccount())).toBe('ok')
    const mail = await PostalMime.parse(await world.mailbox.mail(player.email, 2))
    expect(mail.subject).toContain(subject)
    expect(mail.text).toContain(text)
  })

  it('counts once, also of two checks at once', async () => {
    const player = await world.player()
    const accountId = newAccount()
    await ask(metaOf(player), accountId)
    const otp = await world.mailbox.code(player.email, 2)
    const answers = await Promise.all([1, 2].map(() => check(metaOf(player), accountId, otp)))
    expect(answers.sort()).toEqual(['invalid_code', 'ok'])
    expect(await check(metaOf(player), accountId, otp)).toBe('invalid_code')
  })

  it.each([
    { what: 'a wrong code', tried: wrongCode, after: 0 },
    { what: 'an expired code', tried: (code: string) => code, after: limits.otp.lifetimeMs },
  ])('$what is refused', async ({ tried, after }) => {
    const player = await world.player()
    const accountId = newAccount()
    await ask(metaOf(player), accountId)
    const otp = await world.mailbox.code(player.email, 2)
    world.clock.advance(after)
    expect(await check(metaOf(player), accountId, tried(otp))).toBe('invalid_code')
  })

  it('serves one bank account of one player, and no reset of the login password', async () => {
    const [player, other] = [await world.player(), await world.player()]
    const accountId = newAccount()
    await ask(metaOf(player), accountId)
    const otp = await world.mailbox.code(player.email, 2)
    expect(await check(metaOf(player), newAccount(), otp)).toBe('invalid_code')
    expect(await check(metaOf(other), accountId, otp)).toBe('invalid_code')
    expect((await world.refusal(resetPassword, resetForm(player.email, otp))).code).toBe('invalid_code')
    expect(await check(metaOf(player), accountId, otp)).toBe('ok')
  })

  it('can be had once in 30 s, and five wrong tries use it up', async () => {
    const player = await world.player()
    const accountId = newAccount()
    await ask(metaOf(player), accountId)
    expect(await ask(metaOf(player), accountId)).toBe('too_many_requests')
    const otp = await world.mailbox.code(player.email, 2)
    for (let tried = 0; tried < limits.otp.tries; tried += 1) await check(metaOf(player), accountId, wrongCode(otp))
    expect(await check(metaOf(player), accountId, otp)).toBe('invalid_code')
    world.clock.advance(limits.otp.resendAfterMs)
    expect(await ask(metaOf(player), accountId)).toBe('ok')
    expect(await check(metaOf(player), accountId, await world.mailbox.code(player.email, 3))).toBe('ok')
  })
})

it('a thief of a session who guesses uses up tries of the own network, and not those of the owner', async () => {
  const player = await world.player()
  const accountId = newAccount()
  const thief = metaOf({ token: player.token, device: '' }, newAddress())
  await ask(thief, accountId)
  const otp = await world.mailbox.code(player.email, 2)
  for (let tried = 0; tried < limits.otp.tries; tried += 1) await check(thief, accountId, wrongCode(otp))
  expect(await check(thief, accountId, otp)).toBe('invalid_code')
  await ask(metaOf(player), accountId)
  expect(await check(metaOf(player), accountId, await world.mailbox.code(player.email, 3))).toBe('ok')
})

it('without a session no code is mailed and none is checked', async () => {
  const { email } = await world.player()
  const meta = { requestId: 'test', ip: '203.0.113.1' }
  const accountId = newAccount()
  const calls = [
    payments.call(mailWithdrawCode, { accountId, lastDigits: '6789' }, meta),
    payments.call(checkWithdrawCode, { accountId, otp: '123456' }, meta),
  ]
  expect(await Promise.all(calls.map(codeOf))).toEqual(['unauthenticated', 'unauthenticated'])
  await world.call(login, { email, password })
  expect(world.mailbox.count(email)).toBe(1)
})
