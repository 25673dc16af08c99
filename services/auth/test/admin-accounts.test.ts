import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addAdminAccount,
  adminActivity,
  adminLogin,
  beginTotp,
  confirmTotp,
  endAdminSessions,
  endOwnSessions,
  getOwnAdmin,
  listAdmins,
  listAdminSessions,
  madeWithinMs,
  readAdminStanding,
  resetAdminPassword,
  resetAdminTotp,
  setAdminDisabled,
  setAdminRole,
} from '@kismet/contracts'
import type { AdminRole } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import { codeOf } from '@kismet/test-env/authenticator'
import { adminCredentials, AuthWorld, newAddress } from './auth-world.ts'

let world: AuthWorld
let token: string
let ownerId: string
beforeAll(async () => {
  world = await AuthWorld.open()
  const { token: first, admin } = await world.call(adminLogin, adminCredentials)
  token = first
  ownerId = admin._id
}, 60_000)
afterAll(() => world.close())

const newPassword = 'a-password-of-my-own'

/** Somebody whom the owner has added and who has logged in. */
async function added(username: string, role: AdminRole): Promise<{ id: string; token: string; ip: string }> {
  const ip = newAddress()
  const { admin, password } = await world.call(addAdminAccount, { username, role }, { token })
  const out = await world.call(adminLogin, { username, password, newPassword }, { ip })
  return { id: admin._id, token: out.token, ip }
}

const live = async (of: string) =>
  world.call(adminActivity, {}, { token: of }).then(
    () => true,
    () => false,
  )
const lastAudit = async () =>
  (
    await world.rows(
      `SELECT action, admin_name, target, detail FROM audit WHERE action LIKE 'admin.%' ORDER BY sequence DESC LIMIT 1`,
    )
  )[0]

describe('an owner adds an admin', () => {
  it('whose first password is good for one login, which brings another one', async () => {
    const ip = newAddress()
    const { admin, password } = await world.call(addAdminAccount, { username: 'asha', role: 'cashier' }, { token })
    expect(admin).toMatchObject({ username: 'asha', role: 'cashier', addedBy: 'owner', mustChangePassword: true })
    expect(admin).toMatchObject({ sessions: 0, lastLoginAt: null, totpSince: null, disabledAt: null })
    const first = { username: 'asha', password }
    expect(await world.refusal(adminLogin, first, { ip })).toMatchObject({ code: 'new_password_required', status: 422 })
    const same = await world.refusal(adminLogin, { ...first, newPassword: password }, { ip })
    expect(same).toMatchObject({ code: 'invalid_request' })
    const common = await world.refusal(adminLogin, { ...first, newPassword: 'password1' }, { ip })
    expect(common).toMatchObject({ code: 'invalid_request' })
    await world.call(adminLogin, { ...first, newPassword }, { ip })
    expect(await world.refusal(adminLogin, first, { ip })).toMatchObject({ code: 'invalid_credentials' })
    const again = await world.enter(adminLogin, { username: 'asha', password: newPassword }, { ip, device: '' })
    const own = await world.call(getOwnAdmin, {}, { token: again.out.token })
    expect(own.admin).toMatchObject({ mustChangePassword: false, sessions: 2 })
    expect(own.sessions.map(({ isCurrent }) => isCurrent).sort()).toEqual([false, true])
  })

  it('with a name that nobody has, and a password that is not common', async () => {
    const call = (more: object) =>
      world.refusal(addAdminAccount, { username: 'imran', role: 'support', ...more }, { token })
    expect(await call({ username: 'ASHA' })).toMatchObject({ code: 'name_taken', status: 409 })
    expect(await call({ username: 'a b' })).toMatchObject({ code: 'invalid_request' })
    // Under these the audit log has those who have no account.
    for (const username of ['operator', 'Nobody'])
      expect(await call({ username })).toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(/kept/),
      })
    expect(await call({ password: 'password1' })).toMatchObject({ code: 'invalid_request' })
    const { admins, changes } = await world.call(listAdmins, {}, { token })
    expect(admins.map(({ username }) => username)).toEqual(['asha', 'owner'])
    expect(changes.map(({ by, what, on, to }) => [by, what, on, to])).toEqual([
      ['asha', 'change-password', 'asha', null],
      ['owner', 'create', 'asha', 'cashier'],
      ['operator', 'create', 'owner', 'owner'],
    ])
  })
})

describe('an owner changes the account of somebody else', () => {
  it('a new role ends the sessions, and the next has it', async () => {
    const { id, token: cashier, ip } = await added('rohan', 'cashier')
    const { admin } = await world.call(setAdminRole, { id, role: 'auditor' }, { token })
    expect(admin).toMatchObject({ role: 'auditor', sessions: 0 })
    expect(await live(cashier)).toBe(false)
    const detail = { username: 'rohan', from: 'cashier', to: 'auditor', sessions: 1 }
    expect(await lastAudit()).toEqual({ action: 'admin.role', admin_name: 'owner', target: id, detail })
    const next = await world.call(adminLogin, { username: 'rohan', password: newPassword }, { ip })
    expect(next.admin.role).toBe('auditor')
    await world.call(setAdminRole, { id, role: 'auditor' }, { token })
    expect(await live(next.token)).toBe(true)
  })

  it('who is disabled is out at once and cannot come in, until enabled', async () => {
    const { id, token: cashier, ip } = await added('leela', 'cashier')
    const { admin } = await world.call(setAdminDisabled, { id, disabled: true }, { token })
    expect(admin.disabledAt).not.toBeNull()
    expect(await live(cashier)).toBe(false)
    const login = { username: 'leela', password: newPassword }
    expect(await world.refusal(adminLogin, login, { ip })).toMatchObject({ code: 'invalid_credentials' })
    await world.call(setAdminDisabled, { id, disabled: false }, { token })
    await world.call(adminLogin, login, { ip })
    expect(await lastAudit()).toMatchObject({ action: 'admin.enable', target: id })
  })

  it('resets password and two-step login, each of which ends the sessions', async () => {
    const { id, token: cashier, ip } = await added('sana', 'cashier')
    const { secret } = await world.call(beginTotp, { password: newPassword }, { token: cashier, ip })
    await world.call(confirmTotp, { code: codeOf(secret, world.clock.now()) }, { token: cashier })
    const { admin } = await world.call(resetAdminTotp, { id }, { token })
    expect(admin).toMatchObject({ totpSince: null, sessions: 0 })
    expect(await live(cashier)).toBe(false)
    const { token: next } = await world.call(adminLogin, { username: 'sana', password: newPassword }, { ip })
    const { password } = await world.call(resetAdminPassword, { id }, { token })
    expect(await live(next)).toBe(false)
    const login = { username: 'sana', password }
    expect(await world.refusal(adminLogin, login, { ip })).toMatchObject({ code: 'new_password_required' })
    await world.call(adminLogin, { ...login, newPassword: 'yet-another-password' }, { ip })
  })

  it('sees the sessions, and ends one or all', async () => {
    const { id, ip } = await added('joseph', 'support')
    const login = { username: 'joseph', password: newPassword }
    const second = (await world.call(adminLogin, login, { ip })).token
    const { sessions } = await world.call(listAdminSessions, { id }, { token })
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ ip, device: null, isCurrent: false })
    const [first] = (await world.call(getOwnAdmin, {}, { token: second })).sessions.filter((one) => !one.isCurrent)
    const one = await world.call(endAdminSessions, { id, sessionId: first?._id ?? '' }, { token })
    expect(one.admin.sessions).toBe(1)
    expect(await live(second)).toBe(true)
    expect((await world.call(endAdminSessions, { id }, { token })).admin.sessions).toBe(0)
    expect(await live(second)).toBe(false)
    expect((await world.refusal(listAdminSessions, { id: 'nobody' }, { token })).code).toBe('not_found')
  })

  it('never the own one, nobody’s, and nothing as somebody who is no owner any more', async () => {
    for (const [operation, input] of [
      [setAdminRole, { id: ownerId, role: 'auditor' }],
      [setAdminDisabled, { id: ownerId, disabled: true }],
      [resetAdminPassword, { id: ownerId }],
      [resetAdminTotp, { id: ownerId }],
    ] as const)
      expect(await world.refusal(operation, input as never, { token })).toMatchObject({
        code: 'forbidden',
        status: 403,
      })
    expect((await world.refusal(resetAdminTotp, { id: 'nobody' }, { token })).code).toBe('not_found')
    const second = await added('ananya', 'owner')
    await world.call(setAdminRole, { id: second.id, role: 'cashier' }, { token })
    const late = { username: 'late', role: 'owner' } as const
    expect((await world.refusal(addAdminAccount, late, { token: second.token })).code).toBe('forbidden')
  })
})

it('of two owners who disable each other at once one is left', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, two] = [await added(`first-${round}`, 'owner'), await added(`second-${round}`, 'owner')]
    const both = await Promise.allSettled([
      world.call(setAdminDisabled, { id: two.id, disabled: true }, { token: one.token }),
      world.call(setAdminDisabled, { id: one.id, disabled: true }, { token: two.token }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { admins } = await world.call(listAdmins, {}, { token })
    expect(admins.filter(({ _id, disabledAt }) => [one.id, two.id].includes(_id) && disabledAt === null)).toHaveLength(
      1,
    )
  }
}, 30_000)

it('an admin ends one of the own sessions, or all others, and none of anybody else', async () => {
  const { token: first, ip } = await added('vikram', 'cashier')
  const login = { username: 'vikram', password: newPassword }
  const second = (await world.call(adminLogin, login, { ip })).token
  const third = (await world.call(adminLogin, login, { ip })).token
  const { sessions } = await world.call(getOwnAdmin, {}, { token })
  const ofOwner = await world.call(endOwnSessions, { sessionId: sessions[0]?._id ?? '' }, { token: third })
  expect(ofOwner.ended).toBe(0)
  expect(await live(token)).toBe(true)
  expect((await world.call(endOwnSessions, {}, { token: third })).ended).toBe(2)
  expect([await live(first), await live(second), await live(third)]).toEqual([false, false, true])
})

it('all of it is in the audit log, whose chain holds', async () => {
  expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
})

it('an admin may have an e-mail address for a name, by which payments knows the own requests', async () => {
  const username = 'mira.das+desk@example.in'
  const { admin } = await world.call(addAdminAccount, { username, role: 'cashier' }, { token })
  expect(admin.username).toBe(username)
})

it('an admin is made by whoever added it or renewed its login within a day, and by the makers of these', async () => {
  const lead = await added('lead', 'owner')
  const { admin } = await world.call(addAdminAccount, { username: 'puppet', role: 'cashier' }, { token: lead.token })
  const standings = async () => {
    const { admins } = await world.as('payments', readAdminStanding, { ids: [admin._id, ownerId] })
    return new Map(admins.map(({ _id, ...standing }) => [_id, { ...standing, madeBy: standing.madeBy.sort() }]))
  }
  const daysUntil = (until: string | null | undefined) =>
    Math.round((Date.parse(until ?? '') - world.clock.now()) / madeWithinMs)
  const puppet = { role: 'cashier', isEnabled: true, madeBy: [lead.id, ownerId].sort(), madeUntil: expect.any(String) }
  const alone = expect.objectContaining({
    ...{ role: 'owner', isEnabled: true },
    madeBy: expect.not.arrayContaining([lead.id, admin._id]),
  })
  const listed = async () =>
    (await world.call(listAdmins, {}, { token: lead.token })).admins.find(({ _id }) => _id === admin._id)
  const { by, until } = (await listed())?.onePersonWith ?? {}
  expect([by, daysUntil(until)]).toEqual(['lead', 1])
  expect(daysUntil((await standings()).get(admin._id)?.madeUntil)).toBe(1)
  expect([...(await standings())]).toEqual(
    expect.arrayContaining([
      [admin._id, puppet],
      [ownerId, alone],
    ]),
  )
  await world.call(setAdminDisabled, { id: admin._id, disabled: true }, { token: lead.token })
  expect((await standings()).get(admin._id)).toMatchObject({ isEnabled: false })
  world.clock.advance(madeWithinMs)
  expect((await standings()).get(admin._id)).toMatchObject({ madeBy: [], madeUntil: null })
  const { token: fresh } = await world.call(adminLogin, adminCredentials)
  await world.call(resetAdminPassword, { id: admin._id }, { token: fresh })
  expect((await standings()).get(admin._id)).toMatchObject({ madeBy: [ownerId] })
  world.clock.advance(madeWithinMs)
  const { token: newest } = await world.call(adminLogin, adminCredentials)
  await world.call(setAdminRole, { id: admin._id, role: 'owner' }, { token: newest })
  expect((await standings()).get(admin._id)).toMatchObject({ role: 'owner', madeBy: [ownerId] })
})
