import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorsOf } from '@kismet/game-kit/test/game-world'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { Registry } from '@kismet/service-kit/metrics'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { MinesWorld } from './world.ts'

let world: MinesWorld
/** Connected as the service is: whoever has taken it over can do as much. */
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

const closedBy = (betId: string) => world.wallet.reserved.get(betId)?.closed?.by
const wrongMark = Buffer.alloc(32, 'wrong')

const begin = 'UPDATE seat SET bet_id = $2, attempts = 1, leased_until = now(), retry_at = now() WHERE player_id = $1'
const takeOff = 'UPDATE seat SET bet_id = NULL, mark = $2 WHERE player_id = $1'

/** A game with a gem open, taken off its seat with a mark that is none of this service's. No replica remembers it. */
async function takenOff() {
  await world.start()
  const player = world.player()
  const betId = (await world.begin(player)).game.id
  const { gems } = await world.board(player)
  await world.reveal(player, betId, gems[0] ?? 0)
  await world.stopServices()
  await role.query(takeOff, [player.id, wrongMark])
  return { player, betId, gems }
}

const forget = (betId: string) => role.query('DELETE FROM lasting_play WHERE bet_id = $1', [betId])

/** A row of an end, with the nonce of the player's seat, that nobody has come to. */
const makeUpItsEnd = (playerId: string, betId: string) =>
  role.query(
    `INSERT INTO play (bet_id, player_id, game, nonce, version, server_seed, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by_player,
       idempotency_key, input_hash, stake_paise, params, outcome, multiplier_units, payout_paise, balance_paise, balance_seq, bonus_released, settled_at)
     SELECT $2, player_id, game, nonce, version, '\\x00', sha256(encode('\\x00', 'hex')::bytea), next_server_seed_hash, client_seed, client_seed_by_player,
       'made up', input_hash, stake_paise, params, '{"minePositions":[],"revealedTiles":[]}', 0, 0, 0, 0, false, now()
     FROM seat WHERE player_id = $1`,
    [playerId, betId],
  )
/** As the owner of the tables applies it. */
const takeMadeUpOut = (playerId: string) =>
  world.owner.query(
    `DELETE FROM play WHERE player_id = $1 AND game = 'mines' AND nonce >= (SELECT nonce FROM seat WHERE player_id = $1 AND game = 'mines')`,
    [playerId],
  )

const command = fileURLToPath(new URL('../src/bin/renew-commitments.ts', import.meta.url))
const renew = (players: readonly string[], env = {}) =>
  promisify(execFile)(process.execPath, [command, ...players], { env: { ...world.env(), ...env } })

describe('a game with gems open that somebody has put on another mark', () => {
  it.each([
    {
      what: 'as what stands of it is not forgotten',
      hide: async (betId: string) => expect(forget(betId)).rejects.toMatchObject({ code: '23001' }),
    },
    {
      what: 'as it stands among those that have ended when somebody has written that to have it forgotten',
      hide: async (betId: string, playerId: string) => {
        await makeUpItsEnd(playerId, betId)
        await forget(betId)
      },
    },
  ])(
    'is said with its bet, and not given back before the owner of the tables has it forgotten, $what',
    async ({ hide }) => {
      const { player, betId } = await takenOff()
      await hide(betId, player.id)
      const errors = errorsOf(await world.start())
      await role.query(begin, [player.id, betId])
      const unavailable = { code: 'unavailable' }
      await expect(world.active(player)).rejects.toMatchObject(unavailable)
      await expect(world.begin(player)).rejects.toMatchObject(unavailable)
      const untouched = 'SELECT FROM seat WHERE bet_id = $1 AND retry_at <= now() + interval $$62 s$$'
      await world.sweepUntil(async () => (await role.query(untouched, [betId])).rowCount === 0)
      expect(errors.filter((line) => line.includes(betId))).toEqual([expect.stringContaining('it was opened')])
      expect(closedBy(betId)).toBeUndefined()
      expect(await world.claimOf(player)).toBe(betId)

      await world.owner
        .query(`BEGIN; ALTER TABLE mines.lasting_play DISABLE TRIGGER lasting_play_is_held; DELETE FROM mines.lasting_play WHERE bet_id = '${betId}';
      ALTER TABLE mines.lasting_play ENABLE TRIGGER lasting_play_is_held; DELETE FROM mines.play WHERE bet_id = '${betId}'; COMMIT`)
      expect((await world.active(player)).game).toBeNull()
      expect(closedBy(betId)).toBe('void')
      await world.owner.query((await renew([player.id])).stdout)
      await world.cashOutOne(player, (await world.begin(player)).game.id)
      await world.expectConsistent(player)
    },
  )

  it('is counted and said when its player goes on with it, who is told that it cannot be played', async () => {
    const { player, betId, gems } = await takenOff()
    const replica = await world.start()
    const errors = errorsOf(replica)
    await role.query(begin, [player.id, betId])
    for (const move of [() => world.reveal(player, betId, gems[1] ?? 0), () => world.cashOut(player, betId)]) {
      const before = await numberIn(replica.registry, 'game_commitments_not_own_total')
      await expect(move()).rejects.toMatchObject({ code: 'unavailable' })
      expect(await numberIn(replica.registry, 'game_commitments_not_own_total')).toBeGreaterThan(before)
    }
    expect(errors.filter((line) => line.includes(betId))).toHaveLength(1)
    expect(closedBy(betId)).toBeUndefined()
  })
})

async function numberIn(registry: Registry, name: string): Promise<number> {
  const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${name}{game="mines"}`))
  return Number(line?.split(' ')[1] ?? Number.NaN)
}

describe('new commitments', () => {
  /** A player whose seat somebody has given another mark, after a first game. */
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
    const { stdout, stderr } = await renew([player.id])
    await world.owner.query(stdout)
    expect(await locked()).toBe(before)
    const next = await world.commitment(player)
    expect(next).toMatchObject({ nonce: 2 })
    expect(stderr).toBe(
      `${player.id} at mines, nonce ${nonce}: ${next.serverSeedHash} in the place of ${serverSeedHash}\n`,
    )
    await world.cashOutOne(player, (await world.begin(player, { serverSeedHash: next.serverSeedHash })).game.id)
    await eventually('the game is recorded', async () => (await world.claimOf(player)) === undefined)
    expect((await world.gamesOf(player)).map((game) => game.nonce)).toEqual([1, 2])
    await expect(renew([player.id])).resolves.toMatchObject({ stdout: '', stderr: '' })
  })

  it('are made for all at once; a seat that can be played, that has a bet, or that has changed since, is left', async () => {
    await world.start()
    const [one, other, changed] = [await lockedOut(wrongMark), await lockedOut(wrongMark), await lockedOut(wrongMark)]
    const sound = world.player()
    const published = await world.commitment(sound)
    const betId = world.player().id
    await world.stopServices()
    await role.query(begin, [other.id, betId])
    const { stdout, stderr } = await renew(['all'])
    expect(stderr).toContain(`left: ${other.id} at mines, where the bet ${betId} stands\n`)
    expect(stdout).not.toContain(other.id)
    expect(stdout).not.toContain(sound.id)
    await role.query(begin, [changed.id, world.player().id])
    await role.query(takeOff, [changed.id, Buffer.alloc(16)])
    await world.owner.query(stdout)
    await world.start()
    await world.begin(one)
    await expect(world.begin(changed)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.commitment(sound)).toEqual(published)
    const moved = role.query(`UPDATE seat SET sealed_seed = '' WHERE player_id = $1`, [sound.id])
    await expect(moved).rejects.toMatchObject({ code: '23001' })
  })

  it('are not made where somebody has written an end with the nonce of a seat, which is told, before that is gone', async () => {
    await world.start()
    const player = await lockedOut(wrongMark)
    const madeUp = world.player().id
    await makeUpItsEnd(player.id, madeUp)
    await expect(renew([player.id])).resolves.toEqual({
      stdout: '',
      stderr: `left: ${player.id} at mines, nonce 2: the end of the bet ${madeUp} is made up\n`,
    })
    await takeMadeUpOut(player.id)
    await world.owner.query((await renew([player.id])).stdout)
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await eventually('the game is recorded', async () => (await world.claimOf(player)) === undefined)
  })

  it('are not made where a seat can be played: an end that somebody has written with its nonce is told and counted, and once that is gone its game is recorded', async () => {
    const { registry } = await world.start()
    const player = world.player()
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await world.expectConsistent(player)
    const madeUp = world.player().id
    await makeUpItsEnd(player.id, madeUp)
    const told = `left: ${player.id} at mines, nonce 2: the end of the bet ${madeUp} is made up\n`
    await expect(renew([player.id])).resolves.toEqual({ stdout: '', stderr: told })
    const counted = () => numberIn(registry, 'game_commitments_not_own_total')
    const before = await counted()
    const betId = (await world.begin(player)).game.id
    await world.cashOutOne(player, betId)
    await eventually('it is counted', async () => (await counted()) > before)
    expect(await world.claimOf(player)).toBe(betId)
    await expect(renew([player.id])).resolves.toEqual({ stdout: '', stderr: told })

    await takeMadeUpOut(player.id)
    await world.settled(player)
    await world.expectConsistent(player)
    await expect(renew([player.id])).resolves.toEqual({ stdout: '', stderr: '' })
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
      const { stdout } = await renew(['all'])
      expect(stdout.includes(first)).toBe(isMade)
      await world.owner.query(stdout)
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
      said: 'SEED_SECRET is not the one',
    },
  ])('are not made without $what', async ({ players, env, said }) => {
    await world.start()
    await world.commitment(world.player())
    await expect(renew(players, env)).rejects.toMatchObject({
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
    await expect(renew([player.id])).resolves.toEqual({
      stdout: '',
      stderr: `left: ${player.id} has a seat at no game of this service\n`,
    })
  })
})

it.each([
  { what: 'of an amount that cannot be read', bets: 1, betId: 'gen_random_uuid()', stakePaise: '9223372036854775807' },
  { what: 'that has ended on another seat', bets: 50, betId: 'play.bet_id', stakePaise: 'seat.stake_paise' },
])(
  'a bet $what, which somebody has put on a seat, keeps no other from its turn',
  async ({ bets, betId, stakePaise }) => {
    await world.start()
    const player = world.player()
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await world.expectConsistent(player)
    const own = (await world.begin(player)).game.id
    await world.stopServices()
    await role.query("UPDATE seat SET retry_at = now() - interval '1 hour' WHERE bet_id = $1", [own])
    await role.query(
      `INSERT INTO seat (player_id, game, version, server_seed_hash, sealed_seed, bet_id, idempotency_key, input_hash, client_seed, client_seed_by_player, stake_paise, params,
         next_version, next_server_seed_hash, next_sealed_seed, attempts, leased_until, retry_at)
       SELECT gen_random_uuid(), seat.game, seat.version, seat.server_seed_hash, sealed_seed, ${betId}, 'made up', seat.input_hash, seat.client_seed, true, ${stakePaise}, seat.params,
         next_version, seat.next_server_seed_hash, next_sealed_seed, 1, now() - interval '2 hours', now() - interval '2 hours'
       FROM generate_series(1, $2), seat JOIN play USING (player_id) WHERE player_id = $1`,
      [player.id, bets],
    )
    const due = 'SELECT FROM seat WHERE bet_id = $1 AND retry_at < now()'
    await world.sweepUntil(async () => (await role.query(due, [own])).rowCount === 0)
    await world.owner.query("DELETE FROM seat WHERE idempotency_key = 'made up'")
  },
)
