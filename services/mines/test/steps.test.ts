import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { StepTable, TakenStep } from '@kismet/game-kit/db/steps'
import { MinesWorld } from './world.ts'

let world: MinesWorld
let steps: StepTable

beforeAll(async () => {
  world = await MinesWorld.create()
  steps = (await world.start()).context.steps
})
afterAll(async () => {
  await world.stopServices()
  await world.remove()
})

const tile = (step: number): TakenStep => ({ step, by: 'step', ends: false, key: `key ${step}`, atMs: 1_000 })

it('steps of many games in one turn are written and read each for its game, and a used number is not written again', async () => {
  const games = [randomUUID(), randomUUID(), randomUUID()] as const
  const [, used] = games
  expect(await steps.write(used, 1, tile(7), 0)).toBe(true)
  const written = await Promise.all(games.map((betId, at) => steps.write(betId, 1, tile(at), 0)))
  expect(written).toEqual([true, false, true])
  expect(await Promise.all([steps.write(used, 1, tile(8), 0), steps.write(used, 2, tile(9), 0)])).toEqual([false, true])
  const cashOut: TakenStep = { step: null, by: 'player', ends: true, key: 'key of a cash-out', atMs: 1_000 }
  expect([await steps.write(used, 2, cashOut, 0), await steps.write(used, 3, cashOut, 0)]).toEqual([false, true])
  const read = await Promise.all(games.map((betId) => steps.read(betId)))
  expect(read.map((one) => one.steps)).toEqual([[tile(0)], [tile(7), tile(9), cashOut], [tile(2)]])
})
