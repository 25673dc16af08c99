import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { checkSession, getKeys, limits, sessionKey } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { RunningService } from '@kismet/service-kit/define-service'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { TokenVerifier } from '@kismet/service-kit/tokens'
import { eventually } from '@kismet/test-env/eventually'
import type { Context } from '../src/context.ts'
import { addSession } from '../src/db/sessions.ts'
import { holdSigningKey, publicKeys, revokeSigningKey, rotateSigningKey, signingKey } from '../src/signing-keys.ts'
import { AuthWorld, contentOf, kidOf } from './auth-world.ts'
import { runCommand } from './run-command.ts'

let world: AuthWorld
let replica: RunningService<Context>
beforeAll(async () => {
  world = await AuthWorld.open()
  replica = await world.startReplica()
}, 60_000)
afterAll(async () => {
  await replica.stop()
  await world.close()
})

describe('a revocation', () => {
  const revoke = (kid?: string) => runCommand(['revoke-key', ...(kid === undefined ? [] : [kid])], world.env())

  it('ends the sessions of the key that signs, lets another sign, and is in the audit log', async () => {
    const { token } = await world.player()
    const kid = kidOf(token)
    const { code, output } = await revoke()
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(
        new RegExp(`^The signing key ${kid} is revoked. \\d+ sessions? ha(s|ve) ended.\n$`),
      ),
    })
    const key = sessionKey(String(contentOf(token).sid))
    await eventually('the list forgets the session', async () => (await world.redis.exists(key)) === 0)
    expect(await world.call(checkSession, { sessionId: String(contentOf(token).sid) })).toEqual({ holder: null })
    for (const { context } of [world.service, replica])
      expect((await publicKeys(context)).map((key) => key.kid)).not.toContain(kid)
    expect(await world.rows('SELECT admin_name, action FROM audit WHERE target = $1', [kid])).toEqual([
      { admin_name: 'operator', action: 'signing-key.revoke' },
    ])
    const verifier = new TokenVerifier(async () => (await world.call(getKeys, {})).keys, world.clock)
    await expect(verifier.verify(token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
    const { token: newToken } = await world.player()
    expect(kidOf(newToken)).not.toBe(kid)
    await verifier.verify(newToken, 'player')
  }, 30_000)

  it('of another key leaves the one that signs and its sessions', async () => {
    const { token } = await world.player()
    const { audit, db, secrets } = world.service.context
    world.clock.advance(1_000)
    const other = await rotateSigningKey({
      audit,
      db,
      secrets,
      clock: world.clock,
      randomness: systemRandomness,
    })
    expect(await revoke(other)).toMatchObject({ code: 0 })
    expect(await world.call(checkSession, { sessionId: String(contentOf(token).sid) })).toEqual({
      holder: expect.any(String),
    })
  }, 30_000)

  it('of a key that does not exist names those that do', async () => {
    const { code, output } = await revoke('nobodys')
    expect(code).toBe(1)
    expect(output).toMatch(/^There is no such key\. There are: [0-9a-f-]{36}/)
  }, 30_000)

  it('and a login do not block each other: a login waits for the key before it has the audit log', async () => {
    const { audit, db, secrets } = world.service.context
    const { kid } = await signingKey(db, { secrets })
    const { begun } = await inTransaction(db, async (transaction) => {
      await transaction.query('UPDATE signing_key SET revoked_at = NULL WHERE kid = $1', [kid])
      const token = world.adminToken()
      await eventually('the login waits for the key', () => world.waitsForLock())
      await audit.appendOperator(transaction, { action: 'test', target: kid, detail: {} }, 'command')
      return { begun: token }
    })
    expect(kidOf(await begun)).toBe(kid)
  }, 30_000)

  it('is passed by no login that began before it', async () => {
    const { email, id } = await world.player()
    const { audit, db, secrets } = world.service.context
    const begins = async (transaction: Queryable) => {
      const nowMs = world.clock.now()
      const times = { createdAtMs: nowMs, endsAtMs: nowMs + limits.session.inactivityMs }
      const session = { id: systemRandomness.id(nowMs), person: { audience: 'player', id }, ...times } as const
      const from = { ip: undefined, deviceTag: '', deviceName: null, shown: { device: '', nowMs } }
      if (!(await holdSigningKey(transaction, signedBy))) return false
      await addSession(transaction, { ...session, signedBy }, from)
      return true
    }
    const { kid: signedBy } = await signingKey(db, { secrets })
    const { revoking } = await inTransaction(db, async (transaction) => {
      expect(await begins(transaction)).toBe(true)
      return {
        revoking: revokeSigningKey({ audit, db, secrets, clock: world.clock, randomness: systemRandomness }),
      }
    })
    expect((await revoking).ended.length).toBeGreaterThan(0)
    expect(await world.rows('SELECT 1 FROM session WHERE signed_by = $1 AND ended_at IS NULL', [signedBy])).toEqual([])
    expect(await begins(db)).toBe(false)
    expect(kidOf(await world.login(email))).not.toBe(signedBy)
  }, 30_000)
})
