import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { cashOutAviator, placeAviatorBet } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import { openingPaise } from './fake-wallet.ts'
import type { Settling } from './fake-wallet.ts'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
  world.listenToRounds()
})
afterEach(() => world.reset())
afterAll(() => world.remove())

const replica = { SPEED: '4', ABSENT_AFTER_MS: '1000' }

describe('kill -9 of the leader', () => {
  it.each([
    { when: 'while betting is open', standby: false, phase: 'betting' },
    { when: 'in flight', standby: true, phase: 'flying' },
  ] as const)(
    '$when, with a replica: $standby: every bet ends once and every balance is right',
    async ({ standby, phase }) => {
      const { leader, roundId } = await world.startReplicas(standby, replica)
      const [stays, cashesOut] = [world.tokens.player(), world.tokens.player()]
      const clientSeed = await world.oracle.clientSeedFor(200, 250, ['first'])
      await world.ask(placeAviatorBet, stays, { amount: 100, roundId, clientSeed: 'first' })
      await world.ask(placeAviatorBet, cashesOut, { amount: 100, roundId, clientSeed })
      let paid = 0
      if (phase === 'flying') {
        await world.state('it flies', (state) => state.phase === 'flying' && (state.multiplier ?? 0) > 1.02)
        const answer = await world.ask(cashOutAviator, cashesOut, { roundId, receivedAt: Number.MAX_SAFE_INTEGER })
        paid = Math.round(answer.payout * 100)
      }
      await leader.crash()
      if (!standby) await world.startReplica(replica)
      await world.state('another round opens', (state) => state.roundId !== roundId)
      await world.settled()
      const [first] = await world.rounds()
      const balances = [stays, cashesOut].map(({ id }) => world.wallet.balanceOf(id) - openingPaise)
      const stake = first?.phase === 'void' ? 0 : -10_000
      expect(first?.phase).toMatch(/^(crashed|void)$/)
      expect(balances).toEqual([stake, phase === 'flying' ? paid - 10_000 : stake])
      expect([...world.wallet.bets.values()].filter(({ state }) => state === 'open')).toEqual([])
      await world.expectOneLeaderARound()
    },
    90_000,
  )

  it.each([
    { standby: false, what: 'none', share: 0 },
    { standby: true, what: 'half', share: 0.5 },
  ])(
    'when the wallet has booked $what of the losses of a crash, with a replica: $standby: the others are booked, each once',
    async ({ standby, share }) => {
      const { leader, roundId } = await world.startReplicas(standby, replica)
      // The seeds of the first three bets say where the round crashes.
      const clientSeed = await world.oracle.clientSeedFor(105, 130, ['first', 'second'])
      const [wins, second, first, ...others] = Array.from({ length: 9 }, () => world.tokens.player())
      if (wins === undefined || second === undefined || first === undefined) throw new Error('Nobody plays')
      const lose = [first, second, ...others]
      await world.ask(placeAviatorBet, first, { amount: 100, roundId, clientSeed: 'first' })
      await world.ask(placeAviatorBet, second, { amount: 100, roundId, clientSeed: 'second' })
      await world.ask(placeAviatorBet, wins, { amount: 100, roundId, clientSeed, autoCashout: 1.05 })
      await Promise.all(others.map((player) => world.ask(placeAviatorBet, player, { amount: 100, roundId })))
      // On a busy machine the win may be decided in the same turn as the losses.
      const dieAtLosses: Settling = async (book, ends) => {
        const losses = ends.filter(({ payoutPaise }) => payoutPaise === 0)
        const won = ends.filter(({ payoutPaise }) => payoutPaise > 0)
        if (losses.length === 0) {
          world.wallet.settleBy(dieAtLosses)
          return book(ends)
        }
        book([...won, ...losses.slice(0, losses.length * share)])
        await leader.crash()
        throw new Refusal('unavailable')
      }
      world.wallet.settleBy(dieAtLosses)
      await leader.ended()
      if (!standby) await world.startReplica(replica)
      await world.state('another round opens', (state) => state.roundId !== roundId)
      await world.settled()
      expect((await world.rounds())[0]).toMatchObject({ phase: 'crashed', roundId })
      expect(world.wallet.balanceOf(wins.id)).toBe(openingPaise + 500)
      expect(lose.map(({ id }) => world.wallet.balanceOf(id) - openingPaise)).toEqual(lose.map(() => -10_000))
      // All of them in one call, before and after.
      expect(world.wallet.settled.slice(-2).every((count) => count >= lose.length)).toBe(true)
      await world.expectOneLeaderARound()
    },
    90_000,
  )

  it('while the wallet takes a stake, with a replica: nobody knows of the bet, and the stake is back', async () => {
    const { leader, roundId } = await world.startReplicas(true, replica)
    const player = world.tokens.player()
    world.wallet.reserveBy(async (book) => {
      book()
      await leader.crash()
      throw new Refusal('unavailable')
    })
    void world.ask(placeAviatorBet, player, { amount: 100, roundId }).catch(() => undefined)
    await leader.ended()
    await world.settled()
    expect(world.wallet.balanceOf(player.id)).toBe(openingPaise)
    expect((await world.owner.query('SELECT FROM bet')).rowCount).toBe(0)
  }, 90_000)
})
