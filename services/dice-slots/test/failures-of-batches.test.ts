import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { claimQuery } from '@kismet/game-kit/db/claim'
import type { Draft } from '@kismet/game-kit/db/claim'
import { eventually } from '@kismet/test-env/eventually'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

const serviceRole = 'kismet_test_dice_slots'

describe('a batch that cannot be written', () => {
  const askedOf = (player: TestPlayer) => world.wallet.asked.filter((play) => play.playerId === player.id).length

  it('with a seat that is locked: the others are played, and that one is told and never booked', async () => {
    await world.start()
    const players = Array.from({ length: 5 }, () => world.player())
    for (const player of players) await world.commitment(player)
    const [locked, ...others] = players
    if (locked === undefined) throw new Error('There are no players')
    const lock = await world.owner.connect()
    try {
      await lock.query('BEGIN')
      await lock.query('SELECT FROM seat WHERE player_id = $1 FOR UPDATE', [locked.id])
      const waiting = expect(world.play(locked)).rejects.toMatchObject({ code: 'unavailable' })
      for (const player of others) await world.play(player)
      await Promise.all(others.map((player) => world.play(player)))
      await waiting
    } finally {
      await lock.query('ROLLBACK')
      lock.release()
    }
    expect((await world.play(locked)).answer.nonce).toBe(1)
    expect(askedOf(locked)).toBe(1)
    for (const player of players) await world.expectConsistent(player)
  }, 20_000)

  it('with the end of a play whose seat is locked: the others are played, and it is written when the lock is gone', async () => {
    await world.start()
    const player = world.player()
    await world.commitment(player)
    const lock = await world.owner.connect()
    try {
      world.wallet.behave(async (book) => {
        await lock.query('BEGIN')
        await lock.query('SELECT FROM seat WHERE player_id = $1 FOR UPDATE', [player.id])
        return book()
      })
      await world.play(player)
      for (let turn = 0; turn < 3; turn += 1) await world.play(world.player())
      expect(await world.betsOf(player)).toEqual([])
    } finally {
      await lock.query('ROLLBACK')
      lock.release()
    }
    await world.expectConsistent(player)
    expect(await world.betsOf(player)).toHaveLength(1)
  }, 20_000)

  const backends = async () => {
    const sql = 'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND usename = $1'
    return (await world.owner.query<{ pid: number }>(sql, [serviceRole])).rows.map(({ pid }) => pid)
  }

  it('though nothing in it is to blame: it is written again, but never a claim whose sender was told', async () => {
    await world.start()
    const [first, second, third] = [world.player(), world.player(), world.player()]
    for (const player of [first, second, third]) await world.commitment(player)
    await world.play(third)
    const before = await backends()
    await world.owner.query(`REVOKE UPDATE ON seat FROM ${serviceRole}`)
    try {
      const told = expect(world.play(first)).rejects.toMatchObject({ code: 'unavailable' })
      await eventually('the journal has connected anew', async () =>
        (await backends()).some((pid) => !before.includes(pid)),
      )
      await Promise.all([told, expect(world.play(second)).rejects.toMatchObject({ code: 'unavailable' })])
    } finally {
      await world.owner.query(`GRANT UPDATE ON seat TO ${serviceRole}`)
    }
    expect((await world.play(third)).answer.nonce).toBe(2)
    expect([askedOf(first), askedOf(second)]).toEqual([0, 0])
    for (const player of [first, second, third]) await world.expectConsistent(player)
  }, 20_000)

  it('as far as is known, but was: a draft is told of its own seat again, until somebody takes the play over', async () => {
    const player = world.player()
    await world.start()
    const { serverSeedHash, version } = await world.commitment(player)
    await world.stopServices()
    const place = { playerId: player.id, game: 'dice', serverSeedHash } as const
    const draft: Draft = {
      request: {
        ...{ playerId: player.id, game: 'dice', key: newKey(), requestId: 'test', stakePaise: 100, params: {} },
        ...{ clientSeed: undefined, serverSeedHash: undefined },
      },
      betId: crypto.randomUUID(),
      inputHash: '00'.repeat(8),
      freshPart: 'fresh',
      next: { ...place, version, sealedSeed: Buffer.from('sealed') },
      nextMark: Buffer.from('marked'),
    }
    const claim = async () => {
      const { rows } = await world.owner.query<never>(claimQuery([draft], [`dice ${version}`], Date.now()))
      return rows as unknown[]
    }
    const taken = await claim()
    expect(taken).toHaveLength(1)
    expect(await claim()).toEqual(taken)
    await world.owner.query('UPDATE seat SET attempts = 2 WHERE player_id = $1', [player.id])
    expect(await claim()).toEqual([])
    await world.owner.query('UPDATE seat SET bet_id = NULL WHERE player_id = $1', [player.id])
  })
})
