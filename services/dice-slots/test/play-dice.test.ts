import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { diceOdds, serverSeedHash, toHundredths, verifyProof } from '@kismet/fairness'
import { betIdFor } from '@kismet/contracts'
import { refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'
import type { PlayInput } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  await world.start()
})
afterAll(() => world.remove())

describe('a play', () => {
  it('uses the published commitment up, reveals its seed and publishes the next one', async () => {
    const player = world.player()
    const published = await world.commitment(player)
    expect(await world.commitment(player)).toEqual(published)
    expect(published).toMatchObject({ game: 'dice', version: '1', nonce: 1 })

    const { answer, replayed } = await world.play(player, {
      betAmount: 250.5,
      rollOver: 40,
      clientSeed: 'mine-0123456789abcdef',
      serverSeedHash: published.serverSeedHash,
    })
    expect(replayed).toBe(false)
    expect(serverSeedHash(answer.serverSeed)).toBe(published.serverSeedHash)
    const won = answer.roll >= 40
    const payout = won ? Math.floor(25_050 * (diceOdds(4_000).multiplierTenThousandths / 10_000)) / 100 : 0
    expect(answer).toMatchObject({
      serverSeedHash: published.serverSeedHash,
      hash: published.serverSeedHash,
      version: '1',
      clientSeed: 'mine-0123456789abcdef',
      nonce: 1,
      rollOver: 40,
      result: won ? 'win' : 'loss',
      multiplier: 1.65,
      payout,
      netGain: Math.round((payout - 250.5) * 100) / 100,
      balance: world.wallet.balanceOf(player.id) / 100,
      balanceSeq: world.wallet.placed(player.id)[0]?.balanceSeq,
      bonusReleased: false,
    })
    const next = await world.commitment(player)
    expect({ serverSeedHash: next.serverSeedHash, nonce: next.nonce }).toEqual(answer.next)
    expect(next.nonce).toBe(2)
    await world.expectConsistent(player)
  })

  it('has a proof that its owner alone can read and that verifies', async () => {
    const player = world.player()
    const { answer } = await world.play(player, {
      betAmount: 100.01,
      rollOver: 12.34,
      clientSeed: 'abc-0123456789ABCDEF',
    })
    const proof = await world.proof(player, answer.betId)
    expect(verifyProof(proof)).toMatchObject({ valid: true, id: answer.betId })
    expect(proof.proof).toMatchObject({
      clientSeedBy: 'player',
      params: { rollOver: 12.34 },
      outcome: { roll: answer.roll },
      stake: 100.01,
      payout: answer.payout,
    })
    const forged = { ...proof.proof, outcome: { roll: toHundredths(answer.roll) === 0 ? 1 : 0 } }
    expect(verifyProof({ proof: forged }).valid).toBe(false)
    await expect(world.proof(world.player(), answer.betId)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of a bet that nobody made is not found', async () => {
    const player = world.player()
    await expect(world.proof(player, betIdFor('dice', player.id))).rejects.toMatchObject({ code: 'not_found' })
    await expect(world.proof(player, 'no-uuid')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('takes a client seed of the server when the player sends none, and says so', async () => {
    const player = world.player()
    await world.setSeed(player, 'lucky_7')
    const { answer } = await world.play(player)
    expect(answer.clientSeed).toMatch(/^lucky_7-[A-Za-z0-9]{16}$/)
    expect((await world.proof(player, answer.betId)).proof.clientSeedBy).toBe('server')
  })

  it('is counted', async () => {
    const service = await world.start()
    expect(await service.registry.metrics()).toContain('# TYPE game_unread_bets_total counter')
  })
})

describe('the own seed', () => {
  it('is made at first use, stays, and can be chosen', async () => {
    const player = world.player()
    const [first, second] = await Promise.all([world.commitment(player), world.commitment(player)])
    expect(first).toEqual(second)
    expect(first.clientSeed).toMatch(/^[0-9a-f]{16}$/)
    expect(await world.setSeed(player, 'a_b-C')).toEqual({ clientSeed: 'a_b-C' })
    expect(await world.commitment(player)).toEqual({ ...first, clientSeed: 'a_b-C' })
  })

  it.each([{ seed: '' }, { seed: 'x'.repeat(48) }, { seed: 'a b' }])('may not be "$seed"', async ({ seed }) => {
    const player = world.player()
    const before = await world.commitment(player)
    await expect(world.setSeed(player, seed)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await world.commitment(player)).toEqual(before)
  })
})

describe('the list of plays', () => {
  it('shows the own newest plays, newest first', async () => {
    const player = world.player()
    const bets: string[] = []
    for (const rollOver of [10, 20.5, 99.99]) bets.unshift((await world.play(player, { rollOver })).answer.betId)
    const plays = await world.plays(player)
    expect(plays.map((play) => play.betId)).toEqual(bets)
    expect(plays[0]).toMatchObject({ rollOver: 99.99, bet: 100 })
    expect(await world.plays(player, 2)).toEqual(plays.slice(0, 2))
    expect(await world.plays(world.player())).toEqual([])
  })
})

describe('a request that is not valid', () => {
  it.each<{ what: string; input: PlayInput; key?: string; code: string }>([
    { what: 'a stake below the least', input: { betAmount: 99.99 }, code: 'invalid_request' },
    { what: 'a stake above the most', input: { betAmount: 100_000.01 }, code: 'invalid_request' },
    { what: 'a third decimal', input: { betAmount: 100.001 }, code: 'invalid_request' },
    { what: 'a roll-over above the most', input: { rollOver: 100 }, code: 'invalid_request' },
    { what: 'a roll-over below 0', input: { rollOver: -0.01 }, code: 'invalid_request' },
    { what: 'a roll-over with a third decimal', input: { rollOver: 50.505 }, code: 'invalid_request' },
    { what: 'a client seed of another form', input: { clientSeed: 'a:b' }, code: 'invalid_request' },
    { what: 'a client seed that is too long', input: { clientSeed: 'a'.repeat(65) }, code: 'invalid_request' },
    { what: 'a hash of another form', input: { serverSeedHash: 'abc' }, code: 'invalid_request' },
    { what: 'a key that is too short', input: {}, key: 'short', code: 'invalid_request' },
    { what: 'another commitment', input: { serverSeedHash: '0'.repeat(64) }, code: 'commitment_changed' },
    { what: 'a win above the maximum', input: { betAmount: 100_000, rollOver: 90.11 }, code: 'max_win_exceeded' },
    {
      what: 'a win above the maximum on another commitment',
      input: { betAmount: 100_000, rollOver: 99.99, serverSeedHash: '0'.repeat(64) },
      code: 'commitment_changed',
    },
  ])('$what: $code, and nothing has changed', async ({ input, key, code }) => {
    const player = world.player()
    const before = await world.commitment(player)
    const asked = world.wallet.asked.length
    await expect(world.play(player, input, key)).rejects.toMatchObject({ code })
    expect(await world.commitment(player)).toEqual(before)
    expect(world.wallet.asked).toHaveLength(asked)
    await world.expectConsistent(player)
  })

  it('without a token is refused', async () => {
    await expect(world.play({ ...world.player(), token: '' })).rejects.toMatchObject({ code: 'unauthenticated' })
  })
})

describe('a refusal by the wallet', () => {
  it.each([
    { code: 'insufficient_balance' as const, message: 'Insufficient balance!' },
    { code: 'limit_reached' as const, message: 'This exceeds a limit that you set. See your limits under Safer play.' },
    { code: 'self_excluded' as const, message: 'You have excluded yourself from play.' },
    { code: 'time_out' as const, message: 'You are taking a break from play.' },
    { code: 'too_many_requests' as const, message: 'Too many requests. Please wait a moment.' },
  ])('$code leaves the commitment current, the nonce and the key free', async ({ code, message }) => {
    const player = world.player()
    const key = newKey()
    const before = await world.commitment(player)
    world.wallet.behave(refuse(code))
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code, message })
    expect(await world.commitment(player)).toEqual(before)
    await world.expectConsistent(player)

    const { answer, replayed } = await world.play(player, { serverSeedHash: before.serverSeedHash }, key)
    expect(answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
    expect(replayed).toBe(false)
    await world.expectConsistent(player)
  })

  it('shows no proof of the refused bet', async () => {
    const player = world.player()
    world.wallet.behave(refuse('insufficient_balance'))
    await expect(world.play(player)).rejects.toMatchObject({ code: 'insufficient_balance' })
    const betId = world.wallet.asked.at(-1)?.betId ?? ''
    await expect(world.proof(player, betId)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('comes when the money is spent, and only then', async () => {
    const player = world.player()
    world.wallet.setBalance(player.id, 10_000)
    const plays = await Promise.allSettled(Array.from({ length: 100 }, () => world.play(player, { rollOver: 99.99 })))
    const won = plays.some((play) => play.status === 'fulfilled' && play.value.answer.result === 'win')
    const accepted = plays.filter((play) => play.status === 'fulfilled')
    if (!won) expect(accepted).toHaveLength(1)
    for (const play of plays) {
      if (play.status === 'rejected') expect(play.reason).toMatchObject({ code: 'insufficient_balance' })
    }
    await world.expectConsistent(player)
  })
})
