import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { adminLogin, checkSession, setAdminDisabled, setAdminRole } from '@kismet/contracts'
import type { AdminRole } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { inTransaction } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { auditFault } from '@kismet/test-env/test-audit'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { hash } from 'argon2'
import { createAdmin } from '../src/admins.ts'
import { adminCredentials, AuthWorld, contentOf, newAddress } from './auth-world.ts'
import { runCommand } from './run-command.ts'

const password = 'the-cashiers-password'
const lines: string[] = []
const log = createLogger('auth', 'error', { write: (line) => void lines.push(line) })
let world: AuthWorld
let folder = ''
let names = 0
let till: { username: string; id: string; ip: string }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kismet-heads-'))
  world = await AuthWorld.open({ AUDIT_HEADS_DIR: folder })
}, 60_000)
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Each test has its own cashier and its own log. */
beforeEach(async () => {
  await restart()
  till = await hired('cashier')
  lines.length = 0
})

async function restart(): Promise<void> {
  await world.service.stop()
  world.service = await world.startReplica({}, log)
}

async function hired(role: AdminRole): Promise<typeof till> {
  const [username, ip] = [`${role}-${(names += 1)}`, newAddress()]
  const { audit, db, passwords, secrets } = world.service.context
  const passwordHash = await passwords.inTurn({ audience: 'admin', ip }, (work) => work.hash(password))
  const sources = { audit, secrets, clock: world.clock, randomness: systemRandomness }
  const admin = { username, passwordHash, role }
  const id = await inTransaction(db, (transaction) => createAdmin(transaction, admin, sources, 'command'))
  return { username, id, ip }
}

const login = async (secret = password) =>
  (await world.call(adminLogin, { username: till.username, password: secret }, { ip: till.ip })).token
const refused = async (secret = password) =>
  world.refusal(adminLogin, { username: till.username, password: secret }, { ip: newAddress() })
const kept = async () => (await world.rows('SELECT * FROM admin WHERE id = $1', [till.id]))[0] ?? {}
const ownerDoes = async (what: 'disable' | 'demote') => {
  const token = await world.adminToken()
  if (what === 'disable') await world.call(setAdminDisabled, { id: till.id, disabled: true }, { token })
  else await world.call(setAdminRole, { id: till.id, role: 'auditor' }, { token })
}
const renew = (...args: string[]) => runCommand('admin', world.env(), ['renew', ...args], password)

describe('an account that was written in the database past auth lets nobody in, and is told', () => {
  const theirs = 'a-password-of-somebody-else'

  it.each([
    {
      what: 'a password',
      write: async () => world.rows('UPDATE admin SET password_hash = $2 WHERE id = $1', [till.id, await hash(theirs)]),
      secret: theirs,
    },
    { what: 'a role', write: () => world.rows(`UPDATE admin SET role = 'owner' WHERE id = $1`, [till.id]) },
    {
      what: 'that it is no longer disabled',
      write: async () => {
        await ownerDoes('disable')
        await world.rows('UPDATE admin SET disabled_at = NULL WHERE id = $1', [till.id])
      },
    },
    {
      what: 'an empty seal',
      write: () => world.rows(`UPDATE admin SET seal = '' WHERE id = $1`, [till.id]),
    },
    {
      what: 'the seal of another account',
      write: () =>
        world.rows(
          `UPDATE admin SET seal = owner.seal FROM admin owner WHERE admin.id = $1 AND owner.username = 'owner'`,
          [till.id],
        ),
    },
    {
      what: 'all of it as it was before it was disabled',
      write: async () => {
        const { seal, changed_at } = await kept()
        world.clock.advance(61_000)
        await ownerDoes('disable')
        const back = 'UPDATE admin SET disabled_at = NULL, seal = $2, changed_at = $3 WHERE id = $1'
        await world.rows(back, [till.id, seal, changed_at])
      },
    },
  ])(
    '$what',
    async ({ write, secret }) => {
      await write()
      expect(await refused(secret)).toMatchObject({ code: 'invalid_credentials', status: 401 })
      expect(lines.some((line) => line.includes('admin.not-sealed') && line.includes(till.id))).toBe(true)
      // The next check of all accounts also finds the account.
      await restart()
      lines.length = 0
      await eventually('it is told', () => lines.some((line) => line.includes('admin.not-sealed')))
    },
    30_000,
  )

  it('as a new one', async () => {
    till = { ...till, username: `new-${till.username}`, id: systemRandomness.id(world.clock.now()) }
    await world.rows(
      `INSERT INTO admin (id, username, password_hash, role, created_at, seal, changed_at)
       SELECT $1, $2, $3, 'owner', now(), seal, changed_at FROM admin WHERE username = 'owner'`,
      [till.id, till.username, await hash(theirs)],
    )
    expect(await refused(theirs)).toMatchObject({ code: 'invalid_credentials' })
    await restart()
    expect(await refused(theirs)).toMatchObject({ code: 'invalid_credentials' })
    await world.rows('DELETE FROM admin WHERE id = $1', [till.id])
  })
})

it('a change by who may is sealed with it, however soon it comes after another', async () => {
  await ownerDoes('demote')
  await login()
  await ownerDoes('disable')
  expect(await refused()).toMatchObject({ code: 'invalid_credentials' })
  expect(lines.filter((line) => line.includes(till.id))).toEqual([])
})

describe('a session of an admin', () => {
  const holderOf = async (token: string) => {
    const sessionId = String(contentOf(token).sid)
    await world.redis.del(`session:${sessionId}`)
    return (await world.call(checkSession, { sessionId })).holder
  }
  /** Runs as the owner of the table, because the role of the service cannot revive a session. */
  const revive = () =>
    world.rows(
      `ALTER TABLE session DISABLE TRIGGER USER; UPDATE session SET ended_at = NULL, end_reason = NULL, cleared_at = NULL;
       ALTER TABLE session ENABLE TRIGGER USER`,
    )

  it('is held as the sealed account says, and by none that is not sealed', async () => {
    const token = await login()
    expect(await holderOf(token)).toBe(`admin ${till.id} cashier`)
    await world.rows(`UPDATE admin SET role = 'owner' WHERE id = $1`, [till.id])
    expect(await holderOf(token)).toBeNull()
    await world.rows(`UPDATE admin SET role = 'cashier' WHERE id = $1`, [till.id])
    expect(await holderOf(token)).toBe(`admin ${till.id} cashier`)
  })

  it.each([
    { what: 'of who was disabled', does: 'disable', holder: () => null },
    // The holder differs from the claims of the token, so the gateway refuses the token.
    { what: 'of who has another role', does: 'demote', holder: () => `admin ${till.id} auditor` },
  ] as const)('$what is not revived in the database', async ({ does, holder }) => {
    const token = await login()
    await ownerDoes(does)
    expect(await holderOf(token)).toBeNull()
    await revive()
    expect(await holderOf(token)).toBe(holder())
  })
})

describe('renew', () => {
  it('takes an account in again with what is said alone', async () => {
    await world.rows(`UPDATE admin SET role = 'owner', password_hash = $2 WHERE id = $1`, [
      till.id,
      await hash('a-password-of-somebody-else'),
    ])
    expect(await renew(till.username.toUpperCase(), 'cashier')).toEqual({
      code: 0,
      output: `The admin ${till.username.toUpperCase()} can log in with that password again. 0 sessions have ended.\n`,
    })
    expect(contentOf(await login())).toMatchObject({ sub: till.id, role: 'cashier' })
    expect(
      await world.rows(
        `SELECT admin_name, detail->>'role' AS role FROM audit WHERE action = 'admin.renew' AND target = $1`,
        [till.id],
      ),
    ).toEqual([{ admin_name: 'operator', role: 'cashier' }])
    expect(await auditFault(world.service.context.db, 'auth')).toBeNull()
  }, 30_000)

  it.each([
    { what: 'as auth wrote it', name: () => till.username, says: 'is as auth has written it' },
    { what: 'that is none', name: () => 'somebody', says: 'There is no admin' },
  ])(
    'does nothing to an account $what',
    async ({ name, says }) => {
      const before = await kept()
      expect(await renew(name(), 'owner')).toMatchObject({ code: 1, output: expect.stringContaining(says) })
      expect(await kept()).toEqual(before)
    },
    30_000,
  )

  it('is what the other commands leave to it', async () => {
    await world.rows(`UPDATE admin SET role = 'owner' WHERE id = $1`, [till.id])
    const { code, output } = await runCommand('admin', world.env(), ['disable', till.username])
    expect(code).toBe(1)
    expect(output).toContain('has no valid seal')
  }, 30_000)
})

it('accounts without a valid seal are counted for an alarm', async () => {
  const notSealed = async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${world.service.port}/metrics`)).text()
    return Number(/^auth_admins_not_sealed (\d+)$/m.exec(metrics)?.[1])
  }
  const before = await notSealed()
  await world.rows(`UPDATE admin SET role = 'owner' WHERE id = $1`, [till.id])
  expect(await notSealed()).toBe(before + 1)
})

it('a change of AUTH_SECRET leaves an account that auth did not write, and names it', async () => {
  await world.rows(`UPDATE admin SET role = 'owner' WHERE id = $1`, [till.id])
  const secrets = { AUTH_SECRET: 'the next secret of the tests, as long', AUTH_SECRET_BEFORE: world.env().AUTH_SECRET }
  const { output } = await runCommand('reseal', { ...world.env(), ...secrets })
  expect(output).toMatch(new RegExp(`Not changed, because their seal is invalid:.* ${till.username}\\b`))
  await world.service.stop()
  world.service = await world.startReplica(secrets, log)
  await world.call(adminLogin, adminCredentials)
  expect(await refused()).toMatchObject({ code: 'invalid_credentials' })
}, 30_000)
