import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { playSlots } from '@kismet/contracts'
import type { House } from '@kismet/game-kit/house'
import type { RunningService } from '@kismet/service-kit/define-service'
import { eventually } from '@kismet/test-env/eventually'
import { bookAndFail, fail, held } from '@kismet/game-kit/test/fake-wallet'
import type { ServiceProcess } from '@kismet/test-env/service-process'
import { newKey } from '@kismet/game-kit/test/game-world'
import { startProcess, World } from './world.ts'

let world: World
let leader: ServiceProcess | undefined

beforeAll(async () => {
  world = await World.create()
})
afterEach(async () => {
  await leader?.crash()
  await world.stopServices()
})
afterAll(() => world.remove())

/** Counts how often a replica has swept from now on. */
function sweepsOf({ context }: RunningService<House>): () => number {
  const queries = jest.spyOn(context.db, 'query')
  return () => queries.mock.calls.filter(([sql]) => sql.includes('retry_at <= $1')).length
}

describe('of two replicas', () => {
  it('the one that leads sweeps, and the other one when that is stopped', async () => {
    const first = await world.start()
    const [swept, sweptByOther] = [sweepsOf(first), sweepsOf(await world.start())]
    await eventually('it has swept', () => swept() >= 2)
    expect(sweptByOther()).toBe(0)
    await world.stop(first)
    await eventually('the other one sweeps', () => sweptByOther() >= 1)
  })

  it('the one that is left finishes what the leader, which was killed, has left', async () => {
    leader = await startProcess(world)
    const player = world.player()
    await world.commitment(player)
    world.wallet.behave(fail)
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    const swept = sweepsOf(await world.start())
    expect(swept()).toBe(0)
    await leader.crash()
    await world.ended()
    await world.expectConsistent(player)
  })
})

describe('under maintenance', () => {
  it('no bet begins, not even one that waits its turn; bets under way are answered and finished', async () => {
    const { context } = await world.start()
    const isOn = () => context.maintenance.isOn('test')
    const [player, unheard] = [world.player(), world.player()]
    await Promise.all([world.commitment(player), world.commitment(unheard)])
    world.wallet.behave(fail)
    await expect(world.play(unheard)).rejects.toMatchObject({ code: 'unavailable' })
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const underWay = world.play(player)
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    const closed = { code: 'maintenance' }
    const waiting = expect(world.play(player)).rejects.toMatchObject(closed)
    await world.setMaintenance(true)
    await eventually('it is heard', isOn)
    await expect(world.play(world.player())).rejects.toMatchObject(closed)
    gate.open()
    expect((await underWay).answer.nonce).toBe(1)
    await waiting
    await world.ended()
    expect(await world.betsOf(unheard)).toHaveLength(1)
    await world.setMaintenance(false)
    await eventually('it is over', async () => !(await isOn()))
    expect((await world.play(player)).answer.nonce).toBe(2)
  })

  it('a bet that counts or is under way is answered to its own request, and to no other one under its key', async () => {
    const { context } = await world.start()
    const [player, unheard] = [world.player(), world.player()]
    const [ofDice, ofSlots, ofUnheard] = [newKey(), newKey(), newKey()]
    const spin = () => world.ask(playSlots, player, { bet: 100 }, ofSlots)
    const dice = await world.play(player, {}, ofDice)
    const slots = await spin()
    world.wallet.behave(bookAndFail)
    await expect(world.play(unheard, {}, ofUnheard)).rejects.toMatchObject({ code: 'unavailable' })
    await world.setMaintenance(true)
    await eventually('it is heard', () => context.maintenance.isOn('test'))
    expect(await world.play(player, {}, ofDice)).toEqual({ ...dice, replayed: true })
    expect(await spin()).toEqual({ ...slots, replayed: true })
    expect((await world.play(unheard, {}, ofUnheard)).answer.nonce).toBe(1)
    for (const key of [newKey(), ofDice])
      await expect(world.play(player, { rollOver: 20 }, key)).rejects.toMatchObject({ code: 'maintenance' })
    await world.setMaintenance(false)
    await eventually('it is over', async () => !(await context.maintenance.isOn('test')))
    expect((await world.play(player)).answer.nonce).toBe(2)
    await world.expectConsistent(unheard)
  })
})
