import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createPool } from '@kismet/service-kit/database'
import type { Pool } from '@kismet/service-kit/database'
import { testLogger } from '@kismet/test-env/test-bus'
import { MinesWorld } from './world.ts'

let world: MinesWorld
/** Connected as the service is: whoever has taken it over can do as much. */
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

/** A game with one gem open, which no replica remembers. */
async function leftOpen() {
  await world.start()
  const player = world.player()
  const { game } = await world.begin(player)
  const { gems, mines } = await world.board(player)
  await world.reveal(player, game.id, gems[0] ?? 0)
  await world.stopServices()
  return { player, betId: game.id, gems, mines }
}

const closedBy = (betId: string) => world.wallet.reserved.get(betId)?.closed?.by

/** Lets a sweep have a look at a play whose lease has run out. */
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

it('a stake that somebody has written into the table is none that the wallet settles', async () => {
  const { player, betId } = await leftOpen()
  await role.query('UPDATE seat SET stake_paise = 10000000 WHERE bet_id = $1', [betId])
  await world.start()
  await expect(world.cashOut(player, betId)).rejects.toMatchObject({ code: 'unavailable' })
  expect(closedBy(betId)).toBeUndefined()
})
