import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { addAccount, changeAccount, limits, listAccounts, requestHints } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { eventually } from '@kismet/test-env/eventually'
import { TestClock } from '@kismet/test-env/test-clock'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { loginPassword } from './fake-auth.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount, saveAccount, withdraw } from './withdrawing.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())
afterEach(() => {
  stage.fakeAuth.sessions.areTrusted = true
})

const secret = 'chai-7'
const thiefs = { ...rightAccount, accountNumber: '666666666666' }
const accountsOf = async (player: TestPlayer) => (await stage.call(listAccounts, player, {})).out?.accounts ?? []

describe('whoever has a session alone', () => {
  it.each([
    { what: 'no password', shown: {}, code: 'wrong_password' },
    { what: 'a wrong login password', shown: { currentPassword: 'wrong-password' }, code: 'wrong_password' },
    {
      what: 'a withdraw password that no account has',
      shown: { currentWithdrawPassword: secret },
      code: 'wrong_password',
    },
  ])('saves no account with $what', async ({ shown, code }) => {
    const player = await rich(stage, 100_000)
    expect((await stage.call(addAccount, player, { ...thiefs, ...shown })).code).toBe(code)
    expect((await stage.call(changeAccount, player, { ...thiefs, index: '0', ...shown })).code).toBe(code)
    expect(await accountsOf(player)).toMatchObject([{ accountNumber: rightAccount.accountNumber }])
  })

  it.each([
    { what: 'the login password', shown: { currentPassword: loginPassword } },
    {
      what: 'a wrong withdraw password',
      shown: { currentWithdrawPassword: 'wrong-1', currentPassword: loginPassword },
    },
  ])('saves no account beside one with a withdraw password by $what', async ({ shown }) => {
    const player = await rich(stage, 100_000, { withdrawPassword: secret })
    expect((await stage.call(addAccount, player, { ...thiefs, ...shown })).code).toBe('wrong_withdraw_password')
    expect(await accountsOf(player)).toHaveLength(1)
  })

  it('saves no account while auth does not answer', async () => {
    const player = await rich(stage, 100_000, { withdrawPassword: secret })
    stage.fakeAuth.sessions.areTrusted = null
    const shown = { ...thiefs, currentWithdrawPassword: secret }
    expect((await stage.call(addAccount, player, shown)).code).toBe('unavailable')
    expect(await accountsOf(player)).toHaveLength(1)
  })
})

it('a withdraw password of any account saves and changes an account without one', async () => {
  const player = await rich(stage, 100_000)
  clock.advance(1)
  await saveAccount(stage, player, { accountNumber: '222222222', withdrawPassword: secret })
  const change = { ...rightAccount, index: '0', name: 'Asha K. Rao' }
  const byLogin = await stage.call(changeAccount, player, { ...change, currentPassword: loginPassword })
  expect(byLogin.code).toBe('wrong_withdraw_password')
  const { out } = await stage.call(changeAccount, player, { ...change, currentWithdrawPassword: secret })
  expect(out?.accounts).toMatchObject([{ name: 'Asha K. Rao' }, { hasWithdrawPassword: true }])
})

it('an account saved on a new device or after a reset waits a day, and the player, the mail and the cashier are told', async () => {
  stage.fakeAuth.sessions.areTrusted = false
  const savedAtMs = clock.now()
  const player = await rich(stage, 100_000)
  const usableFrom = new Date(savedAtMs + limits.withdrawal.accountWaitsMs).toISOString()
  expect(await accountsOf(player)).toMatchObject([{ usableFrom }])
  await eventually('the mail tells the time', () =>
    stage.mails.some((mail) => mail.playerId === player.id && 'usableFrom' in mail && mail.usableFrom === usableFrom),
  )
  const refused = await withdraw(stage, player, 500)
  expect(refused).toMatchObject({ code: 'account_waits', params: { usableFrom } })
  expect(refused.message).toMatch(/^You can withdraw to this bank account from .*India time/)
  // A later change by the owner at a known device does not shorten the wait.
  stage.fakeAuth.sessions.areTrusted = true
  await stage.call(changeAccount, player, { ...rightAccount, index: '0', currentPassword: loginPassword })
  clock.advance(limits.withdrawal.accountWaitsMs - 1)
  expect((await withdraw(stage, player, 500)).code).toBe('account_waits')
  clock.advance(1)
  const { out } = await withdraw(stage, player, 500)
  expect((await accountsOf(player))[0]?.usableFrom).toBeUndefined()
  const hints = await stage.call(requestHints, stage.tokens.admin('cashier'), { id: out?.withdrawal._id ?? '' })
  expect(hints.out?.hints.map(({ hint }) => hint)).toContain('account_waited')
})

it('an account that a known device changes has no wait, and one that a new device changes has', async () => {
  const player = await rich(stage, 100_000)
  stage.fakeAuth.sessions.areTrusted = false
  await stage.call(changeAccount, player, { ...thiefs, index: '0', currentPassword: loginPassword })
  expect((await withdraw(stage, player, 500)).code).toBe('account_waits')
})
