import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { getMinesReplay } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { fail } from '@kismet/game-kit/test/fake-wallet'
import { MinesWorld } from './world.ts'

let world: MinesWorld

beforeAll(async () => {
  world = await MinesWorld.create()
  await world.start()
})
afterAll(() => world.remove())

const replay = async (betId: string) =>
  (await world.ask(getMinesReplay, world.tokens.admin('support'), { betId })).answer.play

it('shows a game with each tile and its time, and how it ended, with a proof that verifies', async () => {
  const player = world.player()
  const { game } = await world.begin(player, { minesCount: 5 })
  const { gems, mines } = await world.board(player)
  const opened = gems.slice(0, 3)
  for (const tile of opened) await world.reveal(player, game.id, tile)
  const { payout } = await world.cashOut(player, game.id)
  await world.caughtUp()
  const play = await replay(game.id)
  expect(play).toMatchObject({
    ...{ game: 'mines', stage: 'settled', playerId: player.id, stake: 100, payout, params: { minesCount: 5 } },
    proof: { id: game.id, outcome: { minePositions: mines } },
  })
  expect(verifyProof(play.proof).valid).toBe(true)
  expect(play.steps.map(({ step, tile, by }) => [step, tile, by])).toEqual([
    ['placed', null, null],
    ['opened', null, null],
    ...opened.map((tile) => ['tile', tile, null]),
    ['cash_out', null, 'player'],
    ['settled', null, null],
  ])
  const times = play.steps.map(({ at }) => Date.parse(at))
  expect(times.every((time) => time > 0)).toBe(true)
  expect(times).toEqual(times.toSorted())
})

it('shows of a game that goes on what its player knows: neither seed nor mines, nor what nobody has booked', async () => {
  const player = world.player()
  const { game } = await world.begin(player, { minesCount: 5 })
  const { gems, mines } = await world.board(player)
  await world.reveal(player, game.id, gems[0] ?? 0)
  const going = await replay(game.id)
  expect(going).toMatchObject({
    ...{ stage: 'open', payout: null, multiplier: null, proof: null, serverSeedHash: game.serverSeedHash },
    ...{ nonce: game.nonce, clientSeed: game.clientSeed, params: { minesCount: 5 } },
  })
  expect(going.steps.map(({ step, tile }) => [step, tile])).toEqual([
    ['placed', null],
    ['opened', null],
    ['tile', gems[0]],
  ])

  // The mine is found and the wallet is not heard: the end is decided and stands nowhere as booked.
  world.wallet.behave(fail)
  await expect(world.reveal(player, game.id, mines[0] ?? 0)).rejects.toMatchObject({ code: 'unavailable' })
  const decided = await replay(game.id)
  expect(decided).toEqual(going)
  world.wallet.behaveAsUsual()
  await world.endGames()
  const over = await replay(game.id)
  expect(over).toMatchObject({ stage: 'settled', payout: 0, proof: { outcome: { minePositions: mines } } })
  expect(over.steps.at(-2)).toMatchObject({ step: 'ended', by: 'step' })
  expect(JSON.stringify(going)).not.toContain(over.proof?.serverSeed ?? '-')
})

it('shows an automatic game without what it has beside its odds', async () => {
  const player = world.player()
  await world.beginAuto(player)
  await world.continueAuto(player)
  await world.caughtUp()
  const [game] = await world.gamesOf(player)
  const play = await replay(game?.betId ?? '')
  expect(play).toMatchObject({ game: 'mines', stage: 'settled', params: { minesCount: 3 } })
  expect(play.params).not.toHaveProperty('run')
  expect(play.steps.map(({ step }) => step)).toEqual(['placed', 'settled'])
  expect(verifyProof(play.proof).valid).toBe(true)
})
