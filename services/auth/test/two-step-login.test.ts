import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminActivity,
  adminLogin,
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  getOwnAdmin,
  limits,
  totpRules,
  turnOffTotp,
} from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { inTransaction } from '@kismet/service-kit/database'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { eventually } from '@kismet/test-env/eventually'
import { Secret } from 'otpauth'
import { codeOf as codeAt } from '@kismet/test-env/authenticator'
import { addAdmin, byCommand } from '../src/admin-accounts.ts'
import { changeAdmin, findAdmin, lockAdmin, useLogin } from '../src/db/admins.ts'
import { AuthWorld, contentOf, newAddress, wrongCode } from './auth-world.ts'
import { runCommand } from './run-command.ts'

const password = 'the-cashiers-password'
let world: AuthWorld
let names = 0
let username = ''
let id = ''
let token = ''
let ip = ''

beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

/** Each test has a cashier of its own, at an address of their own. */
beforeEach(async () => {
  username = `cashier-${(names += 1)}`
  ip = newAddress()
  const { audit, db, passwords } = world.service.context
  const passwordHash = await passwords.run({ audience: 'admin', ip }, (work) => work.hash(password))
  const sources = { audit, clock: world.clock, randomness: systemRandomness, secrets: world.service.context.secrets }
  id = await inTransaction(db, (transaction) =>
    addAdmin(transaction, sources, byCommand, { username, passwordHash, role: 'cashier' }),
  )
  token = await login()
})

const login = async (more: { totp?: string; newPassword?: string } = {}) =>
  (await world.call(adminLogin, { username, password, ...more }, { ip })).token
const refused = async (more: { totp?: string; password?: string } = {}) =>
  (await world.refusal(adminLogin, { username, password, ...more }, { ip })).code

/** What the app on the phone shows, so many periods from now. */
const codeOf = (secret: string, periods = 0) => codeAt(secret, world.clock.now() + periods * totpRules.periodMs)
const nextPeriod = () => world.clock.advance(totpRules.periodMs)

/** Turns two-step login on; the first code is used up by it. */
async function setUp(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret, recoveryCodes } = await world.call(beginTotp, { password }, { token, ip })
  await world.call(confirmTotp, { code: codeOf(secret) }, { token })
  return { secret, recoveryCodes }
}

const actions = async () =>
  (
    await world.rows<{ action: string }>(
      `SELECT action FROM audit WHERE target = $1 AND action LIKE 'admin.%' ORDER BY sequence`,
      [id],
    )
  ).map(({ action }) => action)

describe('setting two-step login up', () => {
  it('counts from its first code on, keeps the session that did it and ends the others', async () => {
    const other = await login()
    const { secret, uri, recoveryCodes } = await world.call(beginTotp, { password }, { token, ip })
    expect(uri).toContain(`secret=${secret}`)
    expect(new Set(recoveryCodes).size).toBe(totpRules.recoveryCodes)
    await login()
    expect((await world.refusal(confirmTotp, { code: wrongCode(codeOf(secret)) }, { token })).code).toBe('invalid_code')
    expect((await world.call(getOwnAdmin, {}, { token })).admin.totpSince).toBeNull()
    const { admin } = await world.call(confirmTotp, { code: codeOf(secret) }, { token })
    expect(admin).toMatchObject({ recoveryCodesLeft: totpRules.recoveryCodes })
    expect(admin.totpSince).not.toBeNull()
    await world.call(adminActivity, {}, { token })
    expect(await world.refusal(adminActivity, {}, { token: other })).toMatchObject({ code: 'unauthenticated' })
    expect((await world.refusal(beginTotp, { password }, { token, ip })).code).toBe('settings_changed')
    expect(await actions()).toEqual(['admin.create', 'admin.totp'])
  })

  it('leaves nothing in the database that logs anybody in', async () => {
    const { secret, recoveryCodes } = await setUp()
    const rows = await world.rows('SELECT * FROM admin, recovery_code WHERE admin.id = admin_id AND admin_id = $1', [
      id,
    ])
    expect(rows).toHaveLength(totpRules.recoveryCodes)
    const plain = Buffer.from(Secret.fromBase32(secret).bytes)
    const [row] = await world.rows<{ sealed: Buffer }>('SELECT totp_sealed AS sealed FROM admin WHERE id = $1', [id])
    expect(row?.sealed.includes(plain)).toBe(false)
    const text = JSON.stringify(rows)
    for (const code of recoveryCodes) expect(text).not.toContain(code.replaceAll('-', ''))
  })

  it('waits for its first code so long and no longer', async () => {
    const { secret } = await world.call(beginTotp, { password }, { token, ip })
    world.clock.advance(totpRules.setUpMs)
    const late = await world.refusal(confirmTotp, { code: codeOf(secret) }, { token })
    expect(late.code).toBe('settings_changed')
  })

  it('is not guessed: so many tries and no more', async () => {
    const { secret } = await world.call(beginTotp, { password }, { token, ip })
    const code = wrongCode(codeOf(secret))
    for (let at = 0; at < limits.login.ofOne.most; at += 1)
      expect((await world.refusal(confirmTotp, { code }, { token })).code).toBe('invalid_code')
    expect((await world.refusal(confirmTotp, { code: codeOf(secret) }, { token })).code).toBe('too_many_requests')
  })
})

describe('logging in with two steps', () => {
  it('takes the code of now once, and says nothing of the password where a code is wrong', async () => {
    const { secret } = await setUp()
    expect(await refused()).toBe('totp_required')
    expect(await refused({ password: 'a-wrong-password' })).toBe('invalid_credentials')
    expect(await refused({ totp: codeOf(secret) })).toBe('invalid_credentials')
    nextPeriod()
    const code = codeOf(secret)
    const wrong = await world.refusal(adminLogin, { username, password, totp: wrongCode(code) }, { ip })
    const wrongPassword = { username, password: 'a-wrong-password', totp: code }
    expect(await world.refusal(adminLogin, wrongPassword, { ip })).toEqual(wrong)
    await login({ totp: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(await refused({ totp: code })).toBe('invalid_credentials')
    expect(await refused({ totp: codeOf(secret, -1) })).toBe('invalid_credentials')
    await login({ totp: codeOf(secret, 1) })
  })

  it('of two logins with one code at once lets one in', async () => {
    const { secret, recoveryCodes } = await setUp()
    nextPeriod()
    for (const totp of [codeOf(secret), recoveryCodes[0] ?? '']) {
      const both = await Promise.allSettled([login({ totp }), login({ totp })])
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    }
  })

  it('takes each recovery code once, however it is written', async () => {
    const { recoveryCodes } = await setUp()
    const [first = '', second = ''] = recoveryCodes
    await login({ totp: first.toLowerCase().replace('-', ' ') })
    expect(await refused({ totp: first })).toBe('invalid_credentials')
    const last = await login({ totp: second })
    const { admin } = await world.call(getOwnAdmin, {}, { token: last })
    expect(admin.recoveryCodesLeft).toBe(totpRules.recoveryCodes - 2)
    expect(await actions()).toEqual([
      'admin.create',
      'admin.totp',
      'admin.use-recovery-code',
      'admin.use-recovery-code',
    ])
  })

  it.each([
    { what: 'logins without a code', totp: () => ({}), code: 'totp_required' },
    { what: 'wrong codes', totp: (right: string) => ({ totp: wrongCode(right) }), code: 'invalid_credentials' },
  ])('counts $what like wrong passwords', async ({ totp, code }) => {
    const { secret } = await setUp()
    nextPeriod()
    for (let at = 0; at < limits.login.ofOne.most; at += 1) expect(await refused(totp(codeOf(secret)))).toBe(code)
    expect(await refused({ totp: codeOf(secret) })).toBe('too_many_requests')
  })

  it('fails when role or second step have changed since the password was looked at', async () => {
    const { db, sessions } = world.service.context
    const find = () => findAdmin(db, username, sessions.originOf({ requestId: 'test' }))
    const before = await find()
    await setUp()
    const on = await find()
    if (before === undefined || on === undefined) throw new Error('There is no such admin')
    const use = (account: typeof on) =>
      inTransaction(db, (transaction) => useLogin(transaction, account, {}, world.clock.now()))
    expect(await use(before)).toBe(false)
    expect(await use(on)).toBe(true)
    await inTransaction(db, (transaction) => changeAdmin(transaction, id, { role: 'auditor' }))
    expect(await use(on)).toBe(false)
  })
})

it('two set-ups at once leave the recovery codes of one', async () => {
  const begun = await inTransaction(world.service.context.db, async (transaction) => {
    await lockAdmin(transaction, { id })
    const both = [1, 2].map(() => world.call(beginTotp, { password }, { token, ip }))
    await eventually('both wait', () => world.waitsForLock(2))
    return { both }
  })
  await Promise.all(begun.both)
  expect(await world.rows('SELECT FROM recovery_code WHERE admin_id = $1', [id])).toHaveLength(totpRules.recoveryCodes)
})

describe('turning it off', () => {
  it('takes the password and a code', async () => {
    const { secret } = await setUp()
    nextPeriod()
    const code = codeOf(secret)
    const wrongs = [
      { password: 'a-wrong-password', code },
      { password, code: wrongCode(code) },
      { password, code: codeOf(secret, -1) },
    ]
    for (const wrong of wrongs)
      expect((await world.refusal(turnOffTotp, wrong, { token, ip })).code).toBe('wrong_password')
    const { admin } = await world.call(turnOffTotp, { password, code }, { token, ip })
    expect(admin).toMatchObject({ totpSince: null, recoveryCodesLeft: 0 })
    await login()
    expect((await world.refusal(turnOffTotp, { password, code }, { token, ip })).code).toBe('settings_changed')
  })

  it('is not guessed by who has a session and the password: no right password between them empties what is counted', async () => {
    const { secret } = await setUp()
    nextPeriod()
    const code = wrongCode(codeOf(secret))
    const off = () => world.refusal(turnOffTotp, { password, code }, { token, ip })
    const begin = () => world.refusal(beginTotp, { password }, { token, ip })
    for (let tries = 0; tries < limits.login.ofOne.most; tries += 2) {
      expect((await off()).code).toBe('wrong_password')
      expect((await begin()).code).toBe('settings_changed')
    }
    expect((await off()).code).toBe('too_many_requests')
    const right = { password, code: codeOf(secret) }
    expect((await world.refusal(turnOffTotp, right, { token, ip })).code).toBe('too_many_requests')
    const rows = await world.rows<{ admin: string; refusal: string }>(
      `SELECT admin_name AS admin, detail->>'refusal' AS refusal FROM audit
       WHERE target = $1 AND action = 'session.refuse-shown-again' AND (detail->>'passwordRight')::boolean ORDER BY sequence LIMIT 2`,
      [id],
    )
    expect(rows).toEqual([
      { admin: username, refusal: 'invalid_credentials' },
      { admin: username, refusal: 'settings_changed' },
    ])
  })

  it('is done by the operator for who lost phone and recovery codes', async () => {
    await setUp()
    expect(await runCommand(['reset-totp', username.toUpperCase()], world.env())).toEqual({
      code: 0,
      output: `The admin ${username.toUpperCase()} logs in without a code now. 1 session has ended.\n`,
    })
    await login()
    expect(await actions()).toEqual(['admin.create', 'admin.totp', 'admin.reset-totp'])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  }, 30_000)
})

it('changing the own password takes the one of now, and ends every session', async () => {
  const change = { currentPassword: password, newPassword: 'another-long-password' }
  const refusalOf = async (input: typeof change) => world.refusal(changeAdminPassword, input, { token, ip })
  expect(await refusalOf({ ...change, currentPassword: 'a-wrong-password' })).toMatchObject({ code: 'wrong_password' })
  expect(await refusalOf({ ...change, newPassword: 'password1' })).toMatchObject({ code: 'invalid_request' })
  expect(await refusalOf({ ...change, newPassword: password })).toMatchObject({ code: 'invalid_request' })
  await world.call(changeAdminPassword, change, { token, ip })
  expect(await world.refusal(adminActivity, {}, { token })).toMatchObject({ code: 'unauthenticated' })
  expect(await refused()).toBe('invalid_credentials')
  const { admin } = await world.call(adminLogin, { username, password: change.newPassword }, { ip })
  expect(admin._id).toBe(contentOf(token).sub)
  expect(await actions()).toEqual(['admin.create', 'admin.change-password'])
})
