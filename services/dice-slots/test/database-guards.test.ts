import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { testLogger } from '@kismet/test-env/test-bus'
import { diceSlots } from '../src/service.ts'
import { World } from './world.ts'

let world: World
let service: Pool
let playerId: string

beforeAll(async () => {
  world = await World.create()
  await world.start()
  const url = world.database.urlOf('dice-slots')
  service = createPool({ url, schema: 'dice_slots', maxConnections: 1, log: testLogger('guards') })
  const player = world.player()
  playerId = player.id
  await world.play(player)
  await world.play(player)
})
afterAll(async () => {
  await service.end()
  await world.remove()
})

describe('the role of the service', () => {
  it.each([
    { what: 'delete a play', sql: 'DELETE FROM play' },
    { what: 'delete a commitment', sql: 'DELETE FROM commitment' },
    { what: 'change a commitment', sql: `UPDATE commitment SET server_seed_hash = repeat('a', 64)` },
    { what: 'change a seed', sql: `UPDATE commitment SET sealed_seed = ''` },
    { what: 'change what was asked for', sql: 'UPDATE play SET stake_paise = 1' },
    { what: 'change a client seed', sql: `UPDATE play SET client_seed = 'a'` },
    { what: 'truncate', sql: 'TRUNCATE play' },
  ])('may not $what', async ({ sql }) => {
    await expect(service.query(sql)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the database, even for its owner', () => {
  const copy = (columns: string, values: string) =>
    `INSERT INTO play (bet_id, idempotency_key, ${columns}, player_id, game, version, input_hash, client_seed, client_seed_by, stake_paise, params, claimed_at, leased_until, retry_at)
     SELECT gen_random_uuid(), 'another-key', ${values}, player_id, game, version, input_hash, client_seed, client_seed_by, stake_paise, params, claimed_at, leased_until, retry_at
     FROM play WHERE player_id = $1 AND nonce = 1`
  it.each([
    {
      what: 'a second play of a commitment',
      sql: copy('nonce, server_seed_hash', 'nonce, server_seed_hash'),
      code: '23505',
    },
    {
      what: 'a play of a commitment that was never published',
      sql: copy('nonce, server_seed_hash', '99, server_seed_hash'),
      code: '23503',
    },
    {
      what: 'a play with the hash of another commitment',
      sql: copy('nonce, server_seed_hash', `3, repeat('a', 64)`),
      code: '23503',
    },
    {
      what: 'a gap in the nonces',
      sql: `INSERT INTO commitment (player_id, game, nonce, version, server_seed_hash, sealed_seed, created_at) VALUES ($1, 'dice', 9, '1', repeat('b', 64), '', now())`,
      code: '23503',
    },
    {
      what: 'a commitment in the place of another',
      sql: `INSERT INTO commitment (player_id, game, nonce, version, server_seed_hash, sealed_seed, created_at) VALUES ($1, 'dice', 2, '1', repeat('c', 64), '', now())`,
      code: '23505',
    },
    {
      what: 'a change of a play that has ended',
      sql: 'UPDATE play SET payout_paise = 1 WHERE player_id = $1 AND nonce = 1',
      code: '23001',
    },
  ])('refuses $what', async ({ sql, code }) => {
    await expect(world.owner.query(sql, [playerId])).rejects.toMatchObject({ code })
  })

  it('refuses a seed that is not the one of the hash', async () => {
    const hash = '(SELECT server_seed_hash FROM commitment WHERE player_id = $1 AND nonce = 3)'
    const ending =
      'state, outcome, multiplier_units, payout_paise, balance_paise, bonus_released, settled_at, settled_xid'
    const sql = copy(`nonce, server_seed_hash, server_seed, ${ending}`, `3, ${hash}, repeat('d', 64), ${ending}`)
    await expect(world.owner.query(sql, [playerId])).rejects.toMatchObject({ constraint: 'play_seed_of_hash' })
  })

  it('holds no seed in the clear before it is revealed', async () => {
    const { rows } = await world.owner.query<{ server_seed: string }>(
      'SELECT server_seed FROM play WHERE player_id = $1',
      [playerId],
    )
    const seeds = rows.map((row) => row.server_seed)
    expect(seeds).toHaveLength(2)
    const sealed = await world.owner.query<{ hex: string }>(`SELECT encode(sealed_seed, 'hex') AS hex FROM commitment`)
    for (const { hex } of sealed.rows) for (const seed of seeds) expect(hex).not.toContain(seed)
  })
})

it('the service does not start with another secret than the seeds were sealed with', async () => {
  const env = { ...world.env(), SEED_SECRET: 'another secret, with thirty-two characters' }
  await expect(diceSlots.start(env, { log: testLogger('dice-slots') })).rejects.toThrow('SEED_SECRET is not the one')
})

it('the service names what its environment lacks', async () => {
  await expect(diceSlots.start({ NATS_URL: 'nats://127.0.0.1:1', SEED_SECRET: 'short' })).rejects.toThrow(
    /DATABASE_URL: .*\n {2}SEED_SECRET: must have 32 or more characters/,
  )
})
