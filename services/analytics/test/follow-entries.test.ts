import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { AnalyticsWorld } from './world.ts'

let world: AnalyticsWorld

beforeAll(async () => {
  world = await AnalyticsWorld.create()
})
afterAll(() => world.close())

const cursor = async () => {
  const { documents } = world.running.context
  return (await documents.run(({ progress }) => progress.collection.findOne({ _id: 'entries' })))?.cursor
}

it('takes what is final while a transaction stays open, asks for the rest now and then, and ends when it is told to', async () => {
  const { id } = world.tokens.player()
  for (let entry = 0; entry < 3; entry += 1) world.script.move(id, 'deposit', 100)
  await world.start()
  await world.settle()
  for (let entry = 0; entry < 3; entry += 1) world.script.move(id, 'deposit', 100)
  ;[world.final, world.asked] = [4, 0]
  world.wake()
  const isTaken = async () => (await cursor()) === world.cursorAt(4)
  await eventually('the final one is taken', async () => world.asked > 100 || isTaken())
  expect([await isTaken(), world.asked < 20]).toEqual([true, true])
  await world.stop()
})
