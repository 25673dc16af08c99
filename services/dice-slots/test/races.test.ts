import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { playTimeoutMs } from '@kismet/contracts'
import type { GameContext } from '@kismet/game-kit/game-context'
import { playInstant } from '@kismet/game-kit/place-bet'
import { eventually } from '@kismet/test-env/eventually'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { dice } from '../src/domain/dice.ts'
import { held } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(async () => {
  world.wallet.isLogHeld = false
  await world.stopServices()
})
afterAll(() => world.remove())

const wager = { stakePaise: 10_000, params: { rollOver: 50.5 } }
/** Places a bet at one replica. */
const playAt = (ctx: GameContext, player: TestPlayer, key = newKey(), input: { serverSeedHash?: string } = {}) =>
  playInstant(ctx, { player, meta: { key, requestId: 'test' }, input, replayed: () => undefined }, dice, wager)

/** Two replicas whose reader is held back: each learns of the bets of the other from the wallet alone. */
async function twoBehind() {
  const [one, other] = [(await world.start()).context, (await world.start()).context]
  const player = world.player()
  await world.commitment(player)
  world.wallet.isLogHeld = true
  return { one, other, player }
}

async function catchUp() {
  world.wallet.isLogHeld = false
  world.wallet.wake()
  await world.caughtUp()
}

describe('two replicas, of which one is behind', () => {
  it('one nonce is booked once: the replica that meets the conflict takes the next', async () => {
    const { one, other, player } = await twoBehind()
    expect((await playAt(one, player)).nonce).toBe(1)
    expect((await playAt(other, player)).nonce).toBe(2)
    expect((await playAt(one, player)).nonce).toBe(3)
    await catchUp()
    await world.expectConsistent(player)
  })

  it('a key that the other replica has booked gets its bet again', async () => {
    const { one, other, player } = await twoBehind()
    const key = newKey()
    const first = await playAt(one, player, key)
    await playAt(one, player)
    expect(await playAt(other, player, key)).toMatchObject({ betId: first.betId, outcome: first.outcome })
    expect(world.betsOf(player)).toHaveLength(2)
    await catchUp()
    await world.expectConsistent(player)
  })

  it('a replica that is many bets behind learns all of them with one conflict', async () => {
    const { one, other, player } = await twoBehind()
    for (let bets = 1; bets <= 7; bets += 1) await playAt(one, player)
    expect((await playAt(other, player)).nonce).toBe(8)
    await catchUp()
    await world.expectConsistent(player)
  })

  it('takes the newest commitment that the other replica has published, and refuses a used one', async () => {
    const { one, other, player } = await twoBehind()
    const first = await playAt(one, player)
    const used = { serverSeedHash: first.serverSeedHash }
    await expect(playAt(other, player, newKey(), used)).rejects.toMatchObject({ code: 'commitment_changed' })
    const next = { serverSeedHash: first.nextServerSeedHash }
    expect((await playAt(other, player, newKey(), next)).nonce).toBe(2)
    await catchUp()
    await world.expectConsistent(player)
  })

  it('the same request at both at once: one bet', async () => {
    const { one, other, player } = await twoBehind()
    const key = newKey()
    const bets = await Promise.all([playAt(one, player, key), playAt(other, player, key)])
    expect(new Set(bets.map(({ betId }) => betId)).size).toBe(1)
    await catchUp()
    await world.expectConsistent(player)
  })

  it('many requests at both at once: each key once', async () => {
    const { context: one } = await world.start()
    const { context: other } = await world.start()
    const player = world.player()
    const keys = Array.from({ length: 20 }, newKey)
    const placeAll = () =>
      Promise.allSettled(keys.flatMap((key) => [playAt(one, player, key), playAt(other, player, key)]))
    await placeAll()
    await catchUp()
    for (const key of keys) await playAt(one, player, key)
    expect(world.betsOf(player)).toHaveLength(keys.length)
    await world.expectConsistent(player)
  })
})

describe('a bet that waits in the queue', () => {
  it('is refused when its caller has reached the timeout', async () => {
    const { context } = await world.start()
    const player = world.player()
    const gate = held()
    await world.commitment(player)
    world.wallet.behave(gate.behaviour)
    const first = world.play(player)
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    const late = playAt(context, player)
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + playTimeoutMs)
    gate.open()
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })
    clock.mockRestore()
    await first
    expect(world.wallet.asked.filter(({ playerId }) => playerId === player.id)).toHaveLength(1)
  })
})
