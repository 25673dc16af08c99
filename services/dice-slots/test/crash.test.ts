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

/** The service dies after its claim, before the wallet has booked. */
const beforeBooking: Behaviour = async () => {
  await crash()
  return world.wallet.hang()
}
/** The service dies after the wallet has booked, before it can hear of it. */
const afterBooking: Behaviour = async (book) => {
  book()
  await crash()
  return world.wallet.hang()
}
/** The service dies after the wallet has refused, before it can put the claim back. */
const afterRefusal = beforeBooking

describe('kill -9 of the service', () => {
  it.each([
    { when: 'between its claim and the wallet', behaviour: beforeBooking },
    { when: 'between the wallet and its record', behaviour: afterBooking },
  ])(
    '$when: the play is finished once after a restart, and the retry gets its answer',
    async ({ behaviour }) => {
      service = await startProcess(world)
      const player = world.player()
      const key = newKey()
      const before = await world.commitment(player)
      world.wallet.behave(behaviour)
      await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'unavailable' })
      const betId = await world.claimOf(player)
      expect(betId).toBeDefined()

      await world.sweepLater()
      await world.start()
      const { answer, replayed } = await world.play(player, {}, key)
      expect(replayed).toBe(true)
      expect(answer).toMatchObject({ betId, nonce: 1, serverSeedHash: before.serverSeedHash })
      await world.expectConsistent(player)
    },
    30_000,
  )

  it('between a refusal and putting the claim back: the commitment is current again after a restart', async () => {
    service = await startProcess(world)
    const player = world.player()
    const before = await world.commitment(player)
    world.wallet.setBalance(player.id, 0)
    world.wallet.behave(afterRefusal)
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })

    await world.sweepLater()
    await world.start()
    expect(await world.betsOf(player)).toEqual([])
    expect(await world.commitment(player)).toEqual(before)
    world.wallet.setBalance(player.id, 10_000)
    expect((await world.play(player)).answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
    await world.expectConsistent(player)
  }, 30_000)

  it('between its answer and its record, which a lock holds up: the play is recorded once after a restart', async () => {
    service = await startProcess(world)
    const player = world.player()
    const key = newKey()
    await world.commitment(player)
    const lock = await world.owner.connect()
    await lock.query('BEGIN')
    world.wallet.behave(async (book) => {
      await lock.query('SELECT 1 FROM seat WHERE player_id = $1 FOR UPDATE', [player.id])
      return book()
    })
    const first = await world.play(player, {}, key)
    expect(await world.claimOf(player)).toBe(first.answer.betId)
    await crash()
    await lock.query('ROLLBACK')
    lock.release()

    await world.sweepLater()
    await world.start()
    expect(await world.play(player, {}, key)).toEqual({ answer: first.answer, replayed: true })
    expect((await world.commitment(player)).serverSeedHash).toBe(first.answer.next.serverSeedHash)
    await world.expectConsistent(player)
  }, 30_000)

  it('after its record: the retry gets the answer', async () => {
    service = await startProcess(world)
    const player = world.player()
    const key = newKey()
    const first = await world.play(player, {}, key)
    await world.expectConsistent(player)
    await crash()
    await world.start()
    expect(await world.play(player, {}, key)).toEqual({ answer: first.answer, replayed: true })
    await world.expectConsistent(player)
  }, 30_000)

  it('under load: every answered play is there, and no other one is half there', async () => {
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
    await world.sweepLater()
    await world.start()
    const done = (await outcomes).flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(done.length).toBeLessThan(requests.length)
    for (const { player, key, answer } of done)
      expect((await world.play(player, { rollOver: 0 }, key)).answer).toEqual(answer)
    for (const player of players) {
      await world.expectConsistent(player)
    }
  }, 60_000)
})
