import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  cashOutMines,
  continueMinesAuto,
  excludeSelf,
  getDeposited,
  getLimits,
  playDice,
  revealMinesTile,
  setMinesAutoSettings,
  setLimit,
  startMines,
  startMinesAuto,
  takeTimeOut,
} from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
})
afterAll(() => casino.close())

async function funded(): Promise<PlayerActor> {
  const player = await casino.player()
  await fund(player, owner, 5_000)
  return player
}

const roll = (player: PlayerActor, betAmount: number) => player.api.call(playDice, { betAmount, rollOver: 50.5 })

describe('a player who wants to play safer', () => {
  it('sets a limit of stakes, which the very next bet meets', async () => {
    const asha = await funded()
    expect((await roll(asha, 100)).status).toBe(200)
    const own = await asha.api.must(setLimit, { type: 'wager', period: 'day', amount: 150 })
    expect(own.limits).toContainEqual({ type: 'wager', period: 'day', amount: 150, used: 100 })
    const refused = await roll(asha, 100)
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'limit_reached' })])
  })

  it('ends an auto mode with a limit: its next game is not played', async () => {
    const ravi = await funded()
    const settings = { betAmount: 100, minesCount: 3, tilesToReveal: 1, selectedTiles: [7] }
    await ravi.api.must(setMinesAutoSettings, {
      ...settings,
      stopAfterBets: null,
      stopOnProfit: null,
      stopOnLoss: null,
    })
    await ravi.api.must(setLimit, { type: 'wager', period: 'month', amount: 99 })
    await ravi.api.must(startMinesAuto, settings)
    expect(await ravi.api.must(continueMinesAuto, {})).toMatchObject({
      stopped: true,
      reason: 'limit_reached',
      game: null,
    })
  })

  it('takes a break in the middle of a game of Mines, which can still be played to its end', async () => {
    const meera = await funded()
    const { game } = await meera.api.must(startMines, { bet: 100, minesCount: 1 })
    await meera.api.must(takeTimeOut, { hours: 24 })
    const { result } = await meera.api.must(revealMinesTile, { gameId: game.id, tileIndex: 0 })
    if (result === 'gem') expect((await meera.api.must(cashOutMines, { gameId: game.id })).success).toBe(true)
    expect((await roll(meera, 100)).body).toMatchObject({ success: false, code: 'time_out' })
  })

  it('excludes herself: no bets and no deposits, whatever she tries; logins and reads go on', async () => {
    const dev = await funded()
    const { excludedUntil } = await dev.api.must(excludeSelf, { days: 180 })
    expect((await roll(dev, 100)).body).toMatchObject({ code: 'self_excluded' })
    await expect(dev.requestDeposit({ amount: 500 })).rejects.toThrow(/403.*self_excluded/)
    expect(await dev.api.must(getLimits, {})).toMatchObject({ excludedUntil })
    expect(await dev.api.must(getDeposited, {})).toMatchObject({ day: 5_000, week: 5_000, month: 5_000 })
  })
})
