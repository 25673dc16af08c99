import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Behaviour } from '@kismet/game-kit/test/fake-wallet'
import type { ServiceProcess } from '@kismet/test-env/service-process'
import { newKey } from '@kismet/game-kit/test/game-world'
import { startProcess, World } from './world.ts'

let world: World
let service: ServiceProcess | undefined

beforeAll(async () => {
  world = await World.create()
  world.patienceMs = 2_000
})
afterEach(async () => {
  await service?.crash()
  await world.stopServices()
})
afterAll(() => world.remove())

const crash = async () => service?.crash()

const beforeBooking: Behaviour = async () => {
  await crash()
  return world.wallet.hang()
}
const afterBooking: Behaviour = async (book) => {
  book()
  await crash()
  return world.wallet.hang()
}

describe('kill -9 of the service', () => {
  it.each([
    { when: 'before the wallet has booked', behaviour: beforeBooking, isBooked: false },
    { when: 'after the wallet has booked', behaviour: afterBooking, isBooked: true },
  ])(
    '$when: the retry with its key is answered, and one bet is booked',
    async ({ behaviour, isBooked }) => {
      service = await startProcess(world)
      const player = world.player()
      const key = newKey()
      const before = await world.commitment(player)
      world.wallet.behave(behaviour)
      await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'unavailable' })

      await world.start()
      const { answer, replayed } = await world.play(player, {}, key)
      expect(replayed).toBe(isBooked)
      expect(answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
      await world.expectConsistent(player)
    },
    30_000,
  )

  it('before the reader has read the bet: the retry gets its answer after a restart', async () => {
    service = await startProcess(world)
    const player = world.player()
    const key = newKey()
    world.wallet.isLogHeld = true
    const first = await world.play(player, {}, key)
    await crash()
    world.wallet.isLogHeld = false
    await world.start()
    expect(await world.play(player, {}, key)).toEqual({ answer: first.answer, replayed: true })
    await world.expectConsistent(player)
  }, 30_000)

  it('under load: every answered bet is there, each key once', async () => {
    service = await startProcess(world)
    const players = Array.from({ length: 8 }, () => world.player())
    const requests = players.flatMap((player) => Array.from({ length: 12 }, () => ({ player, key: newKey() })))
    const enough = Promise.withResolvers<undefined>()
    let answered = 0
    const plays = requests.map(async ({ player, key }) => {
      const played = await world.play(player, { rollOver: 0 }, key)
      answered += 1
      if (answered === 30) enough.resolve(undefined)
      return { ...played, player, key }
    })
    const outcomes = Promise.allSettled(plays)
    await enough.promise
    await crash()
    await world.start()
    const done = (await outcomes).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(done.length).toBeLessThan(requests.length)
    for (const { player, key, answer } of done)
      expect((await world.play(player, { rollOver: 0 }, key)).answer).toEqual(answer)
    for (const player of players) await world.expectConsistent(player)
  }, 60_000)
})
