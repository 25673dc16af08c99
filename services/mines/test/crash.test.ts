import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { revealMinesTile, startMines } from '@kismet/contracts'
import type { Behaviour } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import type { ServiceProcess } from '@kismet/test-env/service-process'
import { MinesWorld, startProcess } from './world.ts'

let world: MinesWorld
let service: ServiceProcess | undefined

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterEach(async () => {
  await service?.crash()
  world.patienceMs = undefined
  await world.stopServices()
})
afterAll(() => world.remove())

/** The service dies before the wallet does what it is asked. */
const beforeBooking: Behaviour = async () => {
  await service?.crash()
  return world.wallet.hang()
}
/** The service dies after the wallet has done what it was asked, before it can hear of it. */
const afterBooking: Behaviour = async (book) => {
  book()
  await service?.crash()
  return world.wallet.hang()
}

const moments = [
  { when: 'before the wallet', behaviour: beforeBooking, isBooked: false },
  { when: 'after the wallet', behaviour: afterBooking, isBooked: true },
]
const unavailable = { code: 'unavailable' }

describe('kill -9 of the service', () => {
  it.each(moments)(
    'in a start, $when: the game is open once after a restart, and the retry gets it',
    async ({ behaviour, isBooked }) => {
      service = await startProcess(world)
      const player = world.player()
      const key = newKey()
      await world.commitment(player)
      world.wallet.behave(behaviour)
      world.patienceMs = 2_000
      await expect(world.begin(player, {}, key)).rejects.toMatchObject(unavailable)
      world.patienceMs = undefined
      await world.start()
      const retried = await world.ask(startMines, player, { bet: 100, minesCount: 3 }, key)
      expect(retried).toMatchObject({ answer: { game: { nonce: 1 }, balance: 999_900 }, replayed: isBooked })
      expect((await world.active(player)).game?.id).toBe(retried.answer.game.id)
      await world.expectConsistent(player)
    },
  )

  it('in a start that the wallet refuses: the commitment is current again after a restart', async () => {
    service = await startProcess(world)
    const player = world.player()
    const before = await world.commitment(player)
    world.wallet.setBalance(player.id, 0)
    world.wallet.behave(beforeBooking)
    world.patienceMs = 2_000
    await expect(world.begin(player)).rejects.toMatchObject(unavailable)
    world.patienceMs = undefined
    await world.start()
    expect(await world.commitment(player)).toEqual(before)
    await world.expectConsistent(player)
  })

  it('between two tiles: the game goes on where it was', async () => {
    service = await startProcess(world)
    const player = world.player()
    const { game } = await world.begin(player)
    const { gems } = await world.board(player)
    const first = await world.reveal(player, game.id, gems[0] ?? 0)
    await service.crash()
    await world.start()
    expect(await world.active(player)).toMatchObject({ game: first.game, gemsLeft: 21 })
    expect(await world.reveal(player, game.id, gems[1] ?? 0)).toMatchObject({ multiplier: 1.23 })
    expect(await world.cashOut(player, game.id)).toMatchObject({ payout: 123 })
    await world.expectConsistent(player)
  })

  it.each(moments)(
    'in an automatic game, $when: it is played once, and a retry gets its result',
    async ({ behaviour, isBooked }) => {
      service = await startProcess(world)
      const player = world.player()
      await world.beginAuto(player)
      const key = newKey()
      world.wallet.behave(behaviour)
      world.patienceMs = 2_000
      await expect(world.continueAuto(player, {}, { key })).rejects.toMatchObject(unavailable)
      world.patienceMs = undefined
      await world.start()
      const { answer, replayed } = await world.continueAuto(player, {}, { key })
      expect(replayed).toBe(isBooked)
      expect(answer).toMatchObject({ game: { nonce: 1 }, settings: { betsPlayed: 1 } })
      // Nobody has told the run of an error: it goes on.
      expect((await world.continueAuto(player)).answer).toMatchObject({
        game: { nonce: 2 },
        settings: { betsPlayed: 2 },
      })
      expect((await world.autoStatus(player)).gamesPlayed).toHaveLength(2)
      await world.expectConsistent(player)
    },
  )

  const ends = [
    { what: 'a loss', payout: 0 },
    { what: 'a cash-out', payout: 108 },
  ]
  it.each(ends.flatMap((end) => moments.map((moment) => ({ ...end, ...moment }))))(
    'in $what, $when: it stands after a restart, and is answered to the retry',
    async ({ payout, behaviour }) => {
      service = await startProcess(world)
      const player = world.player()
      const { game } = await world.begin(player)
      const { gems, mines } = await world.board(player)
      await world.reveal(player, game.id, gems[0] ?? 0)
      const key = newKey()
      const end = () =>
        payout > 0 ? world.cashOut(player, game.id, key) : world.reveal(player, game.id, mines[0] ?? 0, key)
      world.wallet.behave(behaviour)
      world.patienceMs = 2_000
      await expect(end()).rejects.toMatchObject(unavailable)
      world.patienceMs = undefined
      await world.endGames()
      await world.start()
      expect(await end()).toMatchObject({ payout, balance: 999_900 + payout, game: { isActive: false } })
      const first = await world.ask(revealMinesTile, player, { gameId: game.id, tileIndex: gems[0] ?? 0 }, newKey())
      expect(first).toMatchObject({ replayed: true, answer: { multiplier: 1.08, game: { isActive: true } } })
      await world.expectConsistent(player)
    },
  )
})
