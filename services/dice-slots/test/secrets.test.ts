import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyProof } from '@kismet/fairness'
import { systemClock } from '@kismet/service-kit/clock'
import { newKey } from '@kismet/game-kit/test/game-world'
import { diceSlots } from '../src/service.ts'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

const first = () => world.env().SEED_SECRETS ?? ''
const second = 'second:another secret of the same length as that'
const startWith = (SEED_SECRETS: string) => world.startAs(diceSlots, systemClock, { SEED_SECRETS })

describe('a new secret', () => {
  it('under load: no bet is refused, each commitment keeps its epoch, and old proofs verify', async () => {
    const players = Array.from({ length: 6 }, () => world.player())
    const published: string[] = []
    let isOver = false
    const load = async () => {
      while (!isOver)
        for (const player of players) await Promise.all([1, 2].map(() => world.play(player, {}, newKey())))
    }
    const before = await startWith(first())
    for (const player of players) published.push((await world.commitment(player)).serverSeedHash)
    const playing = load()
    // Each replica knows the new secret before one uses it (docs/operating/rotate-secrets.md).
    const knowing = await startWith(`${first()},${second}`)
    await world.stop(before)
    const using = await startWith(`${second},${first()}`)
    await world.stop(knowing)
    for (const player of players) await world.play(player)
    isOver = true
    await playing
    for (const [index, player] of players.entries()) {
      await world.expectConsistent(player)
      const [betId = ''] = world.betsOf(player)
      const proof = await world.proof(player, betId)
      expect(proof.proof.serverSeedHash).toBe(published[index])
      expect(verifyProof(proof).valid).toBe(true)
    }
    const [bets] = await Promise.all(players.map((player) => world.betsInTable(player, 'dice')))
    expect(bets?.map(({ next }) => next.epoch)).toContain('second')
    await world.stop(using)
  })

  it.each([
    { what: 'without the secret of an epoch that was in use', list: () => second, message: /epoch first is missing/ },
    {
      what: 'with another secret under a used id',
      list: () => 'first:not the secret that it was before at all',
      message: /epoch first is not the one/,
    },
    { what: 'with a secret that is too short', list: () => 'first:short', message: /SEED_SECRETS/ },
  ])('$what: the service does not start', async ({ list, message }) => {
    await world.stop(await startWith(`${second},${first()}`))
    await expect(startWith(list())).rejects.toThrow(message)
  })
})
