import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  cashOutMines,
  getActiveMines,
  getBetProof,
  getDiceCommitment,
  getLedgerState,
  getMinesCommitment,
  listMinesPlays,
  revealMinesTile,
  setClientSeed,
  startMines,
} from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor
let asha: PlayerActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
  asha = await casino.player()
  await fund(asha, owner, 10_000)
})
afterAll(() => casino.close())

/** With one mine, the first tile is a gem 24 times of 25; a game that it ends is begun again. */
async function gameWithGem(player: PlayerActor): Promise<string> {
  for (;;) {
    const { game } = await player.api.must(startMines, { bet: 100, minesCount: 1 })
    const { result } = await player.api.must(revealMinesTile, { gameId: game.id, tileIndex: 12 })
    if (result === 'gem') return game.id
  }
}

describe('a player of Mines', () => {
  it('has one seed of their own for all games', async () => {
    await asha.api.must(setClientSeed, { clientSeed: 'asha-lotus' })
    expect(await asha.api.must(getMinesCommitment, {})).toMatchObject({
      game: 'mines',
      nonce: 1,
      clientSeed: 'asha-lotus',
    })
    expect((await asha.api.must(getDiceCommitment, {})).clientSeed).toBe('asha-lotus')
  })

  it('starts a game with a fresh seed, and its stake is taken once, however often the start is sent', async () => {
    const { serverSeedHash, clientSeed } = await asha.api.must(getMinesCommitment, {})
    const start = { bet: 100, minesCount: 1, clientSeed: `${clientSeed}-0123456789abcdef`, serverSeedHash }
    const [first, again] = [
      await asha.api.call(startMines, start, { key: 'the-first-game' }),
      await asha.api.call(startMines, start, { key: 'the-first-game' }),
    ]
    expect(first.body).toMatchObject({ success: true, serverSeedHash, nonce: 1, balance: 9_900, bonusReleased: false })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(JSON.stringify(first.body)).not.toMatch(/serverSeed"|minePositions/)
    expect(await asha.balance()).toBe(9_900)
    expect(await asha.api.call(startMines, start)).toMatchObject({ status: 409, body: { code: 'game_active' } })
  })

  it('finds the game again after the service was restarted in the middle of it, opens tiles and cashes out', async () => {
    const { game } = await asha.api.must(getActiveMines, {})
    const gameId = game?.id ?? ''
    const opened = await asha.api.must(revealMinesTile, { gameId, tileIndex: 0 })
    await casino.stop('mines')
    expect(await asha.api.call(revealMinesTile, { gameId, tileIndex: 1 })).toMatchObject({ status: 503 })
    await casino.start('mines')
    const after = await eventually('Mines answers again', async () => {
      const { status, body } = await asha.api.call(getActiveMines)
      return status === 200 && body
    })
    if (opened.result === 'mine') {
      expect(after.game).toBeNull()
      return
    }
    expect(after.game).toEqual(opened.game)
    const won = await asha.api.must(cashOutMines, { gameId })
    // 0.95 x 25 / 24 is 0.99: one gem of so many pays a little less than the stake.
    expect(won).toMatchObject({ payout: 99, multiplier: 0.99, balance: 9_999, game: { isActive: false } })
    expect(await asha.api.call(cashOutMines, { gameId })).toMatchObject({
      status: 409,
      body: { code: 'game_not_active', message: 'Game is not active' },
    })
  })

  it('can check each game that is over, and none before', async () => {
    const gameId = await gameWithGem(asha)
    expect(await asha.api.call(getBetProof, { betId: gameId })).toMatchObject({
      status: 409,
      body: { code: 'not_finished' },
    })
    await asha.api.must(cashOutMines, { gameId })
    for (const { betId } of (await asha.api.must(listMinesPlays, {})).plays) {
      const { proof } = await asha.api.must(getBetProof, { betId })
      expect(verifyProof(proof)).toMatchObject({ valid: true, game: 'mines', failedStep: null })
    }
  })

  it("is told in the product's words what cannot be", async () => {
    const gameId = await gameWithGem(asha)
    const vikram = await casino.player()
    expect(await vikram.api.call(revealMinesTile, { gameId, tileIndex: 1 })).toMatchObject({
      status: 404,
      body: { code: 'not_found', message: 'You do not own this game' },
    })
    expect(await vikram.api.call(cashOutMines, { gameId: 'none' })).toMatchObject({
      status: 404,
      body: { message: 'Game not found' },
    })
    expect(await vikram.api.call(startMines, { bet: 1, minesCount: 3 })).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance', message: 'Please enter a valid bet amount within your balance.' },
    })
    expect(await vikram.api.call(startMines, { bet: 1, minesCount: 0 })).toMatchObject({
      status: 400,
      body: { message: 'Mines count must be between 1 and 24.' },
    })
    await asha.api.must(cashOutMines, { gameId })
  })

  it('leaves a ledger that adds up', async () => {
    const ledger = await eventually('the ledger was looked at', async () => {
      const state = await owner.api.must(getLedgerState, {})
      return state.state !== 'unknown' && state.openStakesTotal === 0 && state
    })
    expect(ledger.state).toBe('clean')
  })
})
