import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { held } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'
import type { PlayInput } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  await world.start()
  await world.start()
})
afterAll(() => world.remove())

describe('the same key again, with two replicas', () => {
  it('and the same input: the first answer, marked as replayed, whatever was played since', async () => {
    const player = world.player()
    const key = newKey()
    const { serverSeedHash } = await world.commitment(player)
    const input = { betAmount: 321, rollOver: 33.33, clientSeed: 'c-0123456789abcdef', serverSeedHash }
    const first = await world.play(player, input, key)
    await world.play(player)
    expect(await world.play(player, input, key)).toEqual({ answer: first.answer, replayed: true })
    await world.expectConsistent(player)
  })

  it.each<{ what: string; other: PlayInput }>([
    { what: 'stake', other: { betAmount: 101 } },
    { what: 'roll-over', other: { rollOver: 50.51 } },
    { what: 'client seed', other: { clientSeed: 'other' } },
    { what: 'hash', other: { serverSeedHash: '0'.repeat(64) } },
    { what: 'stake, which could also win too much', other: { betAmount: 100_000, rollOver: 99.99 } },
  ])('and another $what: a conflict, and nothing has changed', async ({ other }) => {
    const player = world.player()
    const key = newKey()
    await world.play(player, {}, key)
    await world.caughtUp()
    const before = await world.commitment(player)
    await expect(world.play(player, other, key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect(await world.commitment(player)).toEqual(before)
    await world.expectConsistent(player)
  })

  it('of another player is another play', async () => {
    const [one, other] = [world.player(), world.player()]
    const key = newKey()
    const plays = await Promise.all([world.play(one, {}, key), world.play(other, {}, key)])
    expect(plays.map((play) => play.replayed)).toEqual([false, false])
    expect(new Set(plays.map((play) => play.answer.betId)).size).toBe(2)
  })

  it('while the first still runs waits for its answer', async () => {
    const player = world.player()
    const key = newKey()
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const plays = [world.play(player, {}, key), world.play(player, {}, key), world.play(player, {}, key)]
    await eventually('the wallet is asked', () => world.wallet.asked.some((play) => play.playerId === player.id))
    gate.open()
    const answers = await Promise.all(plays)
    expect(new Set(answers.map((play) => play.answer.betId)).size).toBe(1)
    expect(answers.filter((play) => !play.replayed)).toHaveLength(1)
    await world.expectConsistent(player)
  })

  it('50 times at once: one play', async () => {
    const player = world.player()
    const key = newKey()
    const plays = await Promise.all(Array.from({ length: 50 }, () => world.play(player, {}, key)))
    expect(new Set(plays.map((play) => JSON.stringify(play.answer))).size).toBe(1)
    expect(plays.filter((play) => !play.replayed)).toHaveLength(1)
    await world.expectConsistent(player)
    expect(world.betsOf(player)).toHaveLength(1)
  })
})

describe('what a player reads after an answer, with two replicas', () => {
  it('has that bet, whichever replica placed it', async () => {
    const player = world.player()
    for (let nonce = 1; nonce <= 10; nonce += 1) {
      const { answer } = await world.play(player)
      const [commitment, plays, proof] = await Promise.all([
        world.commitment(player),
        world.plays(player),
        world.proof(player, answer.betId),
      ])
      expect(commitment).toMatchObject(answer.next)
      expect(plays[0]?.betId).toBe(answer.betId)
      expect(proof.proof.nonce).toBe(nonce)
    }
  })
})

describe('50 parallel plays of one player, with two replicas', () => {
  it('take the commitments one after the other, without a gap', async () => {
    const player = world.player()
    const plays = await Promise.all(Array.from({ length: 50 }, () => world.play(player, { rollOver: 0 })))
    expect(plays.map((play) => play.answer.nonce).sort((a, b) => a - b)).toEqual(plays.map((_play, index) => index + 1))
    const byNonce = new Map(plays.map(({ answer }) => [answer.nonce, answer]))
    for (const { answer } of plays)
      expect(byNonce.get(answer.next.nonce)?.serverSeedHash ?? answer.next.serverSeedHash).toBe(
        answer.next.serverSeedHash,
      )
    expect(new Set(plays.map((play) => play.answer.serverSeedHash)).size).toBe(50)
    await world.expectConsistent(player)
  })

  it('that all name one commitment: one is played, the others are told', async () => {
    const player = world.player()
    const { serverSeedHash } = await world.commitment(player)
    const plays = await Promise.allSettled(Array.from({ length: 50 }, () => world.play(player, { serverSeedHash })))
    expect(plays.filter((play) => play.status === 'fulfilled')).toHaveLength(1)
    for (const play of plays) {
      if (play.status === 'rejected') expect(play.reason).toMatchObject({ code: 'commitment_changed' })
    }
    await world.expectConsistent(player)
  })

  it('that are the first of their player: the first commitment is made once', async () => {
    const player = world.player()
    const published = await Promise.all(Array.from({ length: 20 }, () => world.commitment(player)))
    expect(new Set(published.map((commitment) => JSON.stringify(commitment))).size).toBe(1)
  })
})
