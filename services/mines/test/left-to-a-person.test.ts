import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { errorsOf } from '@kismet/game-kit/test/game-world'
import { enterInLedger } from '@kismet/game-kit/test/owner'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { testLogger } from '@kismet/test-env/test-bus'
import { begin, makeUpResult, numberIn, repair, takeOff, wrongMark } from './tampering.ts'
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

const closedBy = (betId: string) => world.wallet.reserved.get(betId)?.closed?.by
/** A game with an open gem that an attacker took off its seat, with a forged mark. No replica remembers the game. */
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

describe('a game with gems open that somebody has put on another mark', () => {
  it.each([
    {
      what: 'as what stands of it is not forgotten',
      hide: async (betId: string) => expect(forget(betId)).rejects.toMatchObject({ code: '23001' }),
    },
    {
      what: 'as it stands among those that have ended when somebody has written that to have it forgotten',
      hide: async (betId: string, playerId: string) => {
        await role.query(makeUpResult, [playerId, betId])
        await forget(betId)
      },
    },
  ])('is said with its bet, and is given back once an operator has repaired the seat, $what', async ({ hide }) => {
    const { player, betId } = await takenOff()
    await hide(betId, player.id)
    const errors = errorsOf(await world.start())
    await role.query(begin, [player.id, betId])
    const unavailable = { code: 'unavailable' }
    await expect(world.active(player)).rejects.toMatchObject(unavailable)
    await expect(world.begin(player)).rejects.toMatchObject(unavailable)
    const untouched = 'SELECT FROM seat WHERE bet_id = $1 AND retry_at <= now() + interval $$62 s$$'
    await world.sweepUntil(async () => (await role.query(untouched, [betId])).rowCount === 0)
    expect(errors.filter((line) => line.includes(betId))).toEqual([expect.stringContaining('the game is open')])
    expect(closedBy(betId)).toBeUndefined()
    expect(await world.claimOf(player)).toBe(betId)

    await enterInLedger(world.owner, { betId, playerId: player.id, kind: 'reserve' })
    expect(await repair(world, player.id)).toContainEqual(
      expect.stringContaining(`the service will void the bet ${betId}`),
    )
    expect((await world.active(player)).game).toBeNull()
    expect(closedBy(betId)).toBe('void')
    expect(await repair(world, player.id)).toEqual([expect.stringMatching(/nonce 1: commitment \w+ replaces \w+$/)])
    await world.cashOutOne(player, (await world.begin(player)).game.id)
    await world.expectConsistent(player)
  })

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
