import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { z } from 'zod'
import { TestClock } from '@kismet/test-env/test-clock'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { testLogger } from '@kismet/test-env/test-bus'
import { Frames, maxFrameCalls, maxFrameBytes } from '../src/bus/frames.ts'
import { TurnEnd } from '../src/bus/turn-end.ts'
import { baseEnv, readEnv } from '../src/env.ts'
import { createLogger } from '../src/logger.ts'
import { startLoop } from '../src/loop.ts'
import { systemRandomness } from '../src/randomness.ts'
import { Refusal } from '../src/refusal.ts'
import { adminOf, bearerToken, TokenVerifier } from '../src/tokens.ts'

describe('the environment', () => {
  it('is read once, frozen, with defaults', () => {
    const config = readEnv(baseEnv, { NATS_URL: 'nats://127.0.0.1:4222' })
    expect(config).toEqual({
      NATS_URL: 'nats://127.0.0.1:4222',
      HOST: '127.0.0.1',
      PORT: 0,
      DRAIN_DELAY_MS: 0,
      LOG_LEVEL: 'info',
    })
    expect(Object.isFrozen(config)).toBe(true)
  })

  it('names each variable that is missing or wrong', () => {
    const read = () => readEnv(baseEnv.extend({ DATABASE_URL: z.url() }), { NATS_URL: 'nats://h:1', PORT: '99999' })
    expect(read).toThrow(/PORT: .*\n {2}DATABASE_URL: /)
  })
})

describe('frames', () => {
  it.each([
    { what: 'nothing', parts: [], frames: [] },
    { what: 'one call', parts: ['a'], frames: [1] },
    { what: 'as many calls as fit', parts: Array<string>(maxFrameCalls).fill('a'), frames: [maxFrameCalls] },
    { what: 'one call more', parts: Array<string>(maxFrameCalls + 1).fill('a'), frames: [maxFrameCalls, 1] },
    { what: 'long calls', parts: Array<string>(3).fill('a'.repeat(maxFrameBytes / 2)), frames: [1, 1, 1] },
    {
      what: 'long calls in letters of three bytes',
      parts: Array<string>(2).fill('অ'.repeat(maxFrameBytes / 4)),
      frames: [1, 1],
    },
    { what: 'a call longer than a frame', parts: ['a'.repeat(maxFrameBytes + 1), 'b'], frames: [1, 1] },
  ])('$what', ({ parts, frames }) => {
    const published: number[] = []
    const made = new Frames(new TurnEnd(), (_subject, _frame, { length }) => published.push(length))
    for (const text of parts) made.add('subject', { text })
    made.flush()
    expect(published).toEqual(frames)
  })
})

describe('tokens', () => {
  const tokens = new TestTokens()
  const clock = new TestClock(Date.now())
  const claims = { sub: tokens.player().id, sid: tokens.player().sessionId }
  const verifier = new TokenVerifier(() => Promise.resolve(tokens.keys), clock)

  it.each([
    { what: 'no token', token: undefined },
    { what: 'rubbish', token: 'a.b.c' },
    { what: 'a header with rubbish behind it', token: `${btoa('{"typ":"JWT","kid":"test"}')}.rubbish.x` },
    { what: 'a token of another audience', token: tokens.admin().token },
    { what: 'an ended token', token: tokens.sign({ ...claims, aud: 'player' }, -1) },
    { what: 'a token without a session', token: tokens.sign({ sub: claims.sub, aud: 'player' }) },
    { what: 'a token that is too long', token: `${tokens.player().token}${'a'.repeat(5_000)}` },
    {
      what: 'an unsigned token',
      token: `${btoa('{"alg":"none","kid":"test"}')}.${btoa(JSON.stringify({ ...claims, aud: 'player' }))}.`,
    },
  ])('refuses $what', async ({ token }) => {
    await expect(verifier.verify(token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('accepts a token until it ends, also from its memory', async () => {
    const player = tokens.player()
    const asked = { count: 0 }
    // No earlier than the token, which the system's clock has dated.
    const moving = new TestClock(Date.now())
    const counting = new TokenVerifier(() => Promise.resolve(tokens.keys).finally(() => (asked.count += 1)), moving)
    await counting.verify(player.token, 'player')
    expect(await counting.verify(player.token, 'player')).toMatchObject({ sub: player.id, sid: player.sessionId })
    expect(asked.count).toBe(1)
    // The token was signed by the clock of the machine, which may be some time ahead of this one.
    moving.advance(25 * 60 * 60_000)
    await expect(counting.verify(player.token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('asks for keys anew when a key is not known, but not more than once a second', async () => {
    const other = new TestTokens('next')
    const asked = { count: 0 }
    const moving = new TestClock(clock.now())
    const rotating = new TokenVerifier(
      () => Promise.resolve(asked.count === 0 ? tokens.keys : other.keys).finally(() => (asked.count += 1)),
      moving,
    )
    const { token } = other.player()
    await expect(rotating.verify(token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(rotating.verify(token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(asked.count).toBe(1)
    moving.advance(1_000)
    await rotating.verify(token, 'player')
    expect(asked.count).toBe(2)
  })

  it('goes by the clock that it was given, whatever that of the machine says', async () => {
    const behind = new TokenVerifier(() => Promise.resolve(tokens.keys), new TestClock(Date.now() - 60_000))
    const ended = tokens.sign({ ...claims, aud: 'player' }, -30)
    expect(await behind.verify(ended, 'player')).toMatchObject({ sub: claims.sub })
  })

  it('does not take a token of its memory for another audience', async () => {
    const admin = tokens.admin()
    await verifier.verify(admin.token, 'admin')
    await expect(verifier.verify(admin.token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await verifier.verify(admin.token, 'admin')).toMatchObject({ sub: admin.id })
  })

  it('forgets a key that is published no more, and the tokens of it that it knows', async () => {
    const [revoked, kept] = [new TestTokens('revoked'), new TestTokens('kept')]
    const published = [...revoked.keys, ...kept.keys]
    const watching = new TokenVerifier(() => Promise.resolve([...published]), clock)
    const [lost, stays] = [revoked.player(), kept.player()]
    await Promise.all([lost, stays].map(({ token }) => watching.verify(token, 'player')))
    published.splice(0, revoked.keys.length)
    await watching.refresh()
    await expect(watching.verify(lost.token, 'player')).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await watching.verify(stays.token, 'player')).toMatchObject({ sub: stays.id })
  })

  it('goes on with the keys that it knows while auth does not answer', async () => {
    const auth = { answers: true }
    const watching = new TokenVerifier(
      () => (auth.answers ? Promise.resolve(tokens.keys) : Promise.reject(new Refusal('unavailable'))),
      clock,
    )
    const player = tokens.player()
    await watching.verify(player.token, 'player')
    auth.answers = false
    await watching.watch(testLogger('keys')).stop()
    expect(await watching.verify(player.token, 'player')).toMatchObject({ sub: player.id })
  })

  it('lets a role do what its list says', async () => {
    const admin = tokens.admin('auditor')
    const verified = await verifier.verify(admin.token, 'admin')
    expect(adminOf(verified, ['owner', 'auditor'])).toMatchObject({ id: admin.id, role: 'auditor' })
    const asOwner = Promise.resolve().then(() => adminOf(verified, ['owner']))
    await expect(asOwner).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each([
    { header: 'Bearer abc', token: 'abc' },
    { header: 'bearer abc', token: 'abc' },
    { header: 'Basic abc', token: undefined },
    { header: 'Bearer a b', token: undefined },
    { header: undefined, token: undefined },
  ])('reads the header $header as $token', ({ header, token }) => {
    expect(bearerToken(header)).toBe(token)
  })
})

describe('ids', () => {
  it('are UUIDs of version 7 that sort by time', () => {
    const early = systemRandomness.id(1_700_000_000_000)
    const late = systemRandomness.id(1_700_000_000_001)
    expect(z.uuidv7().safeParse(early).success).toBe(true)
    expect(early < late).toBe(true)
    expect(early.startsWith((1_700_000_000_000).toString(16).padStart(12, '0').slice(0, 8))).toBe(true)
  })
})

describe('a loop', () => {
  it('runs again when woken, survives an error, and never overlaps', async () => {
    const seen = { runs: 0, atOnce: 0, most: 0 }
    const thirdRun = Promise.withResolvers<undefined>()
    const loop = startLoop('test', 60_000, testLogger('loop'), async () => {
      seen.atOnce += 1
      seen.most = Math.max(seen.most, seen.atOnce)
      await Promise.resolve()
      seen.atOnce -= 1
      seen.runs += 1
      loop.wake()
      if (seen.runs === 1) throw new Error('once')
      if (seen.runs === 3) thirdRun.resolve(undefined)
    })
    await thirdRun.promise
    await loop.stop()
    expect(seen).toMatchObject({ atOnce: 0, most: 1 })
  })

  it.each([
    { what: 'a service that is not up yet is a warning', thrown: new Refusal('unavailable'), level: 40 },
    { what: 'a fault is an error', thrown: new Error('a fault'), level: 50 },
  ])('logs that $what', async ({ thrown, level }) => {
    const logged: string[] = []
    const log = createLogger('loop', 'info', { write: (line) => void logged.push(line) })
    await startLoop('test', 60_000, log, () => Promise.reject(thrown)).stop()
    expect(logged.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level }])
  })

  it('tells work that would go on that it is being stopped', async () => {
    const started = Promise.withResolvers<undefined>()
    const loop = startLoop('test', 60_000, testLogger('loop'), async (stopping) => {
      started.resolve(undefined)
      while (!stopping.aborted) await setImmediate()
    })
    await started.promise
    await expect(loop.stop()).resolves.toBeUndefined()
  })
})
