import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { House } from '@kismet/game-kit/house'
import type { RunningService } from '@kismet/service-kit/define-service'
import { eventually } from '@kismet/test-env/eventually'
import { fail, held } from './fake-wallet.ts'
import { ServiceProcess } from './service-process.ts'
import { World } from './world.ts'

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
    leader = await ServiceProcess.start(world.env())
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
})
