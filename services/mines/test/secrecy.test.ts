import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { fail } from '@kismet/game-kit/test/fake-wallet'
import { createLogger } from '@kismet/service-kit/logger'
import { TestLine } from '@kismet/test-env/test-line'
import { mines } from '../src/service.ts'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
})
afterAll(() => world.remove())

it('nothing that leaves the service before the end of a game tells its seed or its mines: no answer, no frame of the bus, no line of the log', async () => {
  let said = ''
  const line = await TestLine.to(world.nats.urlOf('mines'), (data) => (said += data.toString('latin1')))
  const log = createLogger('mines', 'trace', { write: (text) => (said += text) })
  const service = await mines.start({ ...world.env(), NATS_URL: line.url }, { log })
  const player = world.player()
  const { game } = await world.begin(player, { minesCount: 10 })
  const { gems, mines: mined } = await world.board(player)
  const serverSeed = await world.newestSeed(player)

  for (const tile of gems.slice(0, 3)) await world.reveal(player, game.id, tile)
  await world.active(player)
  await world.proof(player, game.id).catch(() => undefined)
  await world.begin(player).catch(() => undefined)
  world.wallet.behave(fail)
  await world.cashOut(world.player(), game.id).catch(() => undefined)
  expect(said).toContain(game.id)
  expect(said).not.toContain(serverSeed)
  expect(said).not.toContain('minePositions')
  expect(said).not.toContain(JSON.stringify(mined))
  world.wallet.behaveAsUsual()

  // What the test looks for is what is told at the end.
  await world.cashOut(player, game.id)
  expect(said).toContain(serverSeed)
  expect(said).toContain(`"minePositions":${JSON.stringify(mined)}`)
  await service.stop()
  await line.close()
})
