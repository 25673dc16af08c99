import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminActivity, adminLogin, checkSession, sessionKey, sessionsEnded } from '@kismet/contracts'
import { auditFault } from '@kismet/test-env/test-audit'
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
    expect(await world.rows('SELECT action, admin_name, detail FROM audit ORDER BY sequence')).toEqual([
      { action: 'admin.create', admin_name: 'operator', detail: { username: 'owner', from: null, to: 'owner' } },
    ])
  })

  it('is not needed for a start', async () => {
    const replica = await world.startReplica({ ADMIN_USERNAME: '', ADMIN_PASSWORD: '' })
    await replica.stop()
  })

  it('with one of the commonest passwords stops a start', async () => {
    await world.rows(
      'ALTER TABLE admin RENAME TO admin_kept; CREATE TABLE admin (LIKE admin_kept); GRANT SELECT ON admin TO PUBLIC',
    )
    const start = world.startReplica({ ADMIN_PASSWORD: 'password1' })
    await expect(start).rejects.toThrow('ADMIN_PASSWORD is one of the commonest passwords')
    await world.rows('DROP TABLE admin; ALTER TABLE admin_kept RENAME TO admin')
  })
})

/** As in a container of auth, whose environment names the first admin: no command is about that one. */
const admin = (args: readonly string[], typed?: string) =>
  runCommand(args, { ...world.env(), ADMIN_USERNAME: 'owner' }, typed)

describe('operator.ts add', () => {
  const password = 'the-cashiers-password'

  it('adds an admin with a role, who can log in', async () => {
    expect(await admin(['add', 'till', 'cashier'], `${password}\n`)).toEqual({
      code: 0,
      output: 'The admin till (cashier) can log in now.\n',
    })
    const login = await world.call(adminLogin, { username: 'till', password })
    expect(login.admin).toMatchObject({ username: 'till', role: 'cashier' })
    expect(
      await world.rows(`SELECT action FROM audit WHERE action LIKE 'admin.%' AND detail->>'username' = 'till'`),
    ).toEqual([{ action: 'admin.create' }])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  }, 30_000)

  it.each([
    {
      what: 'a name that is taken, however it is written',
      args: ['add', 'TILL', 'cashier'],
      says: /^There is an admin TILL already/,
    },
    { what: 'a common password', args: ['add', 'other', 'cashier'], typed: 'password1', says: /too common/ },
    {
      what: 'a name that is kept, a short password and an unknown role, each by its name',
      args: ['add', 'operator', 'boss'],
      typed: 'short',
      says: /^username: This name is kept.+\nrole: .+\npassword: Password must be at least 8 characters/,
    },
    { what: 'an unknown command', args: ['remove', 'till'], says: /^usage: / },
  ])(
    'refuses $what',
    async ({ args, typed = password, says }) => {
      const before = await admins()
      const { code, output } = await admin(args, typed)
      expect(code).toBe(1)
      expect(output).toMatch(says)
      expect(await admins()).toEqual(before)
    },
    30_000,
  )
})

describe('operator.ts disable and enable', () => {
  const till = { username: 'till', password: 'the-cashiers-password' }

  it('end an admin at once: sessions, their sockets and logins; and let the admin in again', async () => {
    const told: string[] = []
    world.gateway.onSignal(sessionsEnded, ({ sessionIds }) => told.push(...sessionIds), { shared: false })
    const tokens = [await world.call(adminLogin, till), await world.call(adminLogin, till)].map(({ token }) => token)
    const sessionIds = tokens.map((token) => String(contentOf(token).sid))
    expect(await admin(['disable', 'TILL'])).toEqual({
      code: 0,
      output: 'The admin TILL cannot log in any more. 3 sessions have ended.\n',
    })
    for (const sessionId of sessionIds) {
      const key = sessionKey(sessionId)
      await eventually('the list forgets the session', async () => (await world.redis.exists(key)) === 0)
      expect(await world.call(checkSession, { sessionId })).toEqual({ holder: null })
    }
    await eventually('the gateway is told', () => sessionIds.every((id) => told.includes(id)))
    expect(await world.refusal(adminActivity, {}, { token: tokens[0] ?? '' })).toMatchObject({
      code: 'unauthenticated',
    })
    expect(await world.refusal(adminLogin, till)).toMatchObject({ code: 'invalid_credentials' })
    expect(await admin(['enable', 'till'])).toMatchObject({
      code: 0,
      output: 'The admin till can log in again. 0 sessions have ended.\n',
    })
    await world.call(adminLogin, till)
    expect(
      await world.rows(
        `SELECT action FROM audit WHERE action LIKE 'admin.%' AND detail->>'username' ILIKE 'till' ORDER BY sequence`,
      ),
    ).toEqual(['admin.create', 'admin.disable', 'admin.enable'].map((action) => ({ action })))
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  }, 30_000)

  it('say when there is no such admin', async () => {
    expect(await admin(['disable', 'nobody'])).toEqual({ code: 1, output: 'There is no admin nobody.\n' })
  }, 30_000)
})

it('the owner of before can still log in', async () => {
  expect(await world.call(adminLogin, adminCredentials)).toMatchObject({ admin: { username: 'owner' } })
})
