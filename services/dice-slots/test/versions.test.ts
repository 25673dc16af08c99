import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyProof } from '@kismet/fairness'
import { defineGameService } from '@kismet/game-kit/service'
import { dice, diceRules } from '../src/domain/dice.ts'
import { operations } from '../src/rpc/index.ts'
import { World } from './world.ts'

/** A later release, whose new maths lets every play lose. */
const upgraded = defineGameService({
  name: 'dice-slots',
  folder: join(import.meta.dirname, '..'),
  games: [
    {
      ...dice,
      version: '2',
      versions: {
        ...dice.versions,
        '2': {
          ...diceRules,
          topWinPaise: (stakePaise) => 1_000 * stakePaise,
          settle: () => ({ outcome: { roll: 0 }, payoutPaise: 0, multiplierUnits: 0 }),
        },
      },
    },
  ],
  operations,
})

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

describe('a new version of the maths', () => {
  it('plays a commitment of the one before by that one, and publishes the next by its own', async () => {
    const player = world.player()
    await world.start()
    const before = await world.commitment(player)
    await world.stopServices()

    await world.startAs(upgraded)
    const old = await world.play(player, { rollOver: 0 })
    expect(old.answer).toMatchObject({ version: '1', serverSeedHash: before.serverSeedHash, result: 'win' })
    expect(verifyProof(await world.proof(player, old.answer.betId)).valid).toBe(true)
    expect(await world.commitment(player)).toMatchObject({ version: '2', nonce: 2 })
    expect((await world.play(player, { rollOver: 0 })).answer).toMatchObject({ version: '2', nonce: 2, payout: 0 })
    await world.expectConsistent(player)
  })

  it('that a release does not know is refused before the wallet is asked', async () => {
    const player = world.player()
    await world.startAs(upgraded)
    const published = await world.commitment(player)
    await world.stopServices()

    await world.start()
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.wallet.asked.filter((play) => play.playerId === player.id)).toEqual([])
    expect(await world.commitment(player)).toEqual(published)
    await world.stopServices()

    await world.startAs(upgraded)
    const { serverSeedHash } = published
    expect((await world.play(player, { serverSeedHash })).answer).toMatchObject({ version: '2', serverSeedHash })
    await world.expectConsistent(player)
  })

  it('may pay no play more than the house pays, though it is not the one that this play is played by', async () => {
    const player = world.player()
    await world.start()
    expect(await world.commitment(player)).toMatchObject({ version: '1' })
    await world.stopServices()

    await world.startAs(upgraded)
    const play = { betAmount: 50_000, rollOver: 0 }
    await expect(world.play(player, play)).rejects.toMatchObject({ code: 'max_win_exceeded' })
    await world.stopServices()
    await world.start()
    expect((await world.play(player, play)).answer).toMatchObject({ version: '1' })
  })
})
