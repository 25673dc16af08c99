import { expect, it } from '@jest/globals'
import { aviatorBetOutcome, flightInstantMs } from '@kismet/fairness'
import fc from 'fast-check'
import { Book } from './book.ts'
import type { Bet, Wager } from './book.ts'
import type { Commitment, Flight, Round } from './round.ts'

const takeoffAtMs = 5_000
const commitment = { roundId: 'r', roundNumber: 1 } as Commitment

interface Player {
  readonly stakePaise: number
  readonly targetHundredths: number | null
  /** When the gateway gets the cash-out, and how long it takes from there. */
  readonly cashout: { readonly ms: number; readonly wayMs: number } | null
}

const players = fc.array(
  fc.record<Player>({
    stakePaise: fc.integer({ min: 10_000, max: 1_000_000 }),
    targetHundredths: fc.option(fc.oneof(fc.integer({ min: 101, max: 400 }), fc.integer({ min: 101, max: 10_000 }))),
    cashout: fc.option(
      fc.record({ ms: fc.integer({ min: -500, max: 40_000 }), wayMs: fc.integer({ min: 0, max: 250 }) }),
    ),
  }),
  { minLength: 1, maxLength: 30 },
)
const crashPoints = fc.oneof(
  fc.constant(100),
  fc.integer({ min: 100, max: 400 }),
  fc.integer({ min: 100, max: 10_000 }),
)
const ticks = fc.array(fc.integer({ min: 0, max: 95_000 }), { maxLength: 20 })

type Event = { readonly atMs: number } & ({ readonly tick: true } | { readonly player: number; readonly ms: number })

it('ends each bet once, as the published rule says, and what was staked is what was paid and what the house keeps', () => {
  fc.assert(
    fc.property(players, crashPoints, ticks, fc.option(fc.nat(90_000)), (all, crashPoint, tickTimes, voidAfterMs) => {
      const crashAtMs = takeoffAtMs + flightInstantMs(crashPoint)
      const flight: Flight = {
        clientSeeds: [],
        clientSeed: 's',
        takeoffAtMs,
        crashPointHundredths: crashPoint,
        crashAtMs,
      }
      const flying: Round = { commitment, phase: 'flying', flight }
      const crashed: Round = { commitment, phase: 'crashed', flight, end: { atMs: crashAtMs, serverSeed: 's' } }
      const book = new Book()
      const wagers = all.map((player, index): Wager => ({
        ...{ betId: `b${index}`, roundNumber: 1, playerId: `p${index}`, name: 'n', clientSeed: 'c' },
        ...{ clientSeedByPlayer: true, placedAtMs: 0, ...player },
      }))
      for (const wager of wagers) {
        book.ask(wager, Number.MAX_SAFE_INTEGER)
        book.accept(wager, Number.MAX_SAFE_INTEGER)
      }

      const isVoid = voidAfterMs !== null && takeoffAtMs + voidAfterMs < crashAtMs
      const lastMs = isVoid ? takeoffAtMs + voidAfterMs : crashAtMs + 300
      const decided: Bet[] = []
      /** What each player's cash-out was taken as, as the rule has it. */
      const taken = new Map<number, number>()
      const events: Event[] = [
        ...tickTimes.map((ms) => ({ atMs: takeoffAtMs + ms, tick: true }) as const),
        ...all.flatMap(({ cashout }, player) =>
          cashout === null ? [] : [{ atMs: takeoffAtMs + cashout.ms + cashout.wayMs, player, ms: cashout.ms }],
        ),
      ].toSorted((a, b) => a.atMs - b.atMs)
      for (const event of events.filter(({ atMs }) => atMs < lastMs)) {
        const isCrashed = event.atMs >= crashAtMs
        if ('tick' in event) decided.push(...book.reachTargets(flight, event.atMs))
        else {
          const bet = book.cashOut(isCrashed ? crashed : flying, `p${event.player}`, takeoffAtMs + event.ms)
          if (typeof bet !== 'string') {
            decided.push(bet)
            taken.set(event.player, event.ms)
          }
        }
      }
      const refunded = isVoid ? book.with('open') : []
      if (!isVoid) decided.push(...book.reachTargets(flight, crashAtMs), ...book.crash(flight))

      const ended = [...decided, ...refunded].map(({ betId }) => betId)
      expect(ended.toSorted()).toEqual(wagers.map(({ betId }) => betId).toSorted())
      for (const { betId, stakePaise, targetHundredths, decision } of decided) {
        const cashoutMs = taken.get(Number(betId.slice(1))) ?? null
        const outcome = aviatorBetOutcome({ stakePaise, targetHundredths, crashPointHundredths: crashPoint, cashoutMs })
        expect(decision).toMatchObject({ payoutPaise: outcome.payoutPaise, auto: outcome.auto })
      }
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
      const paid =
        sum(decided.map(({ decision }) => decision?.payoutPaise ?? 0)) + sum(refunded.map((bet) => bet.stakePaise))
      const house = sum(decided.map(({ stakePaise, decision }) => stakePaise - (decision?.payoutPaise ?? 0)))
      expect(paid + house).toBe(sum(wagers.map(({ stakePaise }) => stakePaise)))
    }),
    { numRuns: 500 },
  )
})
