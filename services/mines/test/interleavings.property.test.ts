import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { Refusal } from '@kismet/service-kit/refusal'
import fc from 'fast-check'
import { walletBehaviours } from '@kismet/game-kit/test/wallet-behaviours'
import type { ServiceProcess } from '@kismet/test-env/service-process'
import { MinesWorld, startProcess } from './world.ts'

let world: MinesWorld
let service: ServiceProcess | undefined

beforeAll(async () => {
  world = await MinesWorld.create()
  world.patienceMs = 1_000
})
afterEach(async () => {
  await service?.crash()
  await world.stopServices()
})
afterAll(() => world.remove())

const behaviours = walletBehaviours(async () => {
  await service?.crash()
  return world.wallet.hang()
})

const call = fc.record({
  what: fc.constantFrom('start', 'reveal', 'reveal', 'reveal', 'cash out'),
  tile: fc.nat({ max: 24 }),
  wallet: fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[])),
})
/** Calls of one round are made at once. */
const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 4 })

it('any interleaving of starts, reveals, cash-outs and crashes conserves money and ends each game once', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (script) => {
      const player = world.player()
      let gameId = ''
      /** What each tile of each game was answered first, it is answered always. */
      const answers = new Map<string, unknown>()
      const act = async ({ what, tile }: (typeof script)[number][number]) => {
        if (what === 'start') gameId = (await world.begin(player)).game.id
        else if (what === 'cash out') await world.cashOut(player, gameId)
        else {
          const answer = await world.reveal(player, gameId, tile)
          const name = `${answer.game.id} ${tile}`
          expect(answers.get(name) ?? answer).toEqual(answer)
          answers.set(name, answer)
        }
      }
      for (const calls of script) {
        service = await startProcess(world)
        gameId = (await world.active(player)).game?.id ?? gameId
        world.wallet.behave(...calls.map(({ wallet }) => behaviours[wallet]))
        const outcomes = await Promise.allSettled(calls.map(act))
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal)
        await service.crash()
        world.wallet.behaveAsUsual()
        await world.endGames()
      }
      await world.start()
      await world.expectConsistent(player)
      const { game } = await world.active(player)
      const held = game === null ? 0 : 10_000
      const games = await world.gamesOf(player)
      const net = games.reduce((sum, one) => sum + one.payoutPaise - one.stakePaise, 0)
      expect(world.wallet.balanceOf(player.id)).toBe(100_000_000 + net - held)
      await world.stopServices()
    }),
    { numRuns: 8 },
  )
}, 240_000)
