import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { setVolatilityMode } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await World.create()
  await world.start()
}, 60_000)
afterAll(() => world.remove())

it('all owners are told of another game mode, with its RTP, and not of the mode in force', async () => {
  const owner = world.tokens.admin()
  const set = (mode: 'normal' | 'hard') => world.ask(setVolatilityMode, owner, { mode })
  await eventually('the leader answers', () =>
    set('hard').then(
      () => true,
      () => false,
    ),
  )
  await set('hard')
  expect(world.ownerMails).toEqual([
    {
      ...{ noticeId: expect.any(String), event: 'game_mode', by: owner.username },
      detail: 'Game mode of Aviator: from normal (RTP 96.97%) to hard (RTP 95%).',
    },
  ])
})
