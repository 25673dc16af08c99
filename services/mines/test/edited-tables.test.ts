import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { errorsOf } from '@kismet/game-kit/test/game-world'
import { LogThrottle } from '@kismet/service-kit/log-throttle'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { MinesWorld } from './world.ts'

let world: MinesWorld
/** Connects as the service, with the rights of an attacker who controls the service. */
let role: Pool

beforeAll(async () => {
  world = await MinesWorld.create()
  const url = world.database.urlOf('mines')
  role = createPool({ url, schema: 'mines', maxConnections: 1, log: testLogger('role') })
})
afterEach(() => world.stopServices())
afterAll(async () => {
  await role.end()
  await world.remove()
})

/** A game with one open gem. The stop of all replicas clears their memory of the game. */
async function leftOpen() {
  await world.start()
  const player = world.player()
  const { game } = await world.begin(player)
  const { gems, mines } = await world.board(player)
  await world.reveal(player, game.id, gems[0] ?? 0)
  await world.stopServices()
  return { player, betId: game.id, gems, mines }
}

const isFree = (player: TestPlayer) =>
  eventually('the game is recorded', async () => (await world.claimOf(player)) === undefined)

const closedBy = (betId: string) => world.wallet.reserved.get(betId)?.closed?.by

/** Expires the lease of a bet, and sweeps until the sweep has handled the bet. */
async function sweepOver(betId: string): Promise<void> {
  await role.query('UPDATE seat SET leased_until = now(), retry_at = now() WHERE bet_id = $1', [betId])
  const untouched = 'SELECT FROM seat WHERE bet_id = $1 AND (attempts = 1 OR leased_until > now() + interval $$70 s$$)'
  await world.sweepUntil(async () => (await role.query(untouched, [betId])).rowCount === 0)
}

describe('an end that somebody has written into the table', () => {
  const win = { payoutPaise: 100_000_000, multiplierUnits: 1_000_000, isRefund: false, key: null }
  it.each([
    { what: 'pays more than is open', ending: { ...win, by: 'player' } },
    { what: 'pays for tiles that nobody has opened', ending: { ...win, by: 'idleness' }, tiles: 22 },
    { what: 'is one of a last step that ends nothing', ending: { ...win, by: 'step' } },
    {
      what: 'gives a stake back that plays',
      ending: { ...win, payoutPaise: 10_000, multiplierUnits: 10_000, by: 'idleness', isRefund: true },
    },
  ])('and that $what is not told to the wallet', async ({ ending, tiles = 1 }) => {
    const { betId, gems, mines } = await leftOpen()
    const opened = Array.from({ length: tiles }, (_, tile) => gems[tile % 3] ?? 0)
    const outcome = { minePositions: mines, revealedTiles: opened }
    await role.query('UPDATE lasting_play SET moves = moves + 1, steps = $2, ending = $3 WHERE bet_id = $1', [
      ...[betId, JSON.stringify(opened.map((tile) => [tile, 'key', 0]))],
      JSON.stringify({ ...ending, outcome }),
    ])
    await sweepOver(betId)
    expect(closedBy(betId)).toBeUndefined()
  })

  it('as the seeds and the steps decide it is told', async () => {
    const { betId, gems, mines } = await leftOpen()
    const outcome = { revealedTiles: gems.slice(0, 1), minePositions: mines }
    const ending = { ...win, payoutPaise: 10_800, multiplierUnits: 10_800, by: 'player', outcome }
    await role.query('UPDATE lasting_play SET moves = moves + 1, ending = $2 WHERE bet_id = $1', [
      betId,
      JSON.stringify(ending),
    ])
    await sweepOver(betId)
    expect(closedBy(betId)).toBe('settle')
  })
})

describe('tiles that somebody has written into the table', () => {
  it.each([
    { what: 'one of them twice', tilesOf: (gems: number[]) => [gems[0], gems[1], gems[0]] },
    { what: 'a mine among them', tilesOf: (gems: number[], mines: number[]) => [gems[0], mines[0], gems[1]] },
  ])('are not paid for: $what', async ({ tilesOf }) => {
    const { player, betId, gems, mines } = await leftOpen()
    const steps = tilesOf(gems, mines).map((tile) => [tile, 'key', 0])
    await role.query('UPDATE lasting_play SET moves = moves + 1, steps = $2 WHERE bet_id = $1', [
      betId,
      JSON.stringify(steps),
    ])
    await world.start()
    await expect(world.cashOut(player, betId)).rejects.toMatchObject({ code: 'internal' })
    await expect(world.reveal(player, betId, gems[2] ?? 0)).resolves.toMatchObject({ result: 'gem' })
    await expect(world.cashOut(player, betId)).rejects.toMatchObject({ code: 'internal' })
    expect(closedBy(betId)).toBeUndefined()
  })
})

describe('a commitment whose seed was revealed', () => {
  const foreign = Buffer.alloc(32, 'foreign')
  const old = 'next_server_seed_hash = $2, next_sealed_seed = $3'
  const moveOn = `UPDATE seat SET nonce = nonce + 1, version = next_version, server_seed_hash = next_server_seed_hash, sealed_seed = next_sealed_seed,
    mark = $2, bet_id = NULL WHERE player_id = $1`
  /** A player whose first game has ended, with the seat as it was during that game. */
  async function played() {
    await world.start()
    const player = world.player()
    const { game } = await world.begin(player)
    const sql = 'SELECT server_seed_hash AS hash, sealed_seed AS sealed, mark, bet_id FROM seat WHERE player_id = $1'
    const [seat] = (await role.query<{ hash: Buffer; sealed: Buffer; mark: Buffer }>(sql, [player.id])).rows
    if (seat === undefined) throw new Error('The player has no seat')
    await world.cashOutOne(player, game.id)
    await isFree(player)
    return { player, seat }
  }

  it('is not written as the next one of a game under way', async () => {
    const { player, seat } = await played()
    await world.begin(player)
    const written = role.query(`UPDATE seat SET ${old} WHERE player_id = $1`, [player.id, seat.hash, seat.sealed])
    await expect(written).rejects.toMatchObject({ code: '23001' })
  })

  it.each([
    { what: 'with the mark of then', markOf: (mark: Buffer) => mark },
    { what: 'with one that nobody has made', markOf: () => foreign },
    { what: 'without a mark', markOf: () => Buffer.alloc(0) },
  ])('is not played again when somebody has brought it to the seat $what', async ({ markOf }) => {
    const { player, seat } = await played()
    const begin = `UPDATE seat SET bet_id = gen_random_uuid(), ${old} WHERE player_id = $1`
    await role.query(begin, [player.id, seat.hash, seat.sealed])
    await role.query(moveOn, [player.id, markOf(seat.mark)])
    const reserved = world.wallet.reserved.size
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.wallet.reserved.size).toBe(reserved)
    expect(await world.claimOf(player)).toBeUndefined()
  })

  /** Expects that the player cannot start a game and that no stake is reserved. */
  async function expectRefused(player: TestPlayer): Promise<void> {
    const reserved = world.wallet.reserved.size
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.wallet.reserved.size).toBe(reserved)
    expect(await world.claimOf(player)).toBeUndefined()
  }

  /** Puts the revealed commitment back on the player's seat, with a forged mark. */
  async function broughtBack() {
    const { player, seat } = await played()
    const begin = `UPDATE seat SET bet_id = gen_random_uuid(), ${old} WHERE player_id = $1`
    await role.query(begin, [player.id, seat.hash, seat.sealed])
    await role.query(moveOn, [player.id, foreign])
    return player
  }

  it('gets no mark when its game is refused', async () => {
    const player = await broughtBack()
    await expectRefused(player)
  })

  it('gets no mark when the previous game ends', async () => {
    const { player, seat } = await played()
    await role.query(
      `UPDATE seat SET bet_id = gen_random_uuid(), idempotency_key = 'another', ${old}, next_mark = $4, attempts = 1, leased_until = now(), retry_at = now()
       WHERE player_id = $1`,
      [player.id, seat.hash, seat.sealed, foreign],
    )
    await world.stopServices()
    const errors = errorsOf(await world.start())
    // While the sweep works on the game, the read is refused.
    const seen = () =>
      world.active(player).then(
        ({ game }) => game?.id,
        () => undefined,
      )
    const id = await eventually('the game is known to go on', seen)
    await world.cashOutOne(player, id)
    await isFree(player)
    expect(errors).toEqual([expect.stringContaining(`"betId":"${id}"`)])
    expect(errors[0]).toContain('the next commitment of a bet is invalid')
    await expectRefused(player)
  })

  /** A game on the revealed commitment, as after a crash of the service before it freed the seat. */
  async function begunOnIt() {
    const player = await broughtBack()
    await role.query(
      `UPDATE seat SET bet_id = gen_random_uuid(), idempotency_key = 'another', attempts = 1, leased_until = now(), retry_at = now() WHERE player_id = $1`,
      [player.id],
    )
    return { player, betId: (await world.claimOf(player)) ?? '' }
  }

  it('is left by a game that was begun on it and whose sender died, which nobody is charged for', async () => {
    const { player, betId } = await begunOnIt()
    expect((await world.active(player)).game).toBeNull()
    expect(world.wallet.voided.has(betId)).toBe(true)
    await expectRefused(player)
  })

  it('keeps such a game as long as the wallet does not say that it is void', async () => {
    const { player, betId } = await begunOnIt()
    world.wallet.failVoids(1)
    await expect(world.active(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(await world.claimOf(player)).toBe(betId)
    expect((await world.active(player)).game).toBeNull()
    expect(world.wallet.voided.has(betId)).toBe(true)
  })

  it('is counted, and said once in a while, when somebody would play it', async () => {
    const player = await broughtBack()
    await world.stopServices()
    await world.stopServices()
    const replica = await world.start()
    const lines = errorsOf(replica)
    const time = { nowMs: 0 }
    Object.assign(replica.context, { telling: new LogThrottle({ now: () => time.nowMs }, 60_000) })
    const counted = async () =>
      (await replica.registry.metrics()).match(/^game_(?:commitments_not_own|wallet_refusals)_total.*/gm)
    await expectRefused(player)
    expect(await counted()).toEqual(['game_commitments_not_own_total{game="mines"} 2'])
    expect(lines).toEqual([expect.stringContaining('has no valid mark for turn')])
    time.nowMs = 60_000
    await expectRefused(player)
    expect(lines).toHaveLength(2)
  })

  it('does not follow a game that somebody has begun in the table', async () => {
    const { player, seat } = await played()
    await role.query(
      `UPDATE seat SET bet_id = gen_random_uuid(), idempotency_key = 'another', ${old}, attempts = 1, leased_until = now(), retry_at = now()
       WHERE player_id = $1`,
      [player.id, seat.hash, seat.sealed],
    )
    const { game } = await world.active(player)
    await world.cashOutOne(player, game?.id ?? '')
    await isFree(player)
    const reserved = world.wallet.reserved.size
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.wallet.reserved.size).toBe(reserved)
    expect(await world.claimOf(player)).toBeUndefined()
  })

  it('is not played again when somebody gives its seat back before the game is recorded', async () => {
    await world.start()
    const player = world.player()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    await world.reveal(player, game.id, gems[0] ?? 0)
    world.wallet.behave(async (book) => {
      await role.query('UPDATE seat SET bet_id = NULL WHERE player_id = $1', [player.id])
      return book()
    })
    await world.cashOut(player, game.id)
    const reserved = world.wallet.reserved.size
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'unavailable' })
    expect(world.wallet.reserved.size).toBe(reserved)
    expect(await world.claimOf(player)).toBeUndefined()
  })
})

describe('a game with gems open', () => {
  it('is not forgotten while it is under way, so that it cannot begin anew', async () => {
    const { betId } = await leftOpen()
    const forgotten = role.query('DELETE FROM lasting_play WHERE bet_id = $1', [betId])
    await expect(forgotten).rejects.toMatchObject({ code: '23001' })
  })

  it('is not taken for one that ends at once, and given back, when somebody has written that into the table', async () => {
    const { betId } = await leftOpen()
    const run = { id: betId, betsPlayed: 0, wins: 0, totalProfitPaise: 0 }
    const params = JSON.stringify({ minesCount: 3, tiles: [0], run })
    await role.query('UPDATE seat SET params = $2, leased_until = now(), retry_at = now() WHERE bet_id = $1', [
      betId,
      params,
    ])
    const putOff = 'SELECT FROM seat WHERE bet_id = $1 AND retry_at > now() + interval $$70 s$$'
    await world.sweepUntil(async () => (await role.query(putOff, [betId])).rowCount === 1)
    expect(closedBy(betId)).toBeUndefined()
    expect((await role.query('SELECT FROM seat WHERE bet_id = $1', [betId])).rowCount).toBe(1)
  })
})

it('a stake that somebody has written into the table is none that the wallet settles', async () => {
  const { player, betId } = await leftOpen()
  await role.query('UPDATE seat SET stake_paise = 10000000 WHERE bet_id = $1', [betId])
  await world.start()
  await expect(world.cashOut(player, betId)).rejects.toMatchObject({ code: 'unavailable' })
  expect(closedBy(betId)).toBeUndefined()
})
