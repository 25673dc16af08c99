import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { changeAccount, deleteAccount, limits, listAccounts } from '@kismet/contracts'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { eventually } from '@kismet/test-env/eventually'
import { loginPassword } from './fake-auth.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount as bare, saveAccount, withdraw } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

const accountsOf = async (player: TestPlayer) => (await stage.call(listAccounts, player, {})).out?.accounts ?? []
const secret = 'chai-7'
const rightAccount = { ...bare, currentPassword: loginPassword }

describe('bank accounts', () => {
  it('are three at most, however many are added at once, each in its place', async () => {
    const player = stage.tokens.player()
    const answers = await Promise.all(
      ['1', '2', '3', '4', '5', '6'].map((digit) => saveAccount(stage, player, { accountNumber: digit.repeat(12) })),
    )
    expect(answers.filter(({ out }) => out !== undefined)).toHaveLength(3)
    for (const { code, params } of answers.filter(({ out }) => out === undefined))
      expect([code, params]).toEqual(['accounts_full', { max: 3 }])
    const accounts = await accountsOf(player)
    expect(accounts).toHaveLength(3)
    expect(accounts[0]).toEqual({
      accountId: expect.any(String),
      ...bare,
      accountNumber: expect.stringMatching(/^\d{12}$/),
      hasWithdrawPassword: false,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
  })

  it('are nobody else’s to see', async () => {
    const player = await rich(stage, 0)
    expect(await accountsOf(player)).toHaveLength(1)
    expect(await accountsOf(stage.tokens.player())).toEqual([])
  })

  it.each([
    { what: 'another account at the index', index: '0', id: 'second', code: 'account_changed' },
    { what: 'an index that has none any more', index: '2', id: 'first', code: 'account_changed' },
    { what: 'an index that never had one', index: '7', id: undefined, code: 'not_found' },
    { what: 'an id that is none', index: '0', id: 'x', code: 'account_changed' },
  ] as const)('$what: $code, and nothing changes', async ({ index, id, code }) => {
    const player = await rich(stage, 100_000)
    await saveAccount(stage, player, { accountNumber: '222222222' })
    const before = await accountsOf(player)
    const ids = { first: before[0]?.accountId, second: before[1]?.accountId, x: 'x' }
    const accountId = id && ids[id]
    const place = { index, accountId }
    expect((await stage.call(deleteAccount, player, place)).code).toBe(code)
    expect((await stage.call(changeAccount, player, { ...rightAccount, ...place, name: 'Other' })).code).toBe(code)
    expect((await withdraw(stage, player, 500, { accountIndex: Number(index), accountId })).code).toBe(code)
    expect(await accountsOf(player)).toEqual(before)
  })

  it('moves up what stands behind a deleted one', async () => {
    const player = await rich(stage, 0)
    await saveAccount(stage, player, { accountNumber: '222222222' })
    const { out } = await stage.call(deleteAccount, player, { index: '0' })
    expect(out?.accounts).toMatchObject([{ accountNumber: '222222222' }])
    expect(out?.message).toBe('Account deleted')
  })

  it('tells the player of each change by mail, in words and to an address that auth has', async () => {
    const player = await rich(stage, 0)
    await stage.call(changeAccount, player, { ...rightAccount, index: '0', accountNumber: '987654321000' })
    await stage.call(deleteAccount, player, { index: '0' })
    const mailed = () => stage.mails.filter(({ playerId }) => playerId === player.id)
    await eventually('three mails are asked for', () => mailed().length === 3)
    const asked = { noticeId: expect.any(String), playerId: player.id }
    expect(mailed().sort((a, b) => a.notice.localeCompare(b.notice))).toEqual([
      { ...asked, notice: 'account_added', lastDigits: '6789' },
      { ...asked, notice: 'account_changed', lastDigits: '1000' },
      { ...asked, notice: 'account_deleted', lastDigits: '1000' },
    ])
  })

  it('change so often a day and no more', async () => {
    const player = await rich(stage, 0)
    const change = () => stage.call(changeAccount, player, { ...rightAccount, index: '0' })
    for (let changes = 1; changes < limits.withdrawal.accountChangesPerDay; changes += 1)
      expect((await change()).out).toBeDefined()
    expect(await change()).toMatchObject({
      code: 'too_many_requests',
      params: { retryAfterMs: expect.any(Number) },
    })
  })
})

describe('a withdraw password', () => {
  const change = (player: TestPlayer, parts: object) =>
    stage.call(changeAccount, player, { ...rightAccount, index: '0', ...parts })

  it('is never told, and stands as a slow hash', async () => {
    const player = stage.tokens.player()
    const { out } = await saveAccount(stage, player, { withdrawPassword: secret })
    expect(out?.accounts).toMatchObject([{ hasWithdrawPassword: true }])
    expect(JSON.stringify(out)).not.toMatch(/chai|argon/)
    const sql = 'SELECT password_hash FROM bank_account WHERE player_id = $1'
    expect(await stage.value<string>(sql, [player.id])).toMatch(/^\$argon2id\$v=19\$m=19456,/)
  })

  it.each([
    { what: 'is kept where none is given', withdrawPassword: undefined, after: secret },
    { what: 'is kept where an empty one is given', withdrawPassword: '', after: secret },
    { what: 'is changed', withdrawPassword: 'other-8', after: 'other-8' },
    { what: 'is taken away by null', withdrawPassword: null, after: undefined },
  ])('$what', async ({ withdrawPassword, after }) => {
    const player = await rich(stage, 100_000, { withdrawPassword: secret })
    const { out } = await change(player, { withdrawPassword, currentWithdrawPassword: secret })
    expect(out?.accounts).toMatchObject([{ hasWithdrawPassword: after !== undefined }])
    expect((await withdraw(stage, player, 300, { withdrawPassword: after })).out).toBeDefined()
  })

  it('is needed to change, to delete and to withdraw; none at all is not counted', async () => {
    const player = await rich(stage, 100_000, { withdrawPassword: secret })
    for (let round = 0; round < 3; round += 1) {
      expect((await change(player, {})).code).toBe('wrong_withdraw_password')
      expect((await stage.call(deleteAccount, player, { index: '0' })).code).toBe('wrong_withdraw_password')
      expect((await withdraw(stage, player, 300)).code).toBe('wrong_withdraw_password')
    }
    expect((await withdraw(stage, player, 300, { withdrawPassword: secret })).out).toBeDefined()
    expect((await stage.call(deleteAccount, player, { index: '0', currentWithdrawPassword: secret })).out).toBeDefined()
  })

  it('has five wrong tries an hour, over all accounts and calls, also at once and after a restart; then not even the right one', async () => {
    const player = await rich(stage, 100_000, { withdrawPassword: secret })
    const second = { accountNumber: '222222222', withdrawPassword: secret, currentWithdrawPassword: secret }
    await saveAccount(stage, player, second)
    const wrong = { withdrawPassword: 'wrong-1' }
    const tries = await Promise.all([
      ...Array.from({ length: 4 }, () => withdraw(stage, player, 300, wrong)),
      ...Array.from({ length: 3 }, () => withdraw(stage, player, 300, { ...wrong, accountIndex: 1 })),
      stage.call(deleteAccount, player, { index: '0', currentWithdrawPassword: 'wrong-1' }),
    ])
    const codes = tries.map(({ code }) => code)
    expect(codes.filter((code) => code === 'wrong_withdraw_password').length).toBeLessThanOrEqual(5)
    expect(codes.filter((code) => code === undefined)).toEqual([])
    await stage.stopReplicas()
    await stage.startReplicas()
    const left = 5 - codes.filter((code) => code === 'wrong_withdraw_password').length
    for (let round = 0; round < left; round += 1)
      expect((await withdraw(stage, player, 300, wrong)).code).toBe('wrong_withdraw_password')
    const refused = await withdraw(stage, player, 300, { withdrawPassword: secret })
    expect(refused).toMatchObject({ code: 'too_many_requests', params: { retryAfterMs: expect.any(Number) } })
    expect(await stage.value('SELECT count(*) FROM request WHERE player_id = $1', [player.id])).toBe(0)
    await stage.owner.query(`UPDATE attempt SET at = at - interval '61 minutes' WHERE player_id = $1`, [player.id])
    expect((await withdraw(stage, player, 300, { withdrawPassword: secret })).out).toBeDefined()
  })

  it('that is right does not count', async () => {
    const player = await rich(stage, 1_000_000, { withdrawPassword: secret })
    for (let round = 0; round < 7; round += 1)
      expect((await change(player, { currentWithdrawPassword: secret })).out).toBeDefined()
  })
})
