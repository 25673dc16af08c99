import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { activity, adminActivity, checkSession, getKeys } from '@kismet/contracts'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { TokenVerifier } from '@kismet/service-kit/tokens'
import jwt from 'jsonwebtoken'
import { Secrets } from '../src/security/secrets.ts'
import { publicKeys, rotateSigningKey, signingKey } from '../src/signing-keys.ts'
import { AuthWorld, contentOf, kidOf } from './auth-world.ts'
import { runCommand } from './run-command.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const publishedKids = async () => (await world.call(getKeys, {})).keys.map(({ kid }) => kid)
const storedKids = async () =>
  (await world.rows<{ kid: string }>('SELECT kid FROM signing_key ORDER BY created_at')).map(({ kid }) => kid)

/** Rotates as the command does, by the test's clock. */
function rotate(secret = String(world.env().AUTH_SECRET)): Promise<string> {
  // Verifiers ask for an unknown key once a second.
  world.clock.advance(1_000)
  const { audit, db } = world.service.context
  const sources = { audit, secrets: new Secrets([secret]), clock: world.clock, randomness: systemRandomness }
  return rotateSigningKey({ db, ...sources })
}

describe('the first signing key', () => {
  it('is one, also when replicas start at the same time', async () => {
    await world.rows('DELETE FROM signing_key')
    const replicas = await Promise.all([1, 2, 3, 4].map(() => world.startReplica()))
    const kids = await storedKids()
    await Promise.all(replicas.map((replica) => replica.stop()))
    expect(kids).toHaveLength(1)
    expect(await publishedKids()).toEqual(kids)
  }, 30_000)

  it('is stored encrypted, and the published key has no private part', async () => {
    const [row] = await world.rows<{ private_sealed: Buffer }>('SELECT private_sealed FROM signing_key')
    expect(row?.private_sealed.includes(Buffer.from('2a8648ce3d030107', 'hex'))).toBe(false)
    expect(await publicKeys(world.service.context)).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ])
  })

  it('stops a start with another secret', async () => {
    const start = world.startReplica({ AUTH_SECRET: 'another secret of the tests, as long' })
    await expect(start).rejects.toThrow('AUTH_SECRET does not open the signing key')
  })
})

describe('a key pair that was written into the database past auth', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = '01900000-0000-7000-8000-00000000000e'
  const sid = '01900000-0000-7000-8000-00000000000f'

  /** A token of an owner's session that is in the database, signed by that pair. */
  async function forge(at: string): Promise<string> {
    await world.rows(
      `INSERT INTO signing_key (kid, private_sealed, created_at)
       SELECT $1, private_sealed, ${at} FROM signing_key ORDER BY signing_key.created_at DESC LIMIT 1`,
      [kid],
    )
    await world.rows(
      `INSERT INTO session (id, admin_id, created_at, last_active_at, ends_at, device, password_version, signed_by)
       SELECT $1, id, $3, $3, $3::timestamptz + interval '1 h', '', 1, $2 FROM admin WHERE username = 'owner'`,
      [sid, kid, new Date(world.clock.now())],
    )
    return jwt.sign({ ...contentOf(await world.adminToken()), sid }, privateKey, { algorithm: 'ES256', keyid: kid })
  }

  it.each([
    { what: 'beside the one that signs', at: `created_at - interval '1 ms'` },
    { what: 'as the newest', at: `created_at + interval '1 ms'` },
  ])(
    '$what is not published, nor is what it signs',
    async ({ at }) => {
      const token = await forge(at)
      const own = await storedKids()
      expect(await publishedKids()).toEqual(own.filter((one) => one !== kid))
      expect(await world.refusal(adminActivity, {}, { token })).toMatchObject({ code: 'unauthenticated', status: 401 })
      await world.rows('DELETE FROM session WHERE id = $1', [sid])
      await world.rows('DELETE FROM signing_key WHERE kid = $1', [kid])
    },
    30_000,
  )
})

describe('a rotation', () => {
  it('publishes the new key and signs with it at once, and leaves old tokens valid until they end', async () => {
    const { email, token: oldToken } = await world.player()
    const kid = await rotate()
    expect(await publishedKids()).toEqual([kidOf(oldToken), kid])
    const newToken = await world.login(email)
    expect(kidOf(newToken)).toBe(kid)
    await world.call(activity, {}, { token: oldToken })
    await world.call(activity, {}, { token: newToken })
    const verifier = new TokenVerifier(async () => (await world.call(getKeys, {})).keys, world.clock)
    await verifier.verify(oldToken, 'player')
    await verifier.verify(newToken, 'player')
    world.clock.advance(24 * 60 * 60_000 + 60_000)
    expect(await publishedKids()).toEqual([kid])
  })

  it('is done by its command, which writes it into the audit log', async () => {
    const before = await storedKids()
    const { code, output } = await runCommand(['rotate-keys'], world.env())
    expect(code).toBe(0)
    const added = (await storedKids()).find((kid) => !before.includes(kid))
    expect(output).toContain(`The new signing key ${added} signs from now on.`)
    const entries = await world.rows('SELECT admin_name, action FROM audit WHERE target = $1', [added])
    expect(entries).toEqual([{ admin_name: 'operator', action: 'signing-key.rotate' }])
  }, 30_000)

  it('by its command says what is missing', async () => {
    const { code, output } = await runCommand(['rotate-keys'], { DATABASE_URL: world.env().DATABASE_URL })
    expect(code).toBe(1)
    expect(output).toContain('AUTH_SECRET')
  }, 30_000)

  it('replaces keys that a lost secret has sealed, at once', async () => {
    const secret = 'the new secret, since the old one is lost'
    const kid = await rotate(secret)
    world.clock.advance(1)
    const replica = await world.startReplica({ AUTH_SECRET: secret })
    expect(await signingKey(replica.context.db, replica.context)).toMatchObject({ kid })
    await replica.stop()
  }, 30_000)
})

it('answers as one of several replicas, whichever is asked', async () => {
  const secret = 'the new secret, since the old one is lost'
  const replica = await world.startReplica({ AUTH_SECRET: secret })
  const unknown = { sessionId: '01900000-0000-7000-8000-000000000000' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => world.call(checkSession, unknown)))
  expect(new Set(answers.map(({ holder }) => holder))).toEqual(new Set([null]))
  await replica.stop()
}, 30_000)
