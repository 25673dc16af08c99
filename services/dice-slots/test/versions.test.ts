import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { readSettledPlays } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { claimOf, findSeat } from '@kismet/game-kit/db/seats'
import { takeOver } from '@kismet/game-kit/finish'
import { defineGameService } from '@kismet/game-kit/service'
import { startSweep } from '@kismet/game-kit/sweep'
import { eventually } from '@kismet/test-env/eventually'
import { dice, diceRules } from '../src/domain/dice.ts'
import { operations } from '../src/rpc/index.ts'
import { fail } from '@kismet/game-kit/test/fake-wallet'
import { laterClock, newKey } from '@kismet/game-kit/test/game-world'
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
  wake: readSettledPlays.wake,
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

  it('that a release does not know is refused before anything is claimed', async () => {
    const player = world.player()
    await world.startAs(upgraded)
    const published = await world.commitment(player)
    await world.stopServices()

    await world.start()
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.claimOf(player)).toBeUndefined()
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

  it('of a play that is not finished leaves that play, without a lease, to a release that knows it', async () => {
    const player = world.player()
    const key = newKey()
    await world.startAs(upgraded)
    await world.commitment(player)
    world.wallet.behave(fail)
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'unavailable' })
    await world.stopServices()
    const leaseOf = async () => {
      const sql = 'SELECT bet_id, attempts, leased_until, retry_at FROM seat WHERE player_id = $1'
      return (await world.owner.query<object>(sql, [player.id])).rows
    }
    const lease = await leaseOf()

    const old = { ...(await world.start()).context, clock: laterClock }
    const queries = jest.spyOn(old.db, 'query')
    const sweep = startSweep(old)
    await eventually(
      'it has swept',
      () => queries.mock.calls.filter(([sql]) => sql.includes('retry_at <= $1')).length >= 2,
    )
    await sweep.stop()
    const seat = await findSeat(old.db, player.id, 'dice')
    const claim = seat && claimOf(seat)
    expect(claim && (await takeOver(old, claim, 'test'))).toBeUndefined()
    expect(claim).toBeDefined()
    expect(await leaseOf()).toEqual(lease)
    await world.stopServices()

    await world.startAs(upgraded)
    expect((await world.play(player, {}, key)).answer).toMatchObject({ version: '2', nonce: 1 })
    await world.expectConsistent(player)
  })
})
