import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { enterInLedger, runAsOwner } from '@kismet/game-kit/test/owner'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { begin, makeUpResult, makeUpResultUnder, numberIn, plan, repair, takeOff, wrongMark } from './tampering.ts'
import { MinesWorld } from './world.ts'

let world: MinesWorld
/** Connects as the service, with the rights of an attacker who controls the service. */
let role: Pool

beforeAll(async () => {
  world = await MinesWorld.create()
  role = createPool({ url: world.database.urlOf('mines'), schema: 'mines', maxConnections: 1, log: testLogger('role') })
})
afterEach(() => world.stopServices())
afterAll(async () => {
  await role.end()
  await world.remove()
})

describe('new commitments', () => {
  /** A player whose seat got another mark from an attacker after the first game. */
  async function lockedOut(mark: Buffer): Promise<TestPlayer> {
    const player = world.player()
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await world.expectConsistent(player)
    await role.query(begin, [player.id, world.player().id])
    await role.query(takeOff, [player.id, mark])
    return player
  }

  it('are those of the seats that nobody can play, which are told by a number until then; their nonces stay', async () => {
    const { registry } = await world.start()
    const locked = () => numberIn(registry, 'game_seats_not_marked')
    const before = await locked()
    const player = await lockedOut(Buffer.alloc(16))
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await locked()).toBe(before + 1)
    const { serverSeedHash, nonce } = await world.commitment(player)
    const { stdout } = await plan(world, [player.id])
    const shown = await runAsOwner(world.owner, stdout, 'ROLLBACK')
    expect(await locked()).toBe(before + 1)
    expect(await runAsOwner(world.owner, stdout)).toEqual(shown)
    expect(await locked()).toBe(before)
    const next = await world.commitment(player)
    expect(next).toMatchObject({ nonce: 2 })
    expect(shown).toEqual([
      `${player.id} at mines, nonce ${nonce}: commitment ${next.serverSeedHash} replaces ${serverSeedHash}`,
    ])
    await world.cashOutOne(player, (await world.begin(player, { serverSeedHash: next.serverSeedHash })).game.id)
    await eventually('the game is recorded', async () => (await world.claimOf(player)) === undefined)
    expect((await world.gamesOf(player)).map((game) => game.nonce)).toEqual([1, 2])
    await expect(plan(world, [player.id])).resolves.toMatchObject({ stdout: '', stderr: '' })
  })

  it('are made for all at once; a seat that can be played, that has an open bet, or that has changed since, is left', async () => {
    await world.start()
    const [one, other, changed] = [await lockedOut(wrongMark), await lockedOut(wrongMark), await lockedOut(wrongMark)]
    const sound = world.player()
    const published = await world.commitment(sound)
    const betId = world.player().id
    await world.stopServices()
    await role.query(begin, [other.id, betId])
    const { stdout } = await plan(world, ['all'])
    expect(stdout).not.toContain(sound.id)
    await role.query(begin, [changed.id, world.player().id])
    await role.query(takeOff, [changed.id, Buffer.alloc(16)])
    const shown = await runAsOwner(world.owner, stdout)
    expect(shown.filter((line) => line.startsWith(other.id))).toEqual([
      expect.stringContaining(`the service will void the bet ${betId}`),
    ])
    expect(shown.filter((line) => line.startsWith(changed.id))).toEqual([])
    await world.start()
    await world.begin(one)
    await expect(world.begin(changed)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.commitment(sound)).toEqual(published)
    const moved = role.query(`UPDATE seat SET sealed_seed = '' WHERE player_id = $1`, [sound.id])
    await expect(moved).rejects.toMatchObject({ code: '23001' })
  })

  it('are made where somebody has written a result with the nonce of a seat, which is deleted and shown', async () => {
    await world.start()
    const player = await lockedOut(wrongMark)
    const madeUp = world.player().id
    await role.query(makeUpResult, [player.id, madeUp])
    expect(await repair(world, player.id)).toEqual([
      expect.stringMatching(new RegExp(`deletes a result that the service did not write: .*"bet_id": ?"${madeUp}"`)),
      expect.stringContaining('nonce 2: commitment'),
    ])
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await eventually('the game is recorded', async () => (await world.claimOf(player)) === undefined)
  })

  it('are not made for a valid commitment: a result that somebody has written with its nonce is counted, and once it is deleted the game is recorded', async () => {
    const { registry } = await world.start()
    const player = world.player()
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await world.expectConsistent(player)
    await role.query(makeUpResult, [player.id, world.player().id])
    const counted = () => numberIn(registry, 'game_commitments_not_own_total')
    const before = await counted()
    const betId = (await world.begin(player)).game.id
    await world.cashOutOne(player, betId)
    await eventually('it is counted', async () => (await counted()) > before)
    expect(await world.claimOf(player)).toBe(betId)

    expect(await repair(world, player.id)).toEqual([expect.stringContaining('deletes a result')])
    await world.settled(player)
    await world.expectConsistent(player)
    expect(await repair(world, player.id)).toEqual([])
  })

  it('are not made for a valid commitment whose bet has its result under the name of another player, which is deleted', async () => {
    await world.start()
    const [player, other] = [world.player(), world.player()]
    const betId = (await world.begin(player)).game.id
    await world.commitment(other)
    await role.query(makeUpResultUnder, [other.id, betId])
    await enterInLedger(world.owner, { betId, playerId: player.id, kind: 'reserve' })
    expect(await repair(world, player.id)).toEqual([expect.stringContaining('deletes a result')])
    await world.cashOutOne(player, betId)
    await world.settled(player)
    await world.expectConsistent(player)
  })

  it('are made where somebody has put an old bet on a seat, which leaves the seat', async () => {
    await world.start()
    const player = world.player()
    const betId = (await world.begin(player)).game.id
    await world.cashOutOne(player, betId)
    await world.expectConsistent(player)
    await world.stopServices()
    await role.query(begin, [player.id, betId])
    await enterInLedger(world.owner, { betId, playerId: player.id, kind: 'reserve' })
    await enterInLedger(world.owner, { betId, playerId: player.id, kind: 'settle' })
    expect(await repair(world, player.id)).toEqual([expect.stringContaining(`the bet ${betId} leaves the seat`)])
    await world.start()
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await eventually('the game is recorded', async () => (await world.claimOf(player)) === undefined)
  })

  it.each([
    {
      what: 'a nonce that cannot be read',
      first: '00000000-0000-0000-0000-000000000000',
      nonce: '9223372036854775807',
      isMade: false,
    },
    { what: 'no seed', first: '00000000-0000-0000-0000-000000000001', nonce: '1', isMade: true },
  ])(
    'are made, and the service starts, though somebody has put a seat with $what before all others',
    async ({ first, nonce, isMade }) => {
      await world.start()
      const player = await lockedOut(wrongMark)
      await world.stopServices()
      await role.query(
        `INSERT INTO seat (player_id, game, nonce, version, server_seed_hash, sealed_seed) SELECT $2, game, $3, version, server_seed_hash, 'junk' FROM seat WHERE player_id = $1`,
        [player.id, first, nonce],
      )
      const { stdout } = await plan(world, ['all'])
      expect(stdout.includes(first)).toBe(isMade)
      await runAsOwner(world.owner, stdout)
      await world.start()
      await world.begin(player)
    },
  )

  it.each([
    { what: 'names', players: [], said: 'usage' },
    {
      what: 'the secret of the service',
      players: ['all'],
      env: { SEED_SECRET: 'another secret of the same length' },
      said: 'SEED_SECRET cannot decrypt',
    },
  ])('are not made without $what', async ({ players, env, said }) => {
    await world.start()
    await world.commitment(world.player())
    await expect(plan(world, players, env)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(said),
    })
  })

  it('have no name in their SQL that somebody has written into the table', async () => {
    await world.start()
    const player = world.player()
    await world.commitment(player)
    await role.query(
      `INSERT INTO seat (player_id, game, version, server_seed_hash, sealed_seed, mark) SELECT player_id, $2, version, server_seed_hash, sealed_seed, $3 FROM seat WHERE player_id = $1`,
      [player.id, "'; DROP TABLE mines.seat; --", wrongMark],
    )
    await expect(plan(world, [player.id])).resolves.toEqual({
      stdout: '',
      stderr: `${player.id} has a seat at no game of this service: left as it is\n`,
    })
  })
})
