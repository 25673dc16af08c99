import { describe, expect, it } from '@jest/globals'
import { TestRound } from '../../testing/aviator-rounds.ts'
import { newsOf } from './news.ts'
import type { AviatorState, AviatorEvent } from './aviator-state.ts'
import { actionOf } from './bet-action.tsx'
import { askedOf, betOf, initialState, hasLostTrack, isBetUnknown } from './aviator-state.ts'
import { nextState } from './aviator-reducer.ts'

const [one, two] = [new TestRound(1), new TestRound(2)]
const after = (...events: AviatorEvent[]): AviatorState => events.reduce(nextState, initialState)
const state = (payload: Parameters<typeof one.snapshot>[0] = {}): AviatorEvent => ({
  kind: 'state',
  payload: one.snapshot(payload),
})
const start: AviatorEvent = { kind: 'roundStart', payload: one.roundStart }
const takeoff: AviatorEvent = { kind: 'takeoff', payload: one.takeoff }
const tick = (seq: number): AviatorEvent => ({ kind: 'tick', payload: one.tick(seq) })
const crash: AviatorEvent = { kind: 'crash', payload: one.crash }
const placed: AviatorEvent = { kind: 'betPlaced', payload: one.betPlaced }
const cashed: AviatorEvent = { kind: 'cashedOut', payload: one.cashedOut }
const lost: AviatorEvent = { kind: 'lossProcessed', payload: one.lost }
const voided: AviatorEvent = { kind: 'void', payload: one.voided }
const facts = { roundId: one.roundId, betAmount: one.bet.betAmount }
const ordered = (intent: 'bet' | 'cash-out'): AviatorEvent => ({
  kind: 'ordered',
  happened: { type: 'sent', session: '', order: { intent, key: intent, facts } },
})
const ended = (key: 'bet' | 'cash-out', type: 'lost' | 'refused'): AviatorEvent => ({
  kind: 'ordered',
  happened: { type, session: '', key },
})
const asked = ordered('bet')
const unknown = ended('bet', 'lost')
const pressed = ordered('cash-out')
const { bet: _, ...withoutBet } = one.snapshot()
const unsaid: AviatorEvent = { kind: 'state', payload: withoutBet }
const nextStart: AviatorEvent = { kind: 'roundStart', payload: two.roundStart }

describe('a round', () => {
  it.each<[string, AviatorEvent[], Partial<AviatorState['round'] & object>]>([
    ['opens', [start], { phase: 'betting', multiplier: 1, seq: 0 }],
    ['takes off', [start, takeoff], { phase: 'flying', takeoffAt: one.takeoffAt, clientSeed: one.clientSeed }],
    ['climbs', [start, takeoff, tick(1), tick(2)], { phase: 'flying', seq: 2, multiplier: one.tick(2).multiplier }],
    [
      'does not fall by a late tick',
      [start, takeoff, tick(9), tick(3)],
      { seq: 9, multiplier: one.tick(9).multiplier },
    ],
    [
      'flies by a tick whose take-off is late',
      [start, tick(1), takeoff],
      { phase: 'flying', seq: 1, takeoffAt: one.takeoffAt },
    ],
    [
      'crashes',
      [start, takeoff, tick(1), crash],
      { phase: 'crashed', crashPoint: one.crashPoint, multiplier: one.crashPoint },
    ],
    [
      'stays crashed',
      [start, takeoff, crash, tick(2), takeoff, start, voided],
      { phase: 'crashed', multiplier: one.crashPoint },
    ],
    ['is void', [start, takeoff, voided, tick(4), crash], { phase: 'void', crashPoint: null }],
    [
      'gives way to the next',
      [start, takeoff, crash, nextStart],
      { roundId: two.roundId, phase: 'betting', multiplier: 1 },
    ],
    [
      'does not come back',
      [start, crash, nextStart, start, takeoff, tick(1), crash, voided],
      { roundId: two.roundId, phase: 'betting' },
    ],
    [
      'is known from a snapshot in mid-flight',
      [state({ phase: 'flying', multiplier: 1.4, takeoffAt: one.takeoffAt })],
      { phase: 'flying', multiplier: 1.4 },
    ],
    [
      'goes on after a snapshot',
      [state({ phase: 'flying', multiplier: 1.4, takeoffAt: one.takeoffAt }), tick(80)],
      { seq: 80, multiplier: one.tick(80).multiplier },
    ],
    ['does not go back by a late snapshot', [start, takeoff, tick(9), state()], { phase: 'flying', seq: 9 }],
    ['is not replaced by a snapshot of the one before', [nextStart, state()], { roundId: two.roundId }],
  ])('%s', (_, events, expected) => expect(after(...events).round).toMatchObject(expected))

  it.each<[string, AviatorEvent[], boolean]>([
    ['all is heard', [start, takeoff, tick(1), crash, nextStart], false],
    ['a tick of a round whose start was missed', [start, crash, { kind: 'tick', payload: two.tick(1) }], true],
    ['the next round opens and the crash was missed', [start, takeoff, nextStart], true],
    ['ticks of a flight whose take-off was missed', [start, tick(1)], true],
    ['late news of the round before', [start, crash, nextStart, tick(7), crash], false],
    ['how it stands was asked for', [start, tick(1), state({ phase: 'flying', takeoffAt: one.takeoffAt })], false],
    ['an answer of before does not count', [start, takeoff, nextStart, state()], true],
  ])('is asked for where something was missed: %s', (_, events, isBehind) =>
    expect(after(...events).isBehind).toBe(isBehind),
  )

  it('keeps the newest crash points, each once', () => {
    const rounds = Array.from({ length: 25 }, (_, n) => new TestRound(n + 1))
    const events = rounds.flatMap((round): AviatorEvent[] => [
      { kind: 'roundStart', payload: round.roundStart },
      { kind: 'crash', payload: round.crash },
      { kind: 'crash', payload: round.crash },
    ])
    const { history } = after(...events)
    expect(history.map(({ roundNumber }) => roundNumber)).toEqual(Array.from({ length: 19 }, (_, at) => 25 - at))
  })
})

describe('an own bet', () => {
  it.each<[string, AviatorEvent[], string | null]>([
    ['is placed', [start, asked, placed], 'open'],
    ['is known from a snapshot', [state({ bet: one.bet })], 'open'],
    ['is paid, whatever comes after', [start, placed, takeoff, cashed, crash, lost, placed], 'cashed_out'],
    ['is paid, and its own answer comes late', [start, takeoff, cashed, placed], 'cashed_out'],
    ['is not lost before the server says so', [start, placed, takeoff, crash], 'open'],
    ['is lost', [start, placed, takeoff, crash, lost], 'lost'],
    ['is refunded with the round', [start, placed, takeoff, voided], 'refunded'],
    ['is refunded where its answer comes after', [start, takeoff, voided, placed], 'refunded'],
    ['that was paid stands in a voided round', [start, placed, takeoff, voided, cashed], 'cashed_out'],
    ['belongs to its round', [start, placed, crash, lost, nextStart], null],
  ])('%s', (_, events, status) => expect(betOf(after(...events))?.status ?? null).toBe(status))

  it.each<[string, AviatorEvent[], boolean]>([
    ['where the server could not say whether there is one', [unsaid], true],
    ['while the round goes on', [unsaid, takeoff, tick(1), crash], true],
    ['until it is told', [unsaid, placed], false],
    ['until the server says that there is none', [unsaid, state()], false],
    ['not of the next round', [unsaid, takeoff, crash, nextStart], false],
    ['not where it is known', [start, placed, unsaid], false],
  ])('is looked up %s', (_, events, isUnsaid) => expect(isBetUnknown(after(...events))).toBe(isUnsaid))

  it.each<[string, AviatorEvent[], { asked: unknown; lostTrack: boolean }]>([
    ['on its way', [start, asked], { asked: expect.objectContaining({ facts, state: 'sending' }), lostTrack: false }],
    ['refused', [start, asked, ended('bet', 'refused')], { asked: null, lostTrack: false }],
    [
      'unknown, and not in the round while bets are taken',
      [start, asked, unknown, state()],
      { asked: expect.objectContaining({ state: 'unknown' }), lostTrack: false },
    ],
    [
      'unknown, and not in the round when it flies',
      [start, asked, unknown, state({ phase: 'flying', takeoffAt: 1 })],
      { asked: null, lostTrack: false },
    ],
    ['unknown, and in the round', [start, asked, unknown, state({ bet: one.bet })], { asked: null, lostTrack: false }],
    [
      'unknown, and the next round is on',
      [start, asked, unknown, crash, nextStart],
      { asked: expect.objectContaining({ state: 'unknown' }), lostTrack: true },
    ],
    [
      'unknown, and in the list',
      [start, asked, unknown, nextStart, { kind: 'betsListed', payload: [one.listed()] }],
      { asked: null, lostTrack: false },
    ],
    [
      'unknown, and not in the list',
      [start, asked, unknown, nextStart, { kind: 'betsListed', payload: [] }],
      { asked: null, lostTrack: false },
    ],
    ['open in a round whose end was missed', [start, placed, nextStart], { asked: null, lostTrack: true }],
    [
      'open in a round whose end was missed, and in the list',
      [start, placed, nextStart, { kind: 'betsListed', payload: [one.listed()] }],
      { asked: null, lostTrack: false },
    ],
  ])('%s', (_, events, expected) => {
    const seen = after(...events)
    expect({ asked: askedOf(seen), lostTrack: hasLostTrack(seen) }).toEqual(expected)
  })

  it.each<[string, AviatorEvent[], string]>([
    ['pressed', [start, placed, takeoff, pressed], 'cashPressed'],
    ['sent', [start, placed, takeoff, pressed, { kind: 'cashSent', roundId: one.roundId }], 'cashSent'],
    ['refused', [start, placed, takeoff, pressed, ended('cash-out', 'refused')], 'cashOut'],
    ['confirmed', [start, placed, takeoff, pressed, cashed], 'cashedOut'],
    [
      'confirmed before it was said to be sent',
      [start, placed, takeoff, pressed, cashed, { kind: 'cashSent', roundId: one.roundId }],
      'cashedOut',
    ],
    [
      'unknown while it flies on: it can be pressed again',
      [
        start,
        placed,
        takeoff,
        pressed,
        ended('cash-out', 'lost'),
        state({ phase: 'flying', takeoffAt: 1, bet: one.bet }),
      ],
      'cashOut',
    ],
    ['unknown, and it has crashed', [start, placed, takeoff, pressed, ended('cash-out', 'lost'), crash], 'cashUnknown'],
    ['lost', [start, placed, takeoff, pressed, crash, lost], 'next'],
  ])('its cash-out is %s', (_, events, step) => expect(actionOf(after(...events))).toBe(step))
})

describe('what is told of it', () => {
  const newsAfter = (...events: AviatorEvent[]): string[] => {
    const kinds: string[] = []
    events.reduce((before, event) => {
      const next = nextState(before, event)
      kinds.push(...newsOf(before, next).map(({ kind }) => kind))
      return next
    }, initialState)
    return kinds
  }
  it.each<[string, AviatorEvent[], string[]]>([
    [
      'each once',
      [start, placed, placed, takeoff, cashed, cashed, crash, crash],
      ['placed', 'tookOff', 'cashedOut', 'crashed'],
    ],
    [
      'nothing of what was before',
      [state({ phase: 'crashed', crashPoint: 2, bet: { ...one.bet, status: 'lost', multiplier: 0 } })],
      [],
    ],
    ['a loss', [start, placed, takeoff, crash, lost], ['placed', 'tookOff', 'crashed', 'lost']],
    ['a refund, once', [start, placed, takeoff, voided, voided], ['placed', 'tookOff', 'refunded']],
    [
      'what a list says of a bet whose end was missed',
      [start, placed, nextStart, { kind: 'betsListed', payload: [one.listed()] }],
      ['placed', 'lost'],
    ],
    [
      'a bet that was never taken',
      [start, asked, unknown, nextStart, { kind: 'betsListed', payload: [] }],
      ['notTaken'],
    ],
  ])('%s', (_, events, kinds) => expect(newsAfter(...events)).toEqual(kinds))
})
