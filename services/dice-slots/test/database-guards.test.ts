import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { testLogger } from '@kismet/test-env/test-bus'
import { diceSlots } from '../src/service.ts'
import { World } from './world.ts'

let world: World
let service: Pool
let player: TestPlayer
let playerId: string

beforeAll(async () => {
  world = await World.create()
  await world.start()
  const url = world.database.urlOf('dice-slots')
  service = createPool({ url, schema: 'dice_slots', maxConnections: 1, log: testLogger('guards') })
  player = world.player()
  playerId = player.id
  await world.play(player)
  await world.play(player)
  await world.expectConsistent(player)
})
afterAll(async () => {
  await service.end()
  await world.remove()
})

describe('the role of the service', () => {
  it.each([
    { what: 'delete a play', sql: 'DELETE FROM play' },
    { what: 'change a play', sql: 'UPDATE play SET payout_paise = 1' },
    { what: 'delete a seat', sql: 'DELETE FROM seat' },
    { what: 'truncate', sql: 'TRUNCATE play' },
  ])('may not $what', async ({ sql }) => {
    await expect(service.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the database, even for its owner', () => {
  const rest = `player_id, game, version, next_server_seed_hash, client_seed, client_seed_by_player, input_hash, stake_paise, params, outcome,
    multiplier_units, payout_paise, balance_paise, balance_seq, bonus_released, settled_at`
  const copy = (columns: string, values: string) =>
    `INSERT INTO play (bet_id, ${columns}, ${rest}) SELECT gen_random_uuid(), ${values}, ${rest} FROM play WHERE player_id = $1 AND nonce = 1`
  const seeds = 'server_seed, server_seed_hash'
  it.each([
    {
      what: 'a second play of a commitment',
      sql: copy(`nonce, idempotency_key, ${seeds}`, `1, 'another-key', ${seeds}`),
      constraint: 'play_nonce',
    },
    {
      what: 'a second play of a key',
      sql: copy(`nonce, idempotency_key, ${seeds}`, `9, idempotency_key, ${seeds}`),
      constraint: 'play_key',
    },
    {
      what: 'a seed that is not the one of the hash',
      sql: copy(`nonce, idempotency_key, ${seeds}`, `9, 'another-key', sha256(''), server_seed_hash`),
      constraint: 'play_is_true',
    },
    {
      what: 'a claim that is not whole',
      sql: 'UPDATE seat SET bet_id = gen_random_uuid(), stake_paise = NULL WHERE player_id = $1',
      constraint: 'seat_play_is_whole',
    },
  ])('refuses $what', async ({ sql, constraint }) => {
    await expect(world.owner.query(sql, [playerId])).rejects.toMatchObject({ constraint })
  })

  it.each([
    { what: 'another hash', change: `server_seed_hash = sha256('a')` },
    { what: 'another seed', change: `sealed_seed = '\\x00'` },
    { what: 'another version', change: `version = '2'` },
    { what: 'a gap in the nonces', change: 'nonce = nonce + 2' },
    {
      what: 'the next commitment without a play',
      change: 'nonce = nonce + 1, server_seed_hash = next_server_seed_hash',
    },
    { what: 'a commitment of before', change: 'nonce = nonce - 1' },
    { what: 'other following commitment without a play', change: `next_sealed_seed = '\\x00'` },
    { what: 'mark without a play', change: `mark = sha256('a')` },
    { what: 'other player', change: 'player_id = gen_random_uuid()' },
  ])('gives a seat no $what', async ({ change }) => {
    await expect(world.owner.query(`UPDATE seat SET ${change} WHERE player_id = $1`, [playerId])).rejects.toMatchObject(
      {
        code: '23001',
      },
    )
  })

  it('counts the turns of a seat itself', async () => {
    const other = world.player()
    await world.play(other)
    await world.expectConsistent(other)
    const turn = async (change: string) => {
      const { rows } = await world.owner.query<object>(
        `UPDATE seat SET ${change} WHERE player_id = $1 RETURNING turn`,
        [other.id],
      )
      return rows[0]
    }
    expect(await turn('turn = 9')).toMatchObject({ turn: 1 })
    expect(await turn('bet_id = gen_random_uuid()')).toMatchObject({ turn: 1 })
    expect(await turn('bet_id = NULL, turn = 9')).toMatchObject({ turn: 2 })
  })

  it('holds no seed in the clear before it is revealed', async () => {
    const { rows } = await world.owner.query<{ text: string }>(
      'SELECT seat::text AS text FROM seat WHERE player_id = $1',
      [playerId],
    )
    const { answer } = await world.play(player)
    expect(answer.nonce).toBe(3)
    expect(rows[0]?.text).toContain(answer.serverSeedHash)
    expect(rows[0]?.text).not.toContain(answer.serverSeed)
  })
})

it('the service does not start with another secret than the seeds were sealed with', async () => {
  const env = { ...world.env(), SEED_SECRET: 'another secret, with thirty-two characters' }
  await expect(diceSlots.start(env, { log: testLogger('dice-slots') })).rejects.toThrow('SEED_SECRET cannot decrypt')
})

it('the service names what its environment lacks', async () => {
  await expect(diceSlots.start({ NATS_URL: 'nats://127.0.0.1:1', SEED_SECRET: 'short' })).rejects.toThrow(
    /DATABASE_URL: .*\n {2}SEED_SECRET: must have 32 characters or more/,
  )
})
