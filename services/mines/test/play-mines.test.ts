import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { cashOutMines, revealMinesTile, startMines } from '@kismet/contracts'
import { minesMultiplierHundredths, verifyProof } from '@kismet/fairness'
import { newKey } from '@kismet/game-kit/test/game-world'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
  await world.start()
})
afterAll(() => world.remove())

const id = '0190a000-0000-7400-b000-000000000000'

describe('a game of Mines', () => {
  it('is started, played and cashed out, and proved by the commitment that was published before', async () => {
    const player = world.player()
    const commitment = await world.commitment(player)
    expect(commitment).toMatchObject({ game: 'mines', version: '1', nonce: 1, clientSeed: 'asha-lucky' })
    const clientSeed = 'asha-lucky-0123456789abcdef'
    const { serverSeedHash } = commitment
    const started = await world.begin(player, { clientSeed, serverSeedHash })
    expect(started).toMatchObject({
      game: { bet: 100, minesCount: 3, isActive: true, revealedTiles: [], multiplier: 1, potentialPayout: 0 },
      nextMultipliers: [1.08, 1.23, 1.42, 1.64, 1.92, 2.25, 2.68, 3.21],
      ...{ mineRiskPercent: 12, gemsLeft: 22, serverSeedHash, clientSeed, nonce: 1, bonusReleased: false },
      balance: 999_900,
    })
    expect(await world.active(player)).toMatchObject({ game: started.game, gemsLeft: 22, balance: 999_900 })
    expect((await world.commitment(player)).nonce).toBe(2)
    await expect(world.proof(player, started.game.id)).rejects.toMatchObject({ code: 'not_finished' })

    const { gems, mines } = await world.board(player)
    const [first = 0, second = 0] = gems
    const one = await world.reveal(player, started.game.id, first)
    expect(one).toMatchObject({ result: 'gem', multiplier: 1.08, potentialPayout: 108, gemsLeft: 21 })
    expect(one).not.toHaveProperty('balance')
    const two = await world.reveal(player, started.game.id, second)
    expect(two).toMatchObject({ multiplier: 1.23, game: { revealedTiles: [first, second], isActive: true } })
    expect(two.nextMultipliers[0]).toBe(1.42)
    const ended = await world.cashOut(player, started.game.id)
    expect(ended).toMatchObject({
      ...{
        betId: started.game.id,
        payout: 123,
        multiplier: 1.23,
        balance: 1_000_023,
        serverSeedHash,
        clientSeed,
        nonce: 1,
      },
      game: {
        isActive: false,
        minePositions: mines,
        serverSeed: ended.serverSeed,
        potentialPayout: 123,
        multiplier: 1.23,
      },
      next: { nonce: 2 },
    })
    const { proof } = await world.proof(player, started.game.id)
    expect(verifyProof({ proof }).valid).toBe(true)
    expect(proof).toMatchObject({
      params: { minesCount: 3 },
      outcome: { minePositions: mines },
      stake: 100,
      payout: 123,
    })
    expect(proof.outcome).toEqual({ minePositions: mines })
    expect(await world.active(player)).toMatchObject({ game: null, nextMultipliers: [], balance: 1_000_023 })
    expect((await world.commitment(player)).serverSeedHash).toBe(ended.next.serverSeedHash)
    expect(await world.plays(player)).toMatchObject([
      { betId: started.game.id, mode: 'manual', result: 'win', revealedTiles: [first, second], payout: 123 },
    ])
    await world.expectConsistent(player)
  })

  it('that has ended is listed before the reader of the log has its end', async () => {
    const player = world.player()
    const { game } = await world.begin(player)
    await world.caughtUp()
    world.wallet.isLogHeld = true
    await world.cashOutOne(player, game.id)
    await world.commitment(player)
    const plays = await world.plays(player)
    world.wallet.isLogHeld = false
    expect(plays).toMatchObject([{ betId: game.id, result: 'win' }])
  })

  it('ends with the first mine, and shows then where all of them were', async () => {
    const player = world.player()
    const { game } = await world.begin(player, { minesCount: 5 })
    const { gems, mines } = await world.board(player)
    await world.reveal(player, game.id, gems[0] ?? 0)
    const lost = await world.reveal(player, game.id, mines[2] ?? 0)
    expect(lost).toMatchObject({
      ...{ result: 'mine', multiplier: 0, potentialPayout: 0, payout: 0, balance: 999_900, mineRiskPercent: null },
      ...{ gemsLeft: 19, betId: game.id, bonusReleased: false },
      game: { isActive: false, minePositions: mines, revealedTiles: [gems[0], mines[2]] },
    })
    expect(lost.nextMultipliers[0]).toBe(minesMultiplierHundredths(5, 2) / 100)
    expect(lost.game.serverSeed).toBe(lost.serverSeed)
    await expect(world.reveal(player, game.id, gems[1] ?? 0)).rejects.toMatchObject({
      code: 'game_not_active',
      message: 'Game is not active',
    })
    await expect(world.cashOut(player, game.id)).rejects.toMatchObject({ code: 'game_not_active' })
    expect(await world.plays(player)).toMatchObject([{ result: 'loss', multiplier: 0, payout: 0 }])
    await world.expectConsistent(player)
  })

  it('is cashed out with its last gem', async () => {
    const player = world.player()
    const { game } = await world.begin(player, { minesCount: 24 })
    const { gems } = await world.board(player)
    const won = await world.reveal(player, game.id, gems[0] ?? 0)
    expect(won).toMatchObject({ result: 'gem', cashedOut: true, payout: 2_375, nextMultipliers: [], gemsLeft: 0 })
    expect(won.balance).toBe(1_000_000 - 100 + 2_375)
    await world.expectConsistent(player)
  })

  it('is cashed out when the next multiplier would pass the maximum win', async () => {
    const player = world.player()
    const { game } = await world.begin(player, { bet: 100_000, minesCount: 20 })
    const { gems } = await world.board(player)
    // 4.75 for one gem pays 4,75,000; 28.5 for two would pay more than 10,00,000.
    const won = await world.reveal(player, game.id, gems[0] ?? 0)
    expect(won).toMatchObject({ result: 'gem', cashedOut: true, payout: 475_000 })
    await world.expectConsistent(player)
  })
})

describe('a start', () => {
  it('is refused where already the first gem could pay more than the maximum win', async () => {
    const player = world.player()
    await expect(world.begin(player, { bet: 100_000, minesCount: 24 })).rejects.toMatchObject({
      code: 'max_win_exceeded',
      params: { max: 1_000_000 },
    })
    expect((await world.commitment(player)).nonce).toBe(1)
  })

  it('beyond the balance is refused in the words of the page, and leaves the commitment as it was', async () => {
    const player = world.player()
    const before = await world.commitment(player)
    world.wallet.setBalance(player.id, 9_999)
    await expect(world.begin(player)).rejects.toMatchObject({
      code: 'insufficient_balance',
      message: 'Please enter a valid bet amount within your balance.',
      params: { balance: 99.99 },
    })
    expect(await world.commitment(player)).toEqual(before)
    expect(await world.active(player)).toMatchObject({ game: null })
    world.wallet.setBalance(player.id, 10_000)
    expect((await world.begin(player)).game).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
  })

  it('is one a player, before and after what is booked under its key', async () => {
    const player = world.player()
    const key = newKey()
    const first = await world.begin(player, {}, key)
    await expect(world.begin(player)).rejects.toMatchObject({ code: 'game_active' })
    await expect(world.begin(player, { bet: 101 }, key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    const again = { answer: first, replayed: true }
    expect(await world.ask(startMines, player, { bet: 100, minesCount: 3 }, key)).toEqual(again)
    const { gems } = await world.board(player)
    await world.reveal(player, first.game.id, gems[0] ?? 0)
    await world.cashOut(player, first.game.id)
    expect(await world.ask(startMines, player, { bet: 100, minesCount: 3 }, key)).toEqual(again)
    await world.expectConsistent(player)
  })

  it('names the commitment that it is made against, or none', async () => {
    const player = world.player()
    const serverSeedHash = 'ab'.repeat(32)
    await expect(world.begin(player, { serverSeedHash })).rejects.toMatchObject({ code: 'commitment_changed' })
    const { game } = await world.begin(player)
    expect(game.clientSeed).toMatch(/^asha-lucky-[A-Za-z0-9]{16}$/)
  })

  it('is refused during maintenance, which lets a game that goes on be finished', async () => {
    const player = world.player()
    const other = world.player()
    const { game } = await world.begin(player)
    await world.setMaintenance(true)
    try {
      await expect(world.begin(other)).rejects.toMatchObject({ code: 'maintenance' })
      const { gems } = await world.board(player)
      await world.reveal(player, game.id, gems[0] ?? 0)
      expect(await world.cashOut(player, game.id)).toMatchObject({ payout: 108 })
    } finally {
      await world.setMaintenance(false)
    }
  })
})

describe('a tile', () => {
  it('that is opened twice answers its first reveal again, during the game and after it', async () => {
    const player = world.player()
    const { game } = await world.begin(player)
    const { gems, mines } = await world.board(player)
    const [one = 0, two = 0] = gems
    const first = await world.reveal(player, game.id, one)
    const second = await world.reveal(player, game.id, two)
    const again = async (tileIndex: number) =>
      world.ask(revealMinesTile, player, { gameId: game.id, tileIndex }, newKey())
    expect(await again(one)).toEqual({ answer: first, replayed: true })
    const lost = await world.reveal(player, game.id, mines[0] ?? 0)
    expect(await again(one)).toEqual({ answer: first, replayed: true })
    expect(await again(two)).toEqual({ answer: second, replayed: true })
    expect(await again(mines[0] ?? 0)).toEqual({ answer: lost, replayed: true })
  })

  it('of another one is not opened under the same key', async () => {
    const player = world.player()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    const key = newKey()
    await world.reveal(player, game.id, gems[0] ?? 0, key)
    await expect(world.reveal(player, game.id, gems[1] ?? 0, key)).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  })

  it.each([
    { what: 'of a game that there is not', gameId: id, message: 'Game not found' },
    { what: 'of what is no id', gameId: 'mine', message: 'Game not found' },
  ])('$what: $message', async ({ gameId, message }) => {
    await expect(world.reveal(world.player(), gameId, 0)).rejects.toMatchObject({ code: 'not_found', message })
    await expect(world.cashOut(world.player(), gameId)).rejects.toMatchObject({ code: 'not_found', message })
  })

  it("of another player's game is none of yours", async () => {
    const player = world.player()
    const { game } = await world.begin(player)
    const mine = { code: 'not_found', message: 'You do not own this game' }
    await expect(world.reveal(world.player(), game.id, 0)).rejects.toMatchObject(mine)
    await expect(world.cashOut(world.player(), game.id)).rejects.toMatchObject(mine)
    await expect(world.proof(world.player(), game.id)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a cash-out', () => {
  it('needs an open tile', async () => {
    const player = world.player()
    const { game } = await world.begin(player)
    await expect(world.cashOut(player, game.id)).rejects.toMatchObject({
      code: 'no_tile_revealed',
      message: 'Must reveal at least one tile before cashing out',
    })
  })

  it('answers the same again under its key alone', async () => {
    const player = world.player()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    await world.reveal(player, game.id, gems[0] ?? 0)
    const key = newKey()
    const first = await world.cashOut(player, game.id, key)
    const again = await world.ask(cashOutMines, player, { gameId: game.id }, key)
    expect(again).toEqual({ answer: first, replayed: true })
    await expect(world.cashOut(player, game.id)).rejects.toMatchObject({ code: 'game_not_active' })
  })
})

describe('an old game whose steps are deleted', () => {
  it('is over, and its key starts no other game', async () => {
    const player = world.player()
    const key = newKey()
    const { game } = await world.begin(player, {}, key)
    const { mines } = await world.board(player)
    await world.reveal(player, game.id, mines[0] ?? 0)
    await world.expectConsistent(player)
    await world.owner.query('DELETE FROM step WHERE bet_id = $1', [game.id])
    for (const call of [world.reveal(player, game.id, 0), world.cashOut(player, game.id)])
      await expect(call).rejects.toMatchObject({ code: 'game_not_active' })
    await expect(world.reveal(world.player(), game.id, 0)).rejects.toMatchObject({ code: 'not_found' })
    expect((await world.begin(player, {}, key)).game.id).toBe(game.id)
    expect((await world.plays(player)).map(({ betId }) => betId)).toEqual([game.id])
  })
})

describe("the player's own seed", () => {
  it('is the one that its keeper has, and the one that was heard last while the keeper is away', async () => {
    const player = world.player()
    expect((await world.commitment(player)).clientSeed).toBe('asha-lucky')
    world.ownSeed = 'lotus'
    expect((await world.commitment(player)).clientSeed).toBe('lotus')
    world.ownSeed = undefined
    expect((await world.commitment(player)).clientSeed).toBe('lotus')
    await expect(world.commitment(world.player())).rejects.toMatchObject({ code: 'unavailable' })
    world.ownSeed = 'asha-lucky'
  })
})
