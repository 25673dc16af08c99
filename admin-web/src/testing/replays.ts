import type { adminListEntries, getPlayReplay, getRoundReplay, listRoundBets, WireOutput } from '@kismet/contracts'
import {
  drawMines,
  flightInstantMs,
  roundClientSeed,
  serverSeedHash as sealOf,
  volatilityDivisors,
} from '@kismet/fairness'

type WirePlay = WireOutput<typeof getPlayReplay>['play']
type WireRound = WireOutput<typeof getRoundReplay>['round']
type WireBets = WireOutput<typeof listRoundBets>

export const minesBetId = '0190b2a0-0000-7300-8000-0000000000d1'
const playerId = '0190b2a0-0000-7000-8000-0000000000a0'
const seed = '4662553281ed8de4b4de96ec7e1c640e76c037c93063d72e672c79d978d58f52'
const openedAtMs = Date.parse('2026-11-21T12:10:36.118Z')
const at = (ms: number): string => new Date(openedAtMs + ms).toISOString()

/** A game of Mines with three gems, cashed out; or as it stood after them. */
export function minesPlay(change: Partial<WirePlay> = {}): WirePlay {
  const seeds = { serverSeed: seed, clientSeed: 'kite_77-9fQx', nonce: 12 }
  const mines = drawMines(seeds, 5)
  const opened = Array.from({ length: 25 }, (_, tile) => tile)
    .filter((tile) => !mines.includes(tile))
    .slice(4, 7)
  const step = { tile: null, by: null }
  return {
    ...{ betId: minesBetId, playerId, game: 'mines', stage: 'settled', version: '1' },
    ...{ stake: 500, payout: 960, multiplier: 1.92 },
    ...{ serverSeedHash: sealOf(seed), nonce: 12, clientSeed: seeds.clientSeed, clientSeedBy: 'player' },
    params: { minesCount: 5 },
    steps: [
      { ...step, step: 'placed', at: at(0) },
      { ...step, step: 'opened', at: at(9) },
      ...opened.map((tile, n) => ({ ...step, step: 'tile' as const, at: at(1_204 * (n + 1)), tile })),
      { ...step, step: 'cash_out', at: at(6_350), by: 'player' },
      { ...step, step: 'settled', at: at(6_362) },
    ],
    proof: {
      ...{
        version: '1',
        game: 'mines',
        id: minesBetId,
        ...seeds,
        clientSeedBy: 'player',
        serverSeedHash: sealOf(seed),
      },
      ...{ params: { minesCount: 5 }, outcome: { minePositions: mines } },
    },
    round: null,
    ...change,
  }
}

/** The same while it goes on. */
export const openPlay = (): WirePlay => {
  const whole = minesPlay()
  return { ...whole, stage: 'open', payout: null, multiplier: null, proof: null, steps: whole.steps.slice(0, 5) }
}

/** What the ledger has of it. */
export function betEntries(reference: string): WireOutput<typeof adminListEntries> {
  const sides = { open: 0, held: 0, house: 0, outside: 0, bonus: 0 }
  const entry = { playerId, game: 'Mines' as const, reference, note: null }
  return {
    entries: [
      {
        ...{ ...entry, _id: `${playerId}:8`, sequence: 8, kind: 'reserve', amount: -500, stake: 500, payout: 0 },
        ...{ balanceAfter: 9_500, sides: { ...sides, open: 500 }, at: at(8) },
      },
      {
        ...{ ...entry, _id: `${playerId}:9`, sequence: 9, kind: 'settle', amount: 960, stake: 500, payout: 960 },
        ...{ balanceAfter: 10_460, sides: { ...sides, open: -500, house: -460 }, at: at(6_361) },
      },
    ],
    nextCursor: null,
  }
}

const flightSeed = '5edd527754ec7a5a539fb2330b6bb5063364c381ea81aa372b15dce796f2848c'
const salt = 'c93dbbe67629d0575c9bad2226ae09da31efe68b9c9bcdeddd262908f87934e7'
const clientSeeds = ['a-1', 'b_2', 'C3']
const crashMs = flightInstantMs(2_187)
const takeoffMs = 10_000
const roundId = '0190b2a0-0000-7000-8000-0000000000e3'

/** Round 3 of the chain of docs/concepts/fairness.md, which crashed at 21.87x. */
export function round(change: Partial<WireRound> = {}): WireRound {
  return {
    ...{ roundId, roundNumber: 3, phase: 'crashed', version: '1', volatilityMode: 'normal' },
    ...{ serverSeedHash: sealOf(flightSeed), openedAt: at(0), bettingEndsAt: at(takeoffMs), takeoffAt: at(takeoffMs) },
    ...{ endedAt: at(takeoffMs + crashMs), crashPoint: 21.87, voidReason: null, hasEarlier: true, hasLater: true },
    bets: { count: 3, staked: 8_500, paid: 18_960 },
    proof: {
      ...{ version: '1', game: 'aviator', id: roundId, serverSeed: flightSeed, serverSeedHash: sealOf(flightSeed) },
      ...{ clientSeed: roundClientSeed(salt, clientSeeds), clientSeedBy: 'players', nonce: 3 },
      params: {
        ...{ divisor: volatilityDivisors.normal, volatilityMode: 'normal', clientSeeds, salt },
        ...{
          chainId: roundId,
          chainEnd: 'dd1728710301b8b78aa87f8ba7e20f2a1784884e30008e9b96206739e0bc63a9',
          firstRound: 1,
        },
      },
      outcome: { crashPoint: 21.87 },
    },
    ...change,
  }
}

/** Three bets of it: by hand, by target, and one that was lost. */
export function roundBets(): WireBets {
  const bet = (n: number, stake: number, multiplier: number | null, auto: boolean) => ({
    ...{
      betId: `0190b2a0-0000-7400-8000-0000000000d${n}`,
      playerId,
      name: ['ar***k', 'me***j', 'su***p'][n - 1] ?? '',
      place: n,
      stake,
    },
    placedAt: at(1_200 * n),
    target: auto ? multiplier : null,
    cashOut:
      multiplier === null
        ? null
        : { multiplier, auto, receivedAt: at(takeoffMs + flightInstantMs(Math.round(multiplier * 100))) },
    payout: stake * (multiplier ?? 0),
    result: multiplier === null ? ('loss' as const) : ('win' as const),
    settledAt: at(takeoffMs + crashMs + 41),
  })
  return { bets: [bet(1, 2_000, 1.73, false), bet(2, 5_000, 3.1, true), bet(3, 1_500, null, false)], nextCursor: null }
}
