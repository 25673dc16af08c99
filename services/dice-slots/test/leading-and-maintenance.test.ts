import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { playSlots } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { bookAndFail, held } from '@kismet/game-kit/test/fake-wallet'
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

describe('two replicas', () => {
  it('when the leader is killed, the other one reads the log on', async () => {
    leader = await startProcess(world)
    const player = world.player()
    await world.play(player)
    await world.caughtUp()
    await world.start()
    await leader.crash()
    // NATS may still deal a call to the connection of the process that is gone.
    const isPlayed = () => world.play(player).then(Boolean, () => false)
    await eventually('the other replica plays', isPlayed, 30_000)
    await world.expectConsistent(player)
  })
})

describe('during maintenance', () => {
  it('no bet begins, not even one that waits in the queue, and a bet under way is answered', async () => {
    const { context } = await world.start()
    const isOn = () => context.maintenance.isOn('test')
    const player = world.player()
    await world.commitment(player)
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const underWay = world.play(player)
    await eventually('the wallet is asked', () => world.wallet.asked.some(({ playerId }) => playerId === player.id))
    const closed = { code: 'maintenance' }
    const waiting = expect(world.play(player)).rejects.toMatchObject(closed)
    await world.setMaintenance(true)
    await eventually('maintenance is known', isOn)
    await expect(world.play(world.player())).rejects.toMatchObject(closed)
    gate.open()
    expect((await underWay).answer.nonce).toBe(1)
    await waiting
    await world.setMaintenance(false)
    await eventually('maintenance is over', async () => !(await isOn()))
    expect((await world.play(player)).answer.nonce).toBe(2)
  })

  it('a booked bet is answered to its own request, and to no other one under its key', async () => {
    const { context } = await world.start()
    const [player, unheard] = [world.player(), world.player()]
    const [ofDice, ofSlots, ofUnheard] = [newKey(), newKey(), newKey()]
    const spin = () => world.ask(playSlots, player, { bet: 100 }, ofSlots)
    const dice = await world.play(player, {}, ofDice)
    const slots = await spin()
    world.wallet.behave(bookAndFail)
    await expect(world.play(unheard, {}, ofUnheard)).rejects.toMatchObject({ code: 'unavailable' })
    await world.caughtUp()
    await world.setMaintenance(true)
    await eventually('maintenance is known', () => context.maintenance.isOn('test'))
    expect(await world.play(player, {}, ofDice)).toEqual({ ...dice, replayed: true })
    expect(await spin()).toEqual({ ...slots, replayed: true })
    expect((await world.play(unheard, {}, ofUnheard)).answer.nonce).toBe(1)
    for (const key of [newKey(), ofDice])
      await expect(world.play(player, { rollOver: 20 }, key)).rejects.toMatchObject({ code: 'maintenance' })
    await world.setMaintenance(false)
    await eventually('maintenance is over', async () => !(await context.maintenance.isOn('test')))
    expect((await world.play(player)).answer.nonce).toBe(2)
    await world.expectConsistent(unheard)
  })
})
