import { describe, expect, it } from '@jest/globals'
import { flightInstantMs } from '@kismet/fairness'
import { Book, exposureOf } from './book.ts'
import type { Bet, Wager } from './book.ts'
import type { Commitment, Flight, Round } from './round.ts'

const commitment = { roundId: 'r', roundNumber: 1 } as Commitment
const takeoffAtMs = 1_000_000
const flightTo = (crashPointHundredths: number): Flight => ({
  ...{ clientSeeds: [], clientSeed: 's', takeoffAtMs, crashPointHundredths },
  crashAtMs: takeoffAtMs + flightInstantMs(crashPointHundredths),
})
const flight = flightTo(200)
const betting: Round = { commitment, phase: 'betting' }
const flying: Round = { commitment, phase: 'flying', flight }
const end = { atMs: flight.crashAtMs, serverSeed: 's' }
const crashed: Round = { commitment, phase: 'crashed', flight, end }
const voided: Round = { commitment, phase: 'void', flight, end }

const wager = (playerId: string, targetHundredths: number | null = null, stakePaise = 10_000): Wager => ({
  ...{ betId: `bet of ${playerId}`, roundNumber: 1, playerId, name: 'a***a', stakePaise, targetHundredths },
  ...{ clientSeed: `seed-${playerId}`, clientSeedByPlayer: true, placedAtMs: 0 },
})
const noCap = 10 ** 15
/** A book in which these have bets that were accepted in this order. */
function bookOf(...wagers: Wager[]): Book {
  const book = new Book()
  for (const one of wagers) {
    book.ask(one, noCap)
    book.accept(one, noCap)
  }
  return book
}
const at = (elapsedMs: number) => takeoffAtMs + elapsedMs

describe('placing a bet', () => {
  it('takes one a player, whatever becomes of it later', () => {
    const book = new Book()
    expect(book.ask(wager('asha'), noCap)).toMatchObject({ status: 'asked', place: null })
    expect(book.ask(wager('asha'), noCap)).toBe('bet_already_placed')
    expect(book.accept(wager('asha'), noCap)).toMatchObject({ status: 'open', place: 1 })
    expect(book.ask(wager('asha'), noCap)).toBe('bet_already_placed')
  })

  it('leaves room for the next one when the wallet has refused', () => {
    const book = new Book()
    book.ask(wager('asha'), noCap)
    book.refused(wager('asha'))
    book.drop(wager('asha'))
    expect(book.ask(wager('asha'), noCap)).toMatchObject({ status: 'asked' })
  })

  it('is over for the round when the wallet has refused three of a player, and for nobody else', () => {
    const book = new Book()
    for (const asked of [1, 2, 3]) {
      expect(book.ask(wager('asha'), noCap)).toMatchObject({ betId: `bet of asha`, status: 'asked' })
      book.refused(wager('asha'))
      if (asked < 3) book.drop(wager('asha'))
    }
    book.drop(wager('asha'))
    expect(book.ask(wager('asha'), noCap)).toBe('too_many_requests')
    expect(book.ask(wager('bela'), noCap)).toMatchObject({ status: 'asked' })
  })

  it('takes nothing more once betting has closed, and does not accept what it releases then', () => {
    const book = new Book()
    book.ask(wager('asha'), noCap)
    expect(book.close()).toMatchObject([{ playerId: 'asha', status: 'released' }])
    expect(book.accept(wager('asha'), noCap)).toBeUndefined()
    expect(book.firstClientSeeds()).toEqual([])
    expect(book.ask(wager('bela'), noCap)).toBe('betting_closed')
  })

  it('goes on after a leader who has left bets that the wallet may not have taken', () => {
    const book = new Book([{ ...wager('asha'), status: 'asked', place: null, decision: null, booking: null }])
    expect(book.releaseAsked()).toMatchObject([{ status: 'released' }])
    expect(book.ask(wager('bela'), exposureOf(10_000))).toMatchObject({ status: 'asked' })
  })

  it('counts the highest that all open bets together may come to: stakes that nobody has take no room', () => {
    const book = new Book()
    const cap = 2 * exposureOf(10_000)
    for (const one of ['asha', 'bela', 'chand', 'dev']) book.ask(wager(one), cap)
    expect(book.accept(wager('asha'), cap)).toMatchObject({ place: 1 })
    expect(book.accept(wager('bela'), cap)).toMatchObject({ place: 2 })
    expect(book.accept(wager('chand'), cap)).toBe('round_full')
    expect(book.release(wager('chand'))).toMatchObject([{ status: 'released' }])
    expect(book.ask(wager('esha'), cap)).toBe('round_full')
    expect(book.accept(wager('dev'), cap + exposureOf(10_000))).toMatchObject({ place: 3 })
    expect(exposureOf(1_000_000)).toBe(100_000_000)
  })

  it('gives the round the client seeds of the first three accepted, in their order', () => {
    const book = new Book()
    const [a, b, c, d] = [wager('a'), wager('b'), wager('c'), wager('d')] as const
    for (const one of [a, b, c, d]) book.ask(one, noCap)
    for (const one of [c, a, d, b]) book.accept(one, noCap)
    expect(book.firstClientSeeds()).toEqual(['seed-c', 'seed-a', 'seed-d'])
  })
})

describe('a cash-out by hand', () => {
  it.each<[what: string, round: Round, playerId: string, receivedAtMs: number, refusal: string]>([
    ['of who has no bet', flying, 'bela', at(1), 'no_bet'],
    ['of who has no bet, after the crash', crashed, 'bela', at(99_999), 'no_bet'],
    ['before take-off', betting, 'asha', at(-1), 'round_not_flying'],
    ['received before take-off', flying, 'asha', at(-1), 'round_not_flying'],
    ['received at the crash, before it was told', flying, 'asha', flight.crashAtMs, 'round_crashed'],
    ['received after the crash', crashed, 'asha', flight.crashAtMs + 1, 'round_crashed'],
    ['of a void round', voided, 'asha', at(1), 'already_settled'],
  ])('%s is refused', (_what, round, playerId, receivedAtMs, refusal) => {
    expect(bookOf(wager('asha')).cashOut(round, playerId, receivedAtMs)).toBe(refusal)
  })

  it.each<[what: string, round: Round, target: number | null, receivedAtMs: number, hundredths: number, auto: boolean]>(
    [
      ['at take-off', flying, null, at(0), 100, false],
      ['in flight', flying, null, at(flightInstantMs(150)), 150, false],
      ['in the last moment, though the crash is told', crashed, null, flight.crashAtMs - 1, 199, false],
      ['before the own target', flying, 180, at(flightInstantMs(150)), 150, false],
      ['after the own target, which no tick has seen', flying, 120, at(flightInstantMs(150)), 120, true],
    ],
  )('%s pays', (_what, round, target, receivedAtMs, multiplierHundredths, auto) => {
    const book = bookOf(wager('asha', target))
    const decision = { multiplierHundredths, payoutPaise: multiplierHundredths * 100, auto, receivedAtMs }
    const bet = book.cashOut(round, 'asha', receivedAtMs)
    if (typeof bet === 'string') throw new Error(bet)
    expect(bet).toMatchObject({ status: 'decided', decision })
    expect(book.cashOut(round, 'asha', receivedAtMs)).toBe('already_settled')
    const booking = { balancePaise: 0, balanceSeq: 1, bonusReleased: false, settledAtMs: 0 }
    expect(book.end(bet, booking)).toMatchObject({ status: 'cashed_out', booking })
    expect(book.cashOut(round, 'asha', receivedAtMs)).toBe('already_settled')
    expect(book.crash(flight)).toEqual([])
  })
})

it('is no cash-out any more when the loss is decided, whenever it was received', () => {
  const book = bookOf(wager('asha'))
  expect(book.crash(flight)).toMatchObject([{ decision: { payoutPaise: 0 } }])
  expect(book.cashOut(crashed, 'asha', flight.crashAtMs - 1)).toBe('round_crashed')
  expect(book.of('asha')).toMatchObject({ decision: { payoutPaise: 0 } })
})

describe('targets', () => {
  it('pay exactly themselves as soon as they are reached', () => {
    const book = bookOf(wager('high', 199), wager('low', 101), wager('none'), wager('exact', 200), wager('above', 201))
    const paidTo = (bets: readonly Bet[]) => bets.map(({ playerId, decision }) => [playerId, decision?.payoutPaise])
    expect(book.reachTargets(flight, at(flightInstantMs(101) - 1))).toEqual([])
    expect(paidTo(book.reachTargets(flight, at(flightInstantMs(150))))).toEqual([['low', 10_100]])
    expect(paidTo(book.reachTargets(flight, flight.crashAtMs + 60_000))).toEqual([
      ['high', 19_900],
      ['exact', 20_000],
    ])
    expect(paidTo(book.crash(flight))).toEqual([
      ['none', 0],
      ['above', 0],
    ])
  })

  it('are paid at the crash when no leader has seen them reached', () => {
    expect(bookOf(wager('asha', 150)).crash(flight)).toMatchObject([{ decision: { payoutPaise: 15_000, auto: true } }])
  })
})

it('goes on from what is stored', () => {
  const stored = bookOf(wager('asha', 150), wager('bela'))
  const bets = [...stored.with('open')]
  const book = new Book(bets)
  expect(book.reachTargets(flight, flight.crashAtMs)).toMatchObject([{ playerId: 'asha' }])
  book.ask(wager('chand'), noCap)
  expect(book.accept(wager('chand'), noCap)).toMatchObject({ place: 3 })
})
