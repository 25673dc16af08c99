import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addAdminAccount,
  adminListDeposits,
  adminLogin,
  adminLogout,
  adminRoles,
  beginTotp,
  changeAdminPassword,
  confirmTotp,
  getOwnAdmin,
  listAdminSessions,
  operations,
  setAdminDisabled,
  streamRoutes,
} from '@kismet/contracts'
import type { AdminRole, OperationShape, Route } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { AdminActor } from '@kismet/test-env/actors'
import { codeOf } from '@kismet/test-env/authenticator'
import { TestCasino } from '@kismet/test-env/test-casino'
import { fittingFieldsOf } from './any-request.ts'

const newPassword = 'a-password-of-my-own'
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

let casino: TestCasino
let owner: AdminActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
}, 60_000)
afterAll(() => casino.close())

/** Somebody whom the owner has added and who has logged in with a password of their own. */
async function added(username: string, role: AdminRole): Promise<{ actor: AdminActor; id: string }> {
  const { admin, password } = await owner.api.must(addAdminAccount, { username, role })
  const actor = new AdminActor(casino.gatewayUrl)
  const { token } = await actor.api.must(adminLogin, { username, password, newPassword })
  actor.api.token = token
  return { actor, id: admin._id }
}

it('a cashier is added, sets two-step login up, logs in with it and is out at once when an owner says so', async () => {
  const { actor, id } = await added('asha', 'cashier')
  const { secret, recoveryCodes } = await actor.api.must(beginTotp, { password: newPassword })
  await actor.api.must(confirmTotp, { code: codeOf(secret, systemClock.now()) })
  const wants = { username: 'asha', password: newPassword }
  const stranger = new AdminActor(casino.gatewayUrl)
  expect(await stranger.api.call(adminLogin, wants)).toMatchObject({ status: 422, body: { code: 'totp_required' } })
  const wrong = await stranger.api.call(adminLogin, { ...wants, totp: 'AAAA-AAAA' })
  expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } })
  const headers = { 'user-agent': chrome }
  const { body } = await stranger.api.call(adminLogin, { ...wants, totp: recoveryCodes[0] }, { headers })
  stranger.api.token = String(body.token)
  const own = await stranger.api.must(getOwnAdmin, {})
  expect(own.sessions.find(({ isCurrent }) => isCurrent)).toMatchObject({
    device: 'Chrome on Windows',
    ip: '127.0.0.1',
  })
  expect((await owner.api.must(listAdminSessions, { id })).sessions).toHaveLength(2)
  await stranger.pendingDeposits()
  await owner.api.must(setAdminDisabled, { id, disabled: true })
  expect((await stranger.api.call(adminListDeposits)).status).toBe(401)
  expect((await stranger.api.call(adminLogin, wants)).status).toBe(401)
})

it('who changes the own password is logged out everywhere', async () => {
  const { actor } = await added('rohan', 'support')
  const change = { currentPassword: newPassword, newPassword: 'another-long-password' }
  await actor.api.must(changeAdminPassword, change)
  expect((await actor.api.call(getOwnAdmin)).status).toBe(401)
  await actor.login('rohan', change.newPassword)
  await actor.api.must(getOwnAdmin, {})
})

describe('what each role may do is what the contracts say', () => {
  const withRoute = (operation: OperationShape) =>
    operation.route === undefined ? [] : [{ ...operation, route: operation.route }]
  const rolesOf = ({ access }: Route) => (typeof access === 'object' ? access.admin : undefined)
  const actors = new Map<AdminRole, AdminActor>()

  beforeAll(async () => {
    for (const role of adminRoles) actors.set(role, (await added(`the-${role}`, role)).actor)
  }, 30_000)

  /** Whether the role was what a call was refused for. */
  async function isForbidden(answer: Promise<{ status: number; body: Record<string, unknown> }>): Promise<boolean> {
    const { status, body } = await answer
    expect(status).not.toBe(401)
    return status === 403 && body.code === 'forbidden'
  }

  // Logging out is every role's, and would end the session that the others need.
  const closed = operations
    .flatMap(withRoute)
    .filter(({ route }) => rolesOf(route) !== undefined && route !== adminLogout.route)

  it.each(closed)('$route.method $route.path', async (operation) => {
    const fields = fittingFieldsOf(operation)
    for (const [role, { api }] of actors) {
      const mayCall = rolesOf(operation.route)?.includes(role) === true
      expect({ role, isForbidden: await isForbidden(api.call(operation, fields)) }).toEqual({
        role,
        isForbidden: !mayCall,
      })
    }
  })

  const streams = streamRoutes.filter(({ route }) => rolesOf(route) !== undefined)

  it.each(streams)('$route.method $route.path', async ({ route }) => {
    const path = route.path.replaceAll(/:\w+/g, '0190b2a0-0000-7000-8000-000000000001')
    for (const [role, { api }] of actors) {
      const status = await statusOf(api.baseUrl, route.method, path, api.token)
      expect({ role, isForbidden: status === 403 }).toEqual({
        role,
        isForbidden: rolesOf(route)?.includes(role) !== true,
      })
    }
  })

  async function statusOf(baseUrl: string, method: string, path: string, token = ''): Promise<number> {
    const body = method === 'GET' ? null : new FormData()
    const answer = await fetch(new URL(path, baseUrl), { method, body, headers: { authorization: `Bearer ${token}` } })
    await answer.arrayBuffer()
    return answer.status
  }
})
