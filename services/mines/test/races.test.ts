import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { bookAndFail, fail, failInside, held } from '@kismet/game-kit/test/fake-wallet'
import { clockAhead, newKey } from '@kismet/game-kit/test/game-world'
import { limits } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

const settledOf = <T>(outcomes: readonly PromiseSettledResult<T>[]): T[] =>
  outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))

/** A game of a player on two replicas. */
async function gameOnTwo(minesCount = 3) {
  await Promise.all([world.start(), world.start()])
  const player = world.player()
  const { game } = await world.begin(player, { minesCount })
  return { player, gameId: game.id, ...(await world.board(player)) }
}

describe('at the same time', () => {
  it('reveals of different tiles end as some order of them, each once', async () => {
    const { player, gameId, gems } = await gameOnTwo()
    const answers = await Promise.all(gems.slice(0, 8).map((tile) => world.reveal(player, gameId, tile)))
    const byCount = answers.toSorted((a, b) => a.game.revealedTiles.length - b.game.revealedTiles.length)
    expect(byCount.map(({ game }) => game.revealedTiles.length)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    for (const [index, { game }] of byCount.entries())
      expect(game.revealedTiles).toEqual(byCount.at(-1)?.game.revealedTiles.slice(0, index + 1))
    await world.expectConsistent(player)
  })

  it('reveals of one tile are one reveal', async () => {
    const { player, gameId, gems } = await gameOnTwo()
    const [tile = 0] = gems
    const answers = await Promise.all([1, 2, 3, 4].map(() => world.reveal(player, gameId, tile)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect((await world.active(player)).game?.revealedTiles).toEqual([tile])
  })

  it.each([{ tile: 'gem' }, { tile: 'mine' }])(
    'a reveal of a $tile and a cash-out end as one order of the two',
    async ({ tile }) => {
      const { player, gameId, gems, mines } = await gameOnTwo()
      await world.reveal(player, gameId, gems[0] ?? 0)
      const next = (tile === 'gem' ? gems[1] : mines[0]) ?? 0
      const [revealed, cashedOut] = await Promise.allSettled([
        world.reveal(player, gameId, next),
        world.cashOut(player, gameId),
      ])
      const lost = revealed.status === 'fulfilled' && tile === 'mine'
      expect(cashedOut.status).toBe(lost ? 'rejected' : 'fulfilled')
      if (cashedOut.status === 'fulfilled')
        expect(cashedOut.value.payout).toBe(revealed.status === 'fulfilled' ? 123 : 108)
      await world.expectConsistent(player)
      expect((await world.active(player)).game).toBeNull()
    },
  )

  it('cash-outs pay once', async () => {
    const { player, gameId, gems } = await gameOnTwo()
    await world.reveal(player, gameId, gems[0] ?? 0)
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => world.cashOut(player, gameId)))
    expect(settledOf(outcomes)).toHaveLength(1)
    expect(world.wallet.balanceOf(player.id)).toBe(100_000_000 + 800)
    await world.expectConsistent(player)
  })

  it('starts are one game, and the others are told of it', async () => {
    await Promise.all([world.start(), world.start()])
    const player = world.player()
    const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => world.begin(player)))
    expect(settledOf(outcomes)).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'game_active' })
    await world.expectConsistent(player)
  })

  it('a start whose stake is not taken yet holds up another one until it is known', async () => {
    await world.start()
    const player = world.player()
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const key = newKey()
    const both = Promise.allSettled([world.begin(player, {}, key), world.begin(player, {}, key), world.begin(player)])
    gate.open()
    const [first, again, other] = await both
    expect(again).toEqual(first)
    expect(other).toMatchObject({ status: 'rejected', reason: { code: 'game_active' } })
  })
})

describe('a wallet that is not heard', () => {
  it.each([
    { what: 'before it books', behaviour: fail },
    { what: 'after it has booked', behaviour: bookAndFail },
    { what: 'and falls over a bug', behaviour: failInside },
  ])('$what leaves a cash-out decided: the leader settles it, and the retry is answered', async ({ behaviour }) => {
    await world.start()
    const player = world.player()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    await world.reveal(player, game.id, gems[0] ?? 0)
    world.wallet.behave(behaviour)
    const key = newKey()
    await expect(world.cashOut(player, game.id, key)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Checking how your game ended. The result appears in your list of bets.',
    })
    await expect(world.reveal(player, game.id, gems[1] ?? 0)).rejects.toMatchObject({ code: 'game_not_active' })
    await world.endGames()
    expect(await world.cashOut(player, game.id, key)).toMatchObject({ payout: 108 })
    await world.expectConsistent(player)
  })
})

describe('a game that nobody plays', () => {
  const later = clockAhead(limits.mines.idleMs + 60_000)

  it.each([
    { what: 'is cashed out with what is open', opened: 2, payout: 123, result: 'win', balance: 100_002_300 },
    { what: 'gives its stake back with nothing open', opened: 0, payout: 100, result: 'refund', balance: 100_000_000 },
  ])('for 30 days $what', async ({ opened, payout, result, balance }) => {
    const player = world.player()
    const replica = await world.start()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    for (const tile of gems.slice(0, opened)) await world.reveal(player, game.id, tile)
    await world.stop(replica)
    await world.endGames(later, async () => (await world.gamesOf(player)).length === 1)
    await world.start()
    expect((await world.active(player)).game).toBeNull()
    expect(await world.plays(player)).toMatchObject([{ betId: game.id, result, payout }])
    expect(world.wallet.balanceOf(player.id)).toBe(balance)
    await expect(world.cashOut(player, game.id)).rejects.toMatchObject({ code: 'game_not_active' })
    expect((await world.commitment(player)).nonce).toBe(2)
    await world.expectConsistent(player)
  })

  it('for 29 days goes on', async () => {
    const player = world.player()
    const replica = await world.start()
    const { game } = await world.begin(player)
    await world.stop(replica)
    await world.owner.query('UPDATE bet SET due_at = now() WHERE player_id = $1', [player.id])
    const isPutOff = "SELECT 1 FROM bet WHERE player_id = $1 AND due_at > now() + interval '29 days'"
    await world.endGames(undefined, async () => (await world.owner.query(isPutOff, [player.id])).rowCount === 1)
    await world.start()
    expect((await world.active(player)).game).toEqual(game)
  })

  it('in a restored database ends at once, because its board may be known', async () => {
    const player = world.player()
    const replica = await world.start()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    await world.reveal(player, game.id, gems[0] ?? 0)
    await world.caughtUp()
    await world.stop(replica)
    await world.owner.query(`UPDATE log_position SET timeline = 'before'`)
    await world.start()
    await expect(world.reveal(player, game.id, gems[1] ?? 0)).rejects.toMatchObject({ code: 'game_not_active' })
    await eventually('the game is cashed out', async () => (await world.gamesOf(player)).length === 1)
    expect(await world.plays(player)).toMatchObject([{ betId: game.id, result: 'win', payout: 108 }])
    await world.expectConsistent(player)
  })
})

describe('a game that the ledger has lost', () => {
  it('is gone with a log that is empty after the restore', async () => {
    const player = world.player()
    const replica = await world.start()
    await world.begin(player)
    await world.caughtUp()
    await world.stop(replica)
    world.wallet.restore(0)

    await world.start()
    await world.caughtUp()
    expect(await world.betsInTable(player, 'mines')).toEqual([])
    expect((await world.begin(player)).game.nonce).toBe(1)
    await world.expectConsistent(player)
  })

  it('is gone when the wallet does not know it, with its steps', async () => {
    const player = world.player()
    const replica = await world.start()
    const { game } = await world.begin(player)
    await world.caughtUp()
    await world.stop(replica)
    const [lost] = world.wallet.ledger.splice(-1)
    if (lost !== undefined) world.wallet.ledger.push({ ...lost, betId: newKey() })
    await world.owner.query(`UPDATE log_position SET timeline = 'before'`)

    await world.start()
    await eventually('the game is gone', async () => (await world.betsInTable(player, 'mines')).length === 0)
    expect((await world.owner.query('SELECT FROM step WHERE bet_id = $1', [game.id])).rowCount).toBe(0)
    expect((await world.begin(player)).game.nonce).toBe(1)
  })
})
