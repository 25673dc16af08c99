import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { Refusal } from '@kismet/service-kit/refusal'
import fc from 'fast-check'
import { walletBehaviours } from '@kismet/game-kit/test/wallet-behaviours'
import type { ServiceProcess } from '@kismet/test-env/service-process'
import { newKey } from '@kismet/game-kit/test/game-world'
import { startProcess, World } from './world.ts'

let world: World
let service: ServiceProcess | undefined

beforeAll(async () => {
  world = await World.create()
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
  key: fc.nat({ max: 3 }),
  wallet: fc.constantFrom(...(Object.keys(behaviours) as (keyof typeof behaviours)[])),
})
/** Calls of one round are made at once, on some of which the others queue or which they repeat. */
const rounds = fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })

it('any interleaving of plays, retries, refusals and crashes books each key once, with nonces without a gap', async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (script) => {
      const player = world.player()
      const keys = [newKey(), newKey(), newKey(), newKey()]
      const answers = new Map<number, unknown>()
      const play = async (key: number) => {
        const { answer } = await world.play(player, {}, keys[key])
        // Whatever a key was answered first, it is answered always.
        expect(answers.get(key) ?? answer).toEqual(answer)
        answers.set(key, answer)
      }
      for (const calls of script) {
        service = await startProcess(world)
        world.wallet.behave(...calls.map(({ wallet }) => behaviours[wallet]))
        const outcomes = await Promise.allSettled(calls.map(({ key }) => play(key)))
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal)
        await service.crash()
        world.wallet.behaveAsUsual()
      }
      await world.start()
      for (const key of keys.keys()) await play(key)
      await world.expectConsistent(player)
      expect(world.betsOf(player)).toHaveLength(keys.length)
      await world.stopServices()
    }),
    { numRuns: 8 },
  )
}, 240_000)
