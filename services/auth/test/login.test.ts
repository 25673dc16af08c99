import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { adminLogin, limits, login } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { adminCredentials, AuthWorld, contentOf, newAddress, password } from './auth-world.ts'
import type { Caller } from './auth-world.ts'

let world: AuthWorld
beforeAll(async () => {
  world = await AuthWorld.open()
}, 60_000)
afterAll(() => world.close())

const wrong = 'not-the-password'

describe('a login', () => {
  it('answers the banner, the player with the balance of the wallet, and a token', async () => {
    const { email, id } = await world.player()
    world.balances.set(id, 123_450)
    const { message, user, token } = await world.call(login, { email: ` ${email.toUpperCase()} `, password })
    expect(message).toBe('Please refresh the site & check balance.')
    expect(user).toEqual({ _id: id, email, language: 'en', balance: 1234.5, balanceSeq: 7, netResult: -1.5 })
    const nowSeconds = Math.floor(world.clock.now() / 1000)
    expect(contentOf(token)).toEqual({
      sub: id,
      sid: expect.any(String),
      aud: 'player',
      email,
      iat: nowSeconds,
      exp: nowSeconds + 24 * 60 * 60,
    })
  })

  it('answers alike for an unknown e-mail and a wrong password', async () => {
    const { email } = await world.player()
    const refused = await Promise.all(
      [email, world.newEmail()].map((one) => world.refusal(login, { email: one, password: wrong })),
    )
    expect(refused[0]).toEqual(refused[1])
    expect(refused[0]).toMatchObject({ code: 'invalid_credentials', status: 401 })
  })

  it('leaves no session when the wallet is down', async () => {
    const { email, id } = await world.player()
    const count = () => world.rows('SELECT 1 FROM session WHERE player_id = $1', [id])
    await world.stopWallet()
    expect(await world.refusal(login, { email, password })).toMatchObject({ code: 'unavailable', status: 503 })
    await world.startWallet()
    expect(await count()).toHaveLength(1)
  })

  it('makes a hash of today of an older one', async () => {
    const { email, id } = await world.player()
    const { hash } = await import('argon2')
    await world.rows('UPDATE player SET password_hash = $2 WHERE id = $1', [
      id,
      await hash(password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 }),
    ])
    await world.login(email)
    const [row] = await world.rows<{ password_hash: string }>('SELECT password_hash FROM player WHERE id = $1', [id])
    expect(row?.password_hash).toContain('m=19456')
    await world.login(email)
  })

  it('is refused and logged when the password changes after the check', async () => {
    const { email, id } = await world.player()
    const { db, log } = world.service.context
    const warn = jest.spyOn(log, 'warn')
    const { late } = await inTransaction(db, async (transaction) => {
      await transaction.query('UPDATE player SET password_version = password_version + 1 WHERE id = $1', [id])
      const refusal = world.refusal(login, { email, password })
      await eventually('the login waits for the player', () => world.waitsForLock())
      return { late: refusal }
    })
    expect(await late).toMatchObject({ code: 'invalid_credentials' })
    const outcome = { event: 'login', audience: 'player', outcome: 'invalid_credentials', personId: id }
    expect(warn).toHaveBeenCalledWith(expect.objectContaining(outcome), expect.any(String))
    warn.mockRestore()
  })

  it('thirty times at once from one address lets all thirty in', async () => {
    const { email } = await world.player()
    const ip = newAddress()
    const tokens = await Promise.all(Array.from({ length: 30 }, () => world.login(email, { ip })))
    expect(new Set(tokens).size).toBe(30)
  }, 30_000)
})

describe.each([
  {
    audience: 'player',
    account: async () => (await world.player()).email,
    unknown: () => Promise.resolve(world.newEmail()),
    right: password,
    attempt: (account: string, secret: string, ip: string) =>
      world.refusal(login, { email: account, password: secret }, { ip }),
    enter: (account: string, secret: string, ip: string) =>
      world.call(login, { email: account, password: secret }, { ip }),
  },
  {
    audience: 'admin',
    account: () => Promise.resolve(adminCredentials.username),
    unknown: () => Promise.resolve(`nobody-${newAddress()}`),
    right: adminCredentials.password,
    attempt: (account: string, secret: string, ip: string) =>
      world.refusal(adminLogin, { username: account, password: secret }, { ip }),
    enter: (account: string, secret: string, ip: string) =>
      world.call(adminLogin, { username: account, password: secret }, { ip }),
  },
])('wrong passwords of $audience', ({ account, unknown, right, attempt, enter }) => {
  it('close the account to that address after ten, for the right one too, and to no other address', async () => {
    const name = await account()
    const ip = newAddress()
    for (let tried = 0; tried < limits.login.ofOne.most; tried += 1)
      expect(await attempt(name, wrong, ip)).toMatchObject({ code: 'invalid_credentials', status: 401 })
    expect(await attempt(name, right, ip)).toMatchObject({
      code: 'too_many_requests',
      status: 429,
      retryAfterSeconds: 15 * 60,
    })
    await enter(name, right, newAddress())
    world.clock.advance(limits.login.ofOne.withinMs - 1)
    expect(await attempt(name, right, ip)).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 1 })
    world.clock.advance(1)
    await enter(name, right, ip)
  }, 30_000)

  it('count alike for an account that does not exist', async () => {
    const name = await unknown()
    const ip = newAddress()
    for (let tried = 0; tried < limits.login.ofOne.most; tried += 1)
      expect(await attempt(name, wrong, ip)).toMatchObject({ code: 'invalid_credentials' })
    expect(await attempt(name, wrong, ip)).toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 15 * 60 })
  }, 30_000)

  it('are forgotten with a right one', async () => {
    const name = await account()
    const ip = newAddress()
    for (let tried = 1; tried < limits.login.ofOne.most; tried += 1) await attempt(name, wrong, ip)
    await enter(name, right, ip)
    expect(await attempt(name, wrong, ip)).toMatchObject({ code: 'invalid_credentials' })
  }, 30_000)

  it('200 at once are looked at ten times', async () => {
    const name = await account()
    const ip = newAddress()
    const refused = await Promise.all(Array.from({ length: 200 }, () => attempt(name, wrong, ip)))
    const looked = refused.filter(({ code }) => code === 'invalid_credentials')
    expect(looked).toHaveLength(limits.login.ofOne.most)
    expect(refused.filter(({ code }) => code === 'too_many_requests')).toHaveLength(200 - looked.length)
  }, 30_000)
})

describe.each([
  {
    audience: 'player',
    account: async () => (await world.player()).email,
    right: password,
    attempt: (email: string, secret: string, caller: Caller) =>
      world.refusal(login, { email, password: secret }, caller),
    enter: async (email: string, secret: string, caller: Caller) =>
      (await world.enter(login, { email, password: secret }, caller)).device,
  },
  {
    audience: 'admin',
    account: () => Promise.resolve(adminCredentials.username),
    right: adminCredentials.password,
    attempt: (username: string, secret: string, caller: Caller) =>
      world.refusal(adminLogin, { username, password: secret }, caller),
    enter: async (username: string, secret: string, caller: Caller) =>
      (await world.enter(adminLogin, { username, password: secret }, caller)).device,
  },
])('wrong passwords of $audience by many', ({ account, right, attempt, enter }) => {
  const { ofOne, ofStrangers } = limits.login
  const from = (ip: string, device?: string): Caller => ({ ip, ...(device === undefined ? {} : { device }) })
  /** Uses up what strangers may try, at networks of their own. */
  const guess = (name: string) =>
    Promise.all(Array.from({ length: ofStrangers.most }, () => attempt(name, wrong, from(newAddress()))))

  it('close the account to all but its devices: to others at the same network, too', async () => {
    const name = await account()
    const home = newAddress()
    const device = await enter(name, right, from(home))
    const refused = await guess(name)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['invalid_credentials']))
    expect(await attempt(name, right, from(home))).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: ofStrangers.withinMs / 1_000,
    })
    for (const elsewhere of [home, newAddress()]) await enter(name, right, from(elsewhere, device))
    expect(await attempt(name, wrong, from(home, device))).toMatchObject({ code: 'invalid_credentials' })
    world.clock.advance(ofStrangers.withinMs)
    await enter(name, right, from(newAddress()))
  }, 30_000)

  it('at one of its devices close the account to that one after ten, wherever it is', async () => {
    const name = await account()
    const device = await enter(name, right, from(newAddress()))
    const other = await enter(name, right, from(newAddress()))
    for (let tried = 0; tried < ofOne.most; tried += 1)
      expect(await attempt(name, wrong, from(newAddress(), device))).toMatchObject({ code: 'invalid_credentials' })
    expect(await attempt(name, right, from(newAddress(), device))).toMatchObject({ code: 'too_many_requests' })
    await enter(name, right, from(newAddress(), other))
    world.clock.advance(ofOne.withinMs)
    await enter(name, right, from(newAddress(), device))
  }, 30_000)

  it('of many are felt at a device of another, of another account, and of long ago', async () => {
    const name = await account()
    const { device: ofAnother } = await world.player()
    const device = await enter(name, right, from(newAddress()))
    await guess(name)
    for (const other of [ofAnother, 'ab'.repeat(32), ''])
      expect(await attempt(name, right, from(newAddress(), other))).toMatchObject({ code: 'too_many_requests' })
    await enter(name, right, from(newAddress(), device))
    world.clock.advance(limits.device.knownForMs)
    await guess(name)
    expect(await attempt(name, right, from(newAddress(), device))).toMatchObject({ code: 'too_many_requests' })
    world.clock.advance(ofStrangers.withinMs)
  }, 30_000)

  it('200 at once, each from another, are looked at 30 times', async () => {
    const name = await account()
    const refused = await Promise.all(Array.from({ length: 200 }, () => attempt(name, wrong, from(newAddress()))))
    expect(refused.filter(({ code }) => code === 'invalid_credentials')).toHaveLength(ofStrangers.most)
    world.clock.advance(ofStrangers.withinMs)
  }, 30_000)

  it('do not count the right ones; an account knows the devices of its newest 50 logins', async () => {
    const name = await account()
    const devices: string[] = []
    for (let count = 0; count <= limits.device.logins; count += 1) {
      world.clock.advance(1)
      devices.push(await enter(name, right, from(newAddress())))
    }
    await guess(name)
    expect(await attempt(name, right, from(newAddress(), devices[0]))).toMatchObject({ code: 'too_many_requests' })
    await enter(name, right, from(newAddress(), devices[2]))
    world.clock.advance(ofStrangers.withinMs)
  }, 30_000)
})

it('keeps device tokens as keyed hashes alone', async () => {
  const { device } = await world.player()
  expect(device).toMatch(/^[0-9a-f]{64}$/)
  const rows = await world.rows<{ device: string }>('SELECT device FROM session')
  expect(rows.map((row) => row.device)).toContain(world.service.context.secrets.tagOf(device))
  expect(rows.some((row) => device.includes(row.device))).toBe(false)
})

it('ten wrong passwords from one /48, each from another network, close the account to all of that site', async () => {
  const { email } = await world.player()
  const host = (last: number) => `2001:db8:1:${last.toString(16)}::1`
  for (let last = 1; last <= limits.login.ofOne.most; last += 1)
    expect(await world.refusal(login, { email, password: wrong }, { ip: host(last) })).toMatchObject({
      code: 'invalid_credentials',
    })
  expect(await world.refusal(login, { email, password }, { ip: host(999) })).toMatchObject({
    code: 'too_many_requests',
  })
  await world.login(email, { ip: '2001:db8:2:1::1' })
})

describe('an admin login', () => {
  it('answers the admin, the role and a token of the audience admin', async () => {
    const { message, admin, token } = await world.call(adminLogin, { ...adminCredentials, username: ' OWNER ' })
    expect(message).toBe('Login successful')
    expect(admin).toEqual({ _id: expect.any(String), username: 'owner', role: 'owner' })
    expect(contentOf(token)).toMatchObject({ sub: admin._id, aud: 'admin', username: 'owner', role: 'owner' })
    expect(await world.redis.get(`session:${String(contentOf(token).sid)}`)).toBe(`admin ${admin._id} owner`)
  })

  it.each([
    {
      what: 'a wrong password',
      input: { ...adminCredentials, password: wrong },
      code: 'invalid_credentials',
      message: 'Wrong username, password or code.',
    },
    {
      what: 'an unknown name',
      input: { username: 'nobody', password: wrong },
      code: 'invalid_credentials',
      message: 'Wrong username, password or code.',
    },
    {
      what: 'no name',
      input: { username: '', password: wrong },
      code: 'invalid_request',
      message: 'Please enter your username and password.',
    },
  ])('refuses $what', async ({ input, code, message }) => {
    expect(await world.refusal(adminLogin, input)).toMatchObject({ code, message })
  })

  it('refuses an admin who was disabled', async () => {
    await world.rows(`UPDATE admin SET disabled_at = now() WHERE username = 'owner'`)
    expect(await world.refusal(adminLogin, adminCredentials)).toMatchObject({ code: 'invalid_credentials' })
    await world.rows(`UPDATE admin SET disabled_at = NULL WHERE username = 'owner'`)
  })
})

it('holds neither passwords nor e-mails in Redis', async () => {
  const { email } = await world.player()
  await world.refusal(login, { email, password: wrong })
  const keys = (await world.redis.keys('*')).join('\n')
  expect(keys).toMatch(/^login:player:[0-9a-f]{32}:203\.0\.113\.1$/m)
  expect(keys).not.toContain(email)
})
