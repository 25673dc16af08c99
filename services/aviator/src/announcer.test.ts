import { expect, it } from '@jest/globals'
import { aviatorBetsTold, aviatorCashedOut, limits } from '@kismet/contracts'
import type { SignalShape } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { Announcer } from './announcer.ts'
import type { EndedBet } from './domain/book.ts'
import type { Commitment, Round } from './domain/round.ts'

const round: Round = {
  commitment: { roundId: 'r' } as Commitment,
  phase: 'flying',
  flight: { clientSeeds: [], clientSeed: 's', takeoffAtMs: 0, crashPointHundredths: 300, crashAtMs: 30_000 },
}
const won = (playerId: string): EndedBet => ({
  ...{ betId: `bet of ${playerId}`, roundNumber: 1, playerId, name: 'a***a', stakePaise: 10_000, clientSeed: 'c' },
  ...{ targetHundredths: 200, clientSeedByPlayer: true, placedAtMs: 0, status: 'cashed_out', place: 1 },
  decision: { multiplierHundredths: 200, payoutPaise: 20_000, auto: true, receivedAtMs: 1 },
  booking: { balancePaise: 20_000, balanceSeq: 1, bonusReleased: false, settledAtMs: 1 },
})
const term = { fencingToken: 1, signal: new AbortController().signal, isCertain: () => true }
const roundClock = { now: () => 0 }

it('has as many receipts signed at one time as leave the loop its turns, and tells each win once', async () => {
  const told: string[] = []
  const signal = (shape: SignalShape, payload: unknown) => {
    if (shape === aviatorCashedOut) told.push(...(payload as { to: string }[]).map(({ to }) => to))
  }
  const waiting: (() => void)[] = []
  const receipts = {
    sign: () => {
      const { promise, resolve } = Promise.withResolvers<string>()
      waiting.push(() => resolve('receipt'))
      return promise
    },
  }
  const announcer = new Announcer({ bus: { signal }, term, roundClock, receipts })
  const players = Array.from({ length: 1_024 }, (_, index) => `player ${index}`)
  const isDone = announcer.ended(round, players.map(won))
  let most = 0
  await eventually('all are told', () => {
    most = Math.max(most, waiting.length)
    for (const sign of waiting.splice(0)) sign()
    return told.length === players.length
  })
  await isDone
  expect(told).toEqual(players)
  expect(most).toBe(32)
})

it('tells the feed of a round in order, no more than fits, and not without end', () => {
  const told: unknown[] = []
  const signal = (shape: SignalShape, payload: unknown) => {
    if (shape === aviatorBetsTold) told.push((payload as { feed?: unknown[] }).feed)
  }
  const receipts = { sign: () => Promise.resolve('receipt') }
  const announcer = new Announcer({ bus: { signal }, term, roundClock, receipts })
  const take = () => {
    announcer.bets('r')
    return told.at(-1)
  }
  announcer.phase(round)
  expect(take()).toBeUndefined()
  for (let index = 0; index < 1_000; index += 1) announcer.placed(round, won('asha'))
  const sizes = Array.from({ length: 11 }, () => (take() as unknown[] | undefined)?.length)
  expect(sizes).toEqual([...Array.from({ length: 10 }, () => limits.aviator.feedOfTick), undefined])
  announcer.paid(round, won('asha'))
  announcer.placed(round, won('bela'))
  expect(announcer.untoldBets).toBe(1)
  const bet = { name: 'a***a', betAmount: 10_000 }
  expect(take()).toEqual([{ ...bet, multiplier: 2, payout: 20_000 }, bet])
  announcer.placed(round, won('asha'))
  announcer.phase({ ...round, commitment: { ...round.commitment, roundId: 'next' } })
  announcer.placed(round, won('late'))
  expect(take()).toBeUndefined()
})
