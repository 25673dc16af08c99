import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  cashOutMines,
  continueMinesAuto,
  excludeSelf,
  getAccountStatement,
  getActiveMines,
  getBetProof,
  getDeposited,
  getDiceCommitment,
  getLedgerState,
  getLimits,
  getMinesCommitment,
  getSlotsCommitment,
  listMinesPlays,
  listSlotsPlays,
  playDice,
  playSlots,
  revealMinesTile,
  setClientSeed,
  setLimit,
  setMinesAutoSettings,
  startMines,
  startMinesAuto,
  takeTimeOut,
} from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { fund } from '@kismet/test-env/actors'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
})
afterAll(() => casino.close())

async function funded(rupees: number): Promise<PlayerActor> {
  const player = await casino.player()
  await fund(player, owner, rupees)
  return player
}

const roll = (player: PlayerActor, betAmount: number) => player.api.call(playDice, { betAmount, rollOver: 50.5 })

describe('a player who wants to play safer', () => {
  it('sets a limit of stakes, which the very next bet meets', async () => {
    const asha = await funded(5_000)
    expect((await roll(asha, 100)).status).toBe(200)
    const own = await asha.api.must(setLimit, { type: 'wager', period: 'day', amount: 150 })
    expect(own.limits).toContainEqual({ type: 'wager', period: 'day', amount: 150, used: 100 })
    const refused = await roll(asha, 100)
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining({ code: 'limit_reached' })])
  })

  it('ends an auto mode with a limit: its next game is not played', async () => {
    const ravi = await funded(5_000)
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
    const meera = await funded(5_000)
    const { game } = await meera.api.must(startMines, { bet: 100, minesCount: 1 })
    await meera.api.must(takeTimeOut, { hours: 24 })
    const { result } = await meera.api.must(revealMinesTile, { gameId: game.id, tileIndex: 0 })
    if (result === 'gem') expect((await meera.api.must(cashOutMines, { gameId: game.id })).success).toBe(true)
    expect((await roll(meera, 100)).body).toMatchObject({ success: false, code: 'time_out' })
  })

  it('excludes herself: no bets and no deposits, whatever she tries; logins and reads go on', async () => {
    const dev = await funded(5_000)
    const { excludedUntil } = await dev.api.must(excludeSelf, { days: 180 })
    expect((await roll(dev, 100)).body).toMatchObject({ code: 'self_excluded' })
    await expect(dev.requestDeposit({ amount: 500 })).rejects.toThrow(/403.*self_excluded/)
    expect(await dev.api.must(getLimits, {})).toMatchObject({ excludedUntil })
    expect(await dev.api.must(getDeposited, {})).toMatchObject({ day: 5_000, week: 5_000, month: 5_000 })
  })
})

const inPaise = (rupees: number) => Math.round(rupees * 100)

describe('a player of Slots', () => {
  let asha: PlayerActor
  beforeAll(async () => {
    asha = await funded(10_000)
  })

  it('spins with a fresh seed under the commitment that they saw, once, however often the spin is sent', async () => {
    await asha.api.must(setClientSeed, { clientSeed: 'asha-lotus' })
    const dice = await asha.api.must(getDiceCommitment, {})
    const { serverSeedHash, clientSeed } = await asha.api.must(getSlotsCommitment, {})
    const spin = { bet: 250.5, clientSeed: `${clientSeed}-0123456789abcdef`, serverSeedHash }
    const first = await asha.api.call(playSlots, spin, { key: 'the-first-spin' })
    const again = await asha.api.call(playSlots, spin, { key: 'the-first-spin' })
    // In paise.
    const { payout, netGain, balance, next } = playSlots.output.parse(first.body)
    expect(first.body).toMatchObject({ success: true, serverSeedHash, clientSeed: spin.clientSeed, nonce: 1 })
    expect([netGain, balance]).toEqual([payout - 25_050, 1_000_000 + payout - 25_050])
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(inPaise(await asha.balance())).toBe(balance)
    expect(await asha.api.must(getSlotsCommitment, {})).toMatchObject({ ...next, nonce: 2, clientSeed: 'asha-lotus' })
    // A spin uses only the commitment of Slots.
    expect(await asha.api.must(getDiceCommitment, {})).toEqual(dice)
    expect(await asha.api.call(playSlots, spin)).toMatchObject({ status: 409, body: { code: 'commitment_changed' } })
  })

  it('finds each spin among their own bets, on their statement and with a proof that shows its reels', async () => {
    for (let spin = 0; spin < 4; spin += 1) await asha.api.must(playSlots, { bet: 100 })
    const balance = await asha.balance()
    const { plays } = await asha.api.must(listSlotsPlays, {})
    const net = plays.reduce((paise, { payout, bet }) => paise + inPaise(payout) - inPaise(bet), 0)
    expect([plays.length, 1_000_000 + net]).toEqual([5, inPaise(balance)])
    for (const { betId, reels, bet, payout } of plays) {
      const { proof } = await asha.api.must(getBetProof, { betId })
      expect(proof).toMatchObject({ id: betId, outcome: { reels }, stake: bet, payout })
      expect(verifyProof({ proof })).toMatchObject({ valid: true, game: 'slots', failedStep: null })
    }
    // By the newest spin: an earlier one may have left the same balance.
    const rows = await eventually('the statement has come to the newest spin', async () => {
      const { statements } = await asha.api.must(getAccountStatement, { limit: 50 })
      return statements[0]?.transaction === plays[0]?.betId && statements
    })
    expect(rows[0]?.closeBalance).toBe(balance)
    expect(rows.filter(({ gameType }) => gameType === 'Slots')).toHaveLength(plays.length)
  })

  it("is told in the product's words what cannot be, and it costs nothing", async () => {
    const vikram = await casino.player()
    expect(await vikram.api.call(playSlots, { bet: 100 })).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance', message: 'Insufficient balance!' },
    })
    for (const [bet, message] of [
      [99, 'The amount must be ₹100 to ₹50,000.'],
      [0, 'Invalid bet amount!'],
      [-1, 'Invalid bet amount!'],
    ] as const)
      expect(await asha.api.call(playSlots, { bet })).toMatchObject({ status: 400, body: { message } })
    expect((await casino.stranger().api.call(playSlots, { bet: 100 })).status).toBe(401)
    const betId = (await asha.api.must(listSlotsPlays, {})).plays[0]?.betId ?? ''
    expect((await vikram.api.must(listSlotsPlays, {})).plays).toEqual([])
    expect((await vikram.api.call(getBetProof, { betId })).status).toBe(404)
  })
})

/** With one mine, the first tile is a gem 24 times of 25; a game that it ends is begun again. */
async function gameWithGem(player: PlayerActor): Promise<string> {
  for (;;) {
    const { game } = await player.api.must(startMines, { bet: 100, minesCount: 1 })
    const { result } = await player.api.must(revealMinesTile, { gameId: game.id, tileIndex: 12 })
    if (result === 'gem') return game.id
  }
}

describe('a player of Mines', () => {
  let asha: PlayerActor
  beforeAll(async () => {
    asha = await funded(10_000)
  })

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
