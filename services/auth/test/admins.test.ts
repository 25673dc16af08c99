import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminActivity, adminLogin, checkSession, sessionKey, sessionsEnded } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
import type { Env } from '@kismet/service-kit/env'
import { eventually } from '@kismet/test-env/eventually'
import { adminCredentials, AuthWorld, contentOf } from './auth-world.ts'
import { runCommand } from './run-command.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const admins = () =>
  world.rows<{ username: string; role: string }>('SELECT username, role FROM admin ORDER BY username')

describe('the first admin', () => {
  it('is made at the first start alone, as an owner, and is in the audit log', async () => {
    const replica = await world.startReplica({ ADMIN_USERNAME: 'second', ADMIN_PASSWORD: 'the-seconds-password' })
    await replica.stop()
    expect(await admins()).toEqual([{ username: 'owner', role: 'owner' }])
    expect(await world.rows('SELECT action, admin_name, detail FROM audit')).toEqual([
      { action: 'admin.create', admin_name: 'operator', detail: { username: 'owner', role: 'owner' } },
    ])
  })

  it('is not needed for a start', async () => {
    const replica = await world.startReplica({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
    await replica.stop()
  })

  it('with one of the commonest passwords stops a start for real money', async () => {
    await world.rows(
      'ALTER TABLE admin RENAME TO admin_kept; CREATE TABLE admin (LIKE admin_kept); GRANT SELECT ON admin TO PUBLIC',
    )
    const start = world.startReplica({
      CASINO_MODE: 'real',
      OPERATOR_NAME: 'Acme',
      OPERATOR_LICENCE: 'L1',
      ADMIN_PASSWORD: 'password1',
    })
    await expect(start).rejects.toThrow('ADMIN_PASSWORD is one of the commonest passwords')
    await world.rows('DROP TABLE admin; ALTER TABLE admin_kept RENAME TO admin')
  })
})

describe('admin', () => {
  const cashier = { ADMIN_USERNAME: 'till', ADMIN_PASSWORD: 'the-cashiers-password', ADMIN_ROLE: 'cashier' }

  it('adds an admin with a role, who can log in', async () => {
    const { code, output } = await runCommand('admin', { DATABASE_URL: world.env().DATABASE_URL, ...cashier })
    expect({ code, output }).toEqual({ code: 0, output: 'The admin till (cashier) can log in now.\n' })
    const { admin } = await world.call(adminLogin, { username: 'till', password: cashier.ADMIN_PASSWORD })
    expect(admin).toMatchObject({ username: 'till', role: 'cashier' })
    expect(
      await world.rows(`SELECT action FROM audit WHERE action LIKE 'admin.%' AND detail->>'username' = 'till'`),
    ).toEqual([{ action: 'admin.create' }])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  }, 30_000)

  it.each([
    {
      what: 'a name that is taken, however it is written',
      env: { ADMIN_USERNAME: 'TILL' },
      says: 'There is an admin TILL already.',
    },
    {
      what: 'a common password',
      env: { ADMIN_USERNAME: 'other', ADMIN_PASSWORD: 'password1' },
      says: 'This password is too common.',
    },
    { what: 'a short password', env: { ADMIN_USERNAME: 'other', ADMIN_PASSWORD: 'short' }, says: 'ADMIN_PASSWORD' },
    { what: 'a role that does not exist', env: { ADMIN_USERNAME: 'other', ADMIN_ROLE: 'boss' }, says: 'ADMIN_ROLE' },
    { what: 'a missing name without a terminal', env: { ADMIN_USERNAME: '' }, says: 'Set ADMIN_USERNAME' },
  ])(
    'refuses $what',
    async ({ env, says }) => {
      const before = await admins()
      const { code, output } = await runCommand('admin', {
        DATABASE_URL: world.env().DATABASE_URL,
        ...cashier,
        ...env,
      })
      expect(code).toBe(1)
      expect(output).toContain(says)
      expect(await admins()).toEqual(before)
    },
    30_000,
  )
})

describe('DISABLE and ENABLE', () => {
  const till = { username: 'till', password: 'the-cashiers-password' }
  const admin = (env: Env) => runCommand('admin', { DATABASE_URL: world.env().DATABASE_URL, ...env })

  it('end an admin at once: sessions, their sockets and logins; and let the admin in again', async () => {
    const told: string[] = []
    world.gateway.onSignal(sessionsEnded, ({ sessionIds }) => told.push(...sessionIds), { shared: false })
    const tokens = [await world.call(adminLogin, till), await world.call(adminLogin, till)].map(({ token }) => token)
    const sessionIds = tokens.map((token) => String(contentOf(token).sid))
    expect(await admin({ DISABLE: 'TILL' })).toEqual({
      code: 0,
      output: 'The admin TILL cannot log in any more. 3 sessions have ended.\n',
    })
    for (const sessionId of sessionIds) {
      expect(await world.redis.exists(sessionKey(sessionId))).toBe(0)
      expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    }
    await eventually('the gateway is told', () => sessionIds.every((id) => told.includes(id)))
    expect(await world.refusal(adminActivity, {}, { token: tokens[0] ?? '' })).toMatchObject({
      code: 'unauthenticated',
    })
    expect(await world.refusal(adminLogin, till)).toMatchObject({ code: 'invalid_credentials' })
    expect(await admin({ ENABLE: 'till' })).toMatchObject({ code: 0, output: 'The admin till can log in again.\n' })
    await world.call(adminLogin, till)
    expect(
      await world.rows(
        `SELECT action FROM audit WHERE action LIKE 'admin.%' AND detail->>'username' ILIKE 'till' ORDER BY sequence`,
      ),
    ).toEqual(['admin.create', 'admin.disable', 'admin.enable'].map((action) => ({ action })))
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  }, 30_000)

  it('say when there is no such admin', async () => {
    expect(await admin({ DISABLE: 'nobody' })).toEqual({ code: 1, output: 'There is no admin nobody.\n' })
  }, 30_000)
})

it('the owner of before can still log in', async () => {
  expect(await world.call(adminLogin, adminCredentials)).toMatchObject({ admin: { username: 'owner' } })
})
