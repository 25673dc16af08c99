import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { betIdFor, getPlayReplay, playSlots } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  await world.start()
})
afterAll(() => world.remove())

const replay = async (betId: string, by = world.tokens.admin('auditor')) =>
  (await world.ask(getPlayReplay, by, { betId })).answer.play

it('shows a play of Dice as it was: seeds, result and payout as stored, with a proof that verifies, and its times', async () => {
  const player = world.player()
  const before = Date.now()
  const { answer } = await world.play(player, { betAmount: 250.5, rollOver: 40, clientSeed: 'mine-1' })
  await world.caughtUp()
  const play = await replay(answer.betId)
  const { betId, serverSeed, serverSeedHash, payout } = answer
  expect(play).toMatchObject({
    ...{ betId, playerId: player.id, game: 'dice', stage: 'settled', stake: 250.5, payout, serverSeedHash, nonce: 1 },
    ...{ clientSeed: 'mine-1', clientSeedBy: 'player', round: null },
    proof: { id: betId, serverSeed, serverSeedHash, outcome: { roll: answer.roll }, payout },
  })
  expect(verifyProof(play.proof).valid).toBe(true)
  expect(play.steps.map(({ step }) => step)).toEqual(['placed', 'settled'])
  const times = play.steps.map(({ at }) => Date.parse(at))
  expect(times).toEqual(times.toSorted())
  expect(times[0]).toBeGreaterThanOrEqual(before)
})

it('shows a play of Slots to each role, and writes down who has looked at what', async () => {
  const { answer } = await world.ask(playSlots, world.player(), { bet: 100 }, newKey())
  await world.caughtUp()
  world.views = []
  for (const role of ['owner', 'cashier', 'support', 'auditor'] as const) {
    const { game, proof } = await replay(answer.betId, world.tokens.admin(role))
    expect([game, verifyProof(proof).valid]).toEqual(['slots', true])
  }
  expect(world.views).toHaveLength(4)
  expect(new Set(world.views.map((view) => view.split(' ')[1]))).toEqual(new Set([answer.betId]))
})

it('has none of a play that was refused, of one that never was, and of what is no id', async () => {
  const player = world.player()
  world.wallet.behave(refuse('insufficient_balance'))
  await expect(world.play(player)).rejects.toMatchObject({ code: 'insufficient_balance' })
  world.wallet.behaveAsUsual()
  world.views = []
  const unknown = betIdFor('dice', '019a8f00-0000-7000-8000-000000000001')
  for (const betId of [unknown, `${unknown.slice(0, 15)}1-no-id`])
    await expect(replay(betId)).rejects.toMatchObject({ code: 'not_found' })
  expect(world.views).toEqual([])
})

it('shows nothing to a player, and nothing while nobody can write down who looks', async () => {
  const player = world.player()
  const { answer } = await world.play(player)
  await world.caughtUp()
  await expect(world.ask(getPlayReplay, player, { betId: answer.betId })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  world.views = undefined
  await expect(replay(answer.betId)).rejects.toMatchObject({ code: 'unavailable' })
  world.views = []
  expect((await replay(answer.betId)).stage).toBe('settled')
})
