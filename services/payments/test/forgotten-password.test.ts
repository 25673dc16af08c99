import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addAccount,
  changeAccount,
  deleteAccount,
  forgotWithdrawPassword,
  limits,
  listAccounts,
  requestHints,
  resetWithdrawPassword,
} from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { loginPassword, mailedCode } from './fake-auth.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount, saveAccount, withdraw } from './withdrawing.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())
afterEach(() => stage.fakeAuth.codes.clear())

const old = 'chai-7'
const fresh = 'lassi-8'
const { accountWaitsMs } = limits.withdrawal
const thiefs = { ...rightAccount, accountNumber: '666666666666' }
const accountsOf = async (player: TestPlayer) => (await stage.call(listAccounts, player, {})).out?.accounts ?? []

/** A player with one account that has a withdraw password. */
async function forgetful(): Promise<{ player: TestPlayer; accountId: string }> {
  const player = await rich(stage, 100_000, { withdrawPassword: old })
  return { player, accountId: (await accountsOf(player))[0]?.accountId ?? '' }
}

const ask = (player: TestPlayer, accountId: string) => stage.call(forgotWithdrawPassword, player, { accountId })
const reset = (player: TestPlayer, accountId: string, parts: Partial<WireInput<typeof resetWithdrawPassword>> = {}) =>
  stage.call(resetWithdrawPassword, player, { accountId, otp: mailedCode, withdrawPassword: fresh, ...parts })

it('a mailed code sets a new withdraw password, the account waits a day, and mail and cashier are told', async () => {
  const { player, accountId } = await forgetful()
  await ask(player, accountId)
  expect(stage.fakeAuth.codes.get(accountId)).toBe('6789')
  const usableFrom = new Date(clock.now() + accountWaitsMs).toISOString()
  const { out } = await reset(player, accountId)
  expect(out?.accounts).toMatchObject([{ accountId, hasWithdrawPassword: true, usableFrom }])
  await eventually('the mail tells the time', () =>
    stage.mails.some(
      (mail) =>
        mail.playerId === player.id && mail.notice === 'withdraw_password_reset' && mail.usableFrom === usableFrom,
    ),
  )
  expect((await withdraw(stage, player, 500, { withdrawPassword: old })).code).toBe('wrong_withdraw_password')
  clock.advance(accountWaitsMs - 1)
  const refused = await withdraw(stage, player, 500, { withdrawPassword: fresh })
  expect(refused).toMatchObject({ code: 'account_waits', params: { usableFrom } })
  clock.advance(1)
  const asked = await withdraw(stage, player, 500, { withdrawPassword: fresh })
  const hintsOf = async (id = '') =>
    (await stage.call(requestHints, stage.tokens.admin('cashier'), { id })).out?.hints.map(({ hint }) => hint)
  const hints = await hintsOf(asked.out?.withdrawal._id)
  expect(hints).toContain('withdraw_password_reset')
  expect(hints).not.toContain('account_waited')
  clock.advance(limits.requests.accountNewMs)
  const later = await withdraw(stage, player, 300, { withdrawPassword: fresh })
  expect(await hintsOf(later.out?.withdrawal._id)).not.toContain('withdraw_password_reset')
})

describe('a refused attempt changes nothing', () => {
  it.each([
    { what: 'no code was asked for', isAsked: false, parts: {}, code: 'invalid_code' },
    { what: 'a wrong code', isAsked: true, parts: { otp: '000000' }, code: 'invalid_code' },
    { what: 'a code of another form', isAsked: true, parts: { otp: '12' }, code: 'invalid_request' },
    { what: 'no new password', isAsked: true, parts: { withdrawPassword: '' }, code: 'invalid_request' },
    { what: 'a short new password', isAsked: true, parts: { withdrawPassword: 'abc' }, code: 'invalid_request' },
  ])('$what: $code', async ({ isAsked, parts, code }) => {
    const { player, accountId } = await forgetful()
    if (isAsked) await ask(player, accountId)
    expect((await reset(player, accountId, parts)).code).toBe(code)
    expect((await withdraw(stage, player, 500, { withdrawPassword: old })).code).toBeUndefined()
    // A wrong form uses up no code.
    if (isAsked) expect((await reset(player, accountId)).code).toBeUndefined()
  })

  it('another player cannot ask for a code of an account, nor use one', async () => {
    const { player, accountId } = await forgetful()
    await ask(player, accountId)
    const other = stage.tokens.player()
    expect((await ask(other, accountId)).code).toBe('not_found')
    expect((await reset(other, accountId)).code).toBe('not_found')
    expect((await withdraw(stage, player, 500, { withdrawPassword: old })).code).toBeUndefined()
  })

  it('an account without a withdraw password has none to forget, and a deleted account is not found', async () => {
    const player = await rich(stage, 100_000)
    const accountId = (await accountsOf(player))[0]?.accountId ?? ''
    expect((await ask(player, accountId)).code).toBe('invalid_request')
    expect((await reset(player, accountId)).code).toBe('invalid_request')
    await stage.call(deleteAccount, player, { index: '0' })
    expect((await ask(player, accountId)).code).toBe('not_found')
  })
})

it('of two resets at once with one code, one counts', async () => {
  const { player, accountId } = await forgetful()
  await ask(player, accountId)
  const answers = await Promise.all(
    ['first-1', 'second-2'].map((withdrawPassword) => reset(player, accountId, { withdrawPassword })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['invalid_code', undefined])
})

it('a change of the account at the same time wins, or the reset does', async () => {
  const { player, accountId } = await forgetful()
  await ask(player, accountId)
  const change = { ...rightAccount, index: '0', accountId, currentWithdrawPassword: old, withdrawPassword: 'third-3' }
  const codes = await Promise.all([reset(player, accountId), stage.call(changeAccount, player, change)])
  expect(codes.filter(({ code }) => code === undefined)).toHaveLength(1)
  expect((await accountsOf(player))[0]?.usableFrom === undefined).toBe(codes[1].code === undefined)
})

describe('the new password saves no account that is usable earlier', () => {
  const ways = {
    add: (player: TestPlayer) => stage.call(addAccount, player, { ...thiefs, currentWithdrawPassword: fresh }),
    change: (player: TestPlayer) =>
      stage.call(changeAccount, player, { ...thiefs, index: '0', currentWithdrawPassword: fresh }),
    'delete and add': async (player: TestPlayer) => {
      await stage.call(deleteAccount, player, { index: '0', currentWithdrawPassword: fresh })
      return saveAccount(stage, player, thiefs)
    },
    'take the password away and add': async (player: TestPlayer) => {
      const open = { ...rightAccount, index: '0', withdrawPassword: null, currentWithdrawPassword: fresh }
      await stage.call(changeAccount, player, open)
      return stage.call(addAccount, player, { ...thiefs, currentPassword: loginPassword })
    },
  }

  it.each(Object.entries(ways))('%s', async (_, save) => {
    const { player, accountId } = await forgetful()
    await ask(player, accountId)
    await reset(player, accountId)
    const usableFrom = new Date(clock.now() + accountWaitsMs).toISOString()
    clock.advance(60_000)
    const { out } = await save(player)
    expect(out?.accounts.at(-1)).toMatchObject({ accountNumber: thiefs.accountNumber, usableFrom })
    clock.advance(accountWaitsMs)
    expect((await accountsOf(player)).at(-1)?.usableFrom).toBeUndefined()
  })
})

it('resets count against the changes of a day', async () => {
  const { player, accountId } = await forgetful()
  for (let nth = 1; nth < limits.withdrawal.accountChangesPerDay; nth += 1) {
    await ask(player, accountId)
    expect((await reset(player, accountId)).code).toBeUndefined()
  }
  await ask(player, accountId)
  expect((await reset(player, accountId)).code).toBe('too_many_requests')
})
