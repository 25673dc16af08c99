import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals'
import {
  addAdminAccount,
  adminActivity,
  adminLogin,
  beginTotp,
  beginTotpAtLogin,
  confirmTotp,
  getOwnAdmin,
  listAdmins,
  setAdminRules,
  totpRules,
  turnOffTotp,
} from '@kismet/contracts'
import type { AdminRole } from '@kismet/contracts'
import { codeOf as codeAt } from '@kismet/test-env/authenticator'
import { inTransaction } from '@kismet/service-kit/database'
import { auditFault } from '@kismet/test-env/test-audit'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { addAdmin, byCommand } from '../src/admin-accounts.ts'
import { AuthWorld, newAddress, wrongCode } from './auth-world.ts'

const password = 'a-password-of-an-admin'
let world: AuthWorld
let names = 0

/** An admin of the back office at an address of their own. */
interface Person {
  readonly username: string
  readonly id: string
  readonly ip: string
}
let owner: Person
let cashier: Person
let ownerToken = ''

beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

async function hired(role: AdminRole): Promise<Person> {
  const username = `${role}-${(names += 1)}`
  const ip = newAddress()
  const { audit, db, passwords } = world.service.context
  const passwordHash = await passwords.run({ audience: 'admin', ip }, (work) => work.hash(password))
  const sources = { audit, clock: world.clock, randomness: systemRandomness, secrets: world.service.context.secrets }
  const admin = { username, passwordHash, role }
  const id = await inTransaction(db, (transaction) => addAdmin(transaction, sources, byCommand, admin))
  return { username, id, ip }
}

/** Whoever is told of it in a test, the rule of the next one is none. */
afterEach(() => require(false))

/** Each test has an owner with two steps, a cashier without, and no rule. */
beforeEach(async () => {
  await world.service.context.db.query('UPDATE site_setting SET totp_required = false')
  owner = await hired('owner')
  cashier = await hired('cashier')
  ownerToken = await login(owner)
  const { secret } = await world.call(beginTotp, { password }, { token: ownerToken, ip: owner.ip })
  await world.call(confirmTotp, { code: codeOf(secret) }, { token: ownerToken })
})

const codeOf = (secret: string) => codeAt(secret, world.clock.now())
const login = async ({ username, ip }: Person, more: { totp?: string; newPassword?: string } = {}) =>
  (await world.call(adminLogin, { username, password, ...more }, { ip })).token
const refused = async ({ username, ip }: Person, more: { totp?: string; password?: string } = {}) =>
  (await world.refusal(adminLogin, { username, password, ...more }, { ip })).code
const require = (totpRequired: boolean) => world.call(setAdminRules, { totpRequired }, { token: ownerToken })
const begin = ({ username, ip }: Person) => world.call(beginTotpAtLogin, { username, password }, { ip })
const rowsOf = (target: string) =>
  world.rows<{ action: string; detail: Record<string, unknown> }>(
    `SELECT action, detail FROM audit WHERE target = $1 AND action NOT IN ('admin.create', 'session.login') ORDER BY sequence`,
    [target],
  )

it('ends the sessions of who has no second step, who then logs in with nothing but a first code of a new set-up', async () => {
  const before = await login(cashier)
  await require(true)
  expect(await world.refusal(adminActivity, {}, { token: before })).toMatchObject({ code: 'unauthenticated' })
  await world.call(adminActivity, {}, { token: ownerToken })
  expect(await refused(cashier)).toBe('totp_set_up_required')
  expect(await refused(cashier, { totp: '123456' })).toBe('invalid_credentials')
  const { secret, recoveryCodes } = await begin(cashier)
  expect(await refused(cashier, { totp: wrongCode(codeOf(secret)) })).toBe('invalid_credentials')
  const token = await login(cashier, { totp: codeOf(secret) })
  const { admin } = await world.call(getOwnAdmin, {}, { token })
  expect(admin).toMatchObject({ recoveryCodesLeft: totpRules.recoveryCodes, sessions: 1 })
  expect(admin.totpSince).not.toBeNull()
  // From then on it is a second step like any other.
  expect(await refused(cashier, { totp: codeOf(secret) })).toBe('invalid_credentials')
  expect(await refused(cashier)).toBe('totp_required')
  await login(cashier, { totp: recoveryCodes[0] ?? '' })
  const actions = (await rowsOf(cashier.id)).map(({ action }) => action)
  expect(actions.filter((action) => action === 'admin.totp')).toHaveLength(1)
  expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
})

it('lets a new admin set it up together with a password of their own', async () => {
  await require(true)
  const [username, ip] = [`new-${(names += 1)}`, newAddress()]
  const added = await world.call(addAdminAccount, { username, role: 'support' }, { token: ownerToken })
  const given = { username, password: added.password }
  const { secret } = await world.call(beginTotpAtLogin, given, { ip })
  const asked = await world.refusal(adminLogin, { ...given, totp: codeOf(secret) }, { ip })
  expect(asked.code).toBe('new_password_required')
  await world.call(adminLogin, { ...given, totp: codeOf(secret), newPassword: 'a-password-of-my-own' }, { ip })
})

it('a set-up is for who knows the password, while it is needed and as long as it waits', async () => {
  expect(
    (await world.refusal(beginTotpAtLogin, { username: cashier.username, password }, { ip: cashier.ip })).code,
  ).toBe('settings_changed')
  await require(true)
  const wrong = { username: cashier.username, password: 'a-wrong-password' }
  expect((await world.refusal(beginTotpAtLogin, wrong, { ip: cashier.ip })).code).toBe('invalid_credentials')
  expect((await world.refusal(beginTotpAtLogin, { username: owner.username, password }, { ip: owner.ip })).code).toBe(
    'settings_changed',
  )
  const { secret: first } = await begin(cashier)
  const { secret } = await begin(cashier)
  expect(await refused(cashier, { totp: codeOf(first) })).toBe('invalid_credentials')
  world.clock.advance(totpRules.setUpMs)
  expect(await refused(cashier, { totp: codeOf(secret) })).toBe('invalid_credentials')
})

it('of two logins with one first code at once lets one in', async () => {
  await require(true)
  const { secret } = await begin(cashier)
  const totp = codeOf(secret)
  const both = await Promise.allSettled([login(cashier, { totp }), login(cashier, { totp })])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('is switched by owners who have it themselves, so that no owner is shut out, and stands in the audit log', async () => {
  const other = await hired('owner')
  const token = await login(other)
  const bare = await world.refusal(setAdminRules, { totpRequired: true }, { token })
  expect(bare).toMatchObject({
    code: 'totp_set_up_required',
    message: expect.stringContaining('your own two-step login first'),
  })
  expect((await world.call(listAdmins, {}, { token })).totpRequired).toBe(false)
  const count = async () => (await rowsOf('admin-rules')).length
  const rows = await count()
  for (const _ of [1, 2]) expect(await require(true)).toEqual({ totpRequired: true })
  expect((await world.call(listAdmins, {}, { token: ownerToken })).totpRequired).toBe(true)
  expect(await count()).toBe(rows + 1)
  expect((await rowsOf('admin-rules')).at(-1)).toEqual({
    action: 'admin-rules.two-step-login',
    detail: { before: 'optional', after: 'required' },
  })
  await require(false)
  await login(cashier)
})

it('is not turned off by anybody while all have to have it', async () => {
  await require(true)
  world.clock.advance(totpRules.periodMs)
  const { secret } = await begin(cashier)
  const token = await login(cashier, { totp: codeOf(secret) })
  world.clock.advance(totpRules.periodMs)
  const off = { password, code: codeOf(secret) }
  expect((await world.refusal(turnOffTotp, off, { token, ip: cashier.ip })).code).toBe('forbidden')
  await require(false)
  const { admin } = await world.call(turnOffTotp, off, { token, ip: cashier.ip })
  expect(admin.totpSince).toBeNull()
})

it('a login that was checked before the rule came opens nothing after it', async () => {
  const { db } = world.service.context
  const blocker = await db.connect()
  await blocker.query('BEGIN')
  await blocker.query('UPDATE site_setting SET totp_required = true')
  const warn = jest.spyOn(world.service.context.log, 'warn')
  const late = refused(cashier)
  const waits = async () =>
    (
      await world.rows(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FROM site_setting FOR SHARE%'`,
      )
    ).length > 0
  while (!(await waits()));
  await blocker.query('COMMIT')
  blocker.release()
  expect(await late).toBe('invalid_credentials')
  const outcome = { event: 'login', audience: 'admin', outcome: 'invalid_credentials' }
  expect(warn).toHaveBeenCalledWith(expect.objectContaining(outcome), expect.any(String))
  warn.mockRestore()
})

it('whoever knows a password and not the second step leaves rows of their own, which no guesses hide', async () => {
  const refusals = async () =>
    (await rowsOf(owner.id)).filter(({ action }) => action === 'session.refuse-login').map(({ detail }) => detail)
  world.clock.advance(totpRules.periodMs)
  expect(await refused(owner)).toBe('totp_required')
  expect(await refused(owner, { totp: '000000' })).toBe('invalid_credentials')
  expect(await refused(owner, { password: 'a-wrong-password' })).toBe('invalid_credentials')
  const { username } = owner
  expect(await refusals()).toEqual([
    { username, refusal: 'totp_required', passwordRight: true },
    { username, refusal: 'invalid_credentials', passwordRight: true },
    { username, refusal: 'invalid_credentials', passwordRight: false },
  ])
  const guess = () => world.refusal(adminLogin, { username, password: 'a-wrong-password' }, { ip: newAddress() })
  for (let tries = 0; tries < 22; tries += 1) await guess()
  const guessed = (await refusals()).length
  expect(await refused({ ...owner, ip: owner.ip })).toBe('totp_required')
  expect((await refusals()).slice(guessed)).toEqual([{ username, refusal: 'totp_required', passwordRight: true }])
  expect((await refusals()).filter(({ passwordRight }) => passwordRight === false)).toHaveLength(20)
})
