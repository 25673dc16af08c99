import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { getSlotsCommitment, listSlotsPlays, playSlots } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { drawReels, serverSeedHash, slotsLine, verifyProof } from '@kismet/fairness'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  await world.start()
})
afterAll(() => world.remove())

const spin = (player: TestPlayer, input: Partial<WireInput<typeof playSlots>> = {}, key: string = newKey()) =>
  world.ask(playSlots, player, { bet: 100, ...input }, key)

describe('a play of Slots', () => {
  it('uses its own commitment up, shows the reels and says what they are worth', async () => {
    const player = world.player()
    const dice = await world.commitment(player)
    const { answer: published } = await world.ask(getSlotsCommitment, player, {})
    expect(published).toMatchObject({ game: 'slots', version: '1', nonce: 1, clientSeed: dice.clientSeed })
    const { serverSeedHash: named } = published
    const { answer } = await spin(player, { bet: 250.5, clientSeed: 'mine-0123456789abcdef', serverSeedHash: named })
    const { serverSeed, clientSeed, nonce } = answer
    expect(serverSeedHash(serverSeed)).toBe(named)
    const reels = drawReels({ serverSeed, clientSeed, nonce })
    const { result, winType, multiplierHundredths } = slotsLine(reels)
    const payout = Math.floor(25_050 * (multiplierHundredths / 100)) / 100
    expect(answer).toMatchObject({
      ...{ reels, result, winType, payout, multiplier: multiplierHundredths / 100 },
      netGain: Math.round((payout - 250.5) * 100) / 100,
      balance: world.wallet.balanceOf(player.id) / 100,
      bonusReleased: false,
    })
    const next = await world.ask(getSlotsCommitment, player, {})
    expect(next.answer).toMatchObject(answer.next)
    expect(await world.commitment(player)).toEqual(dice)
  })

  it('has a proof that verifies, and a place in the list', async () => {
    const player = world.player()
    const { answer } = await spin(player)
    const proof = await world.proof(player, answer.betId)
    expect(verifyProof(proof)).toMatchObject({ valid: true, game: 'slots', id: answer.betId })
    expect(proof.proof).toMatchObject({
      params: {},
      outcome: { reels: answer.reels },
      stake: 100,
      payout: answer.payout,
    })
    const { plays } = (await world.ask(listSlotsPlays, player, {})).answer
    expect(plays).toMatchObject([{ betId: answer.betId, reels: answer.reels, winType: answer.winType, bet: 100 }])
    expect(await world.plays(player)).toEqual([])
  })

  it('is the first answer again under its key, and a conflict with another stake', async () => {
    const player = world.player()
    const key = newKey()
    const first = await spin(player, {}, key)
    expect(await spin(player, {}, key)).toEqual({ answer: first.answer, replayed: true })
    await expect(spin(player, { bet: 101 }, key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
  })

  it('shares no key and no turn with Dice', async () => {
    const player = world.player()
    const key = newKey()
    const plays = await Promise.all([world.play(player, {}, key), spin(player, {}, key)])
    expect(plays.map(({ answer, replayed }) => ({ nonce: answer.nonce, replayed }))).toEqual([
      { nonce: 1, replayed: false },
      { nonce: 1, replayed: false },
    ])
  })

  it.each([{ bet: 99.99 }, { bet: 50_000.01 }, { bet: 100.001 }, { bet: 0 }, { bet: -100 }])(
    'of $bet rupees is refused',
    async (input) => {
      await expect(spin(world.player(), input)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )

  it('that the wallet refuses leaves the commitment current', async () => {
    const player = world.player()
    const { answer: before } = await world.ask(getSlotsCommitment, player, {})
    world.wallet.behave(refuse('insufficient_balance'))
    await expect(spin(player)).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect((await world.ask(getSlotsCommitment, player, {})).answer).toEqual(before)
    expect((await spin(player)).answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
  })
})
