import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorsOf } from '@kismet/game-kit/test/game-world'
import { enterInLedger, runAsOwner } from '@kismet/game-kit/test/owner'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { testLogger } from '@kismet/test-env/test-bus'
import { World } from './world.ts'

let world: World
/** Connects as the service, with the rights of an attacker who controls the service. */
let role: Pool

beforeAll(async () => {
  world = await World.create()
  const url = world.database.urlOf('dice-slots')
  role = createPool({ url, schema: 'dice_slots', maxConnections: 1, log: testLogger('role') })
})
afterEach(() => world.stopServices())
afterAll(async () => {
  await role.end()
  await world.remove()
})

describe('a play whose record somebody has made impossible', () => {
  it('keeps its seat, so that its seed is never played again, whatever the table says of stake and attempts', async () => {
    await world.start()
    const player = world.player()
    await world.play(player)
    await world.expectConsistent(player)
    await role.query(
      `INSERT INTO play (bet_id, player_id, game, nonce, version, server_seed, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by_player,
         idempotency_key, input_hash, stake_paise, params, outcome, multiplier_units, payout_paise, balance_paise, balance_seq, bonus_released, settled_at)
       SELECT gen_random_uuid(), player_id, game, nonce + 1, version, server_seed, server_seed_hash, next_server_seed_hash, client_seed, client_seed_by_player,
         'junk', input_hash, stake_paise, params, outcome, multiplier_units, payout_paise, balance_paise, balance_seq, bonus_released, settled_at
       FROM play WHERE player_id = $1`,
      [player.id],
    )
    const { betId } = (await world.play(player)).answer
    await role.query(
      'UPDATE seat SET stake_paise = stake_paise + 1, attempts = 0, leased_until = now(), retry_at = now() WHERE bet_id = $1',
      [betId],
    )
    const asked = world.wallet.asked.length
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.wallet.asked.slice(asked).map((ask) => ask.betId)).toEqual([betId, betId])
    expect(await world.claimOf(player)).toBe(betId)
  })
})

it('a play that the wallet has booked stays on a commitment whose mark somebody has overwritten, until a person gives it another one', async () => {
  await world.start()
  const player = world.player()
  const { betId } = (await world.play(player)).answer
  await world.expectConsistent(player)
  const lease = 'attempts = 1, leased_until = now(), retry_at = now()'
  await role.query(`UPDATE seat SET bet_id = gen_random_uuid() WHERE player_id = $1`, [player.id])
  await role.query(`UPDATE seat SET bet_id = NULL, mark = $2 WHERE player_id = $1`, [player.id, Buffer.alloc(32)])
  await world.stopServices()
  const errors = errorsOf(await world.start())
  await role.query(`UPDATE seat SET bet_id = $2, ${lease} WHERE player_id = $1`, [player.id, betId])
  const asked = world.wallet.asked.length
  await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
  expect(errors.filter((line) => line.includes(betId))).toEqual([
    expect.stringContaining('the wallet has booked the bet'),
  ])
  expect(world.wallet.asked).toHaveLength(asked)
  expect(await world.claimOf(player)).toBe(betId)

  await enterInLedger(world.owner, { betId, playerId: player.id, kind: 'play' })
  const command = fileURLToPath(new URL('../src/bin/renew-commitments.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [command, player.id], { env: world.env() })
  expect(await runAsOwner(world.owner, stdout)).toContainEqual(
    expect.stringContaining(`the bet ${betId} leaves the seat`),
  )
  await expect(world.play(player)).resolves.toMatchObject({ replayed: false })
})
