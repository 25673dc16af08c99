import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { TestRound } from '../../testing/aviator-rounds.ts'
import type { AviatorState, AviatorEvent } from './aviator-state.ts'
import { initialState } from './aviator-state.ts'
import { nextState } from './aviator-reducer.ts'

const after = (...events: AviatorEvent[]): AviatorState => events.reduce(nextState, initialState)

describe('in whatever order news come, late or twice', () => {
  const ofRound = (n: number): AviatorEvent[] => {
    const round = new TestRound(n)
    return [
      { kind: 'roundStart', payload: round.roundStart },
      { kind: 'betPlaced', payload: round.betPlaced },
      { kind: 'takeoff', payload: round.takeoff },
      { kind: 'tick', payload: round.tick(1) },
      { kind: 'tick', payload: round.tick(2) },
      { kind: 'tick', payload: round.tick(3) },
      n % 2 === 0 ? { kind: 'cashedOut', payload: round.cashedOut } : { kind: 'lossProcessed', payload: round.lost },
      { kind: 'crash', payload: round.crash },
    ]
  }
  const all = [1, 2, 3].flatMap(ofRound)
  const anyOrder = fc.array(fc.constantFrom(...all), { minLength: 1, maxLength: 40 })
  const rank = { other: 0, betting: 0, flying: 1, crashed: 2, void: 2 }

  it('never goes back', () => {
    fc.assert(
      fc.property(anyOrder, (events) => {
        events.reduce((before, event) => {
          const next = nextState(before, event)
          const [was, is] = [before.round, next.round]
          if (was && is) {
            expect(is.roundNumber).toBeGreaterThanOrEqual(was.roundNumber)
            if (is.roundId === was.roundId) {
              expect(rank[is.phase]).toBeGreaterThanOrEqual(rank[was.phase])
              expect(is.seq).toBeGreaterThanOrEqual(was.seq)
              expect(is.heardAt).toBeGreaterThanOrEqual(was.heardAt)
            }
          }
          for (const bet of before.bets) {
            const same = next.bets.find(({ betId }) => betId === bet.betId)
            if (bet.status !== 'open') expect(same?.status).toBe(bet.status)
          }
          return next
        }, initialState)
      }),
    )
  })

  it('knows the same in the end, when it has asked how it stands', () => {
    const end = new TestRound(3)
    const crashed: AviatorEvent = {
      kind: 'state',
      payload: end.snapshot({
        phase: 'crashed',
        crashPoint: end.crashPoint,
        multiplier: end.crashPoint,
        takeoffAt: end.takeoffAt,
        clientSeed: end.clientSeed,
        clientSeeds: end.takeoff.clientSeeds,
        serverSeed: end.serverSeed,
        serverTime: end.crash.serverTime,
        history: [3, 2, 1].map((n) => ({
          roundId: new TestRound(n).roundId,
          roundNumber: n,
          crashPoint: new TestRound(n).crashPoint,
        })),
        bet: { ...end.bet, status: 'lost', multiplier: 0 },
      }),
    }
    const listed: AviatorEvent = {
      kind: 'betsListed',
      payload: [3, 2, 1].map((n) =>
        new TestRound(n).listed(
          n % 2 === 0 ? { status: 'cashed_out', multiplier: 1.5, payout: new TestRound(n).cashedOut.payout } : {},
        ),
      ),
    }
    const known = ({ round, history, bets, orders: pending, isBehind }: AviatorState) => ({
      round: round && { ...round, seq: 0 },
      history,
      bets: bets.map(({ betId, status }) => ({ betId, status })).toSorted((a, b) => a.betId.localeCompare(b.betId)),
      pending,
      isBehind,
    })
    fc.assert(
      fc.property(anyOrder, (events) => {
        const seen = after(...events)
        const expected = [1, 2, 3]
          .filter((n) => n === 3 || seen.bets.some(({ betId }) => betId === new TestRound(n).betId))
          .map((n) => ({ betId: new TestRound(n).betId, status: n % 2 === 0 ? 'cashed_out' : 'lost' }))
        const inOrder = known(after(crashed))
        expect(known(after(...events, crashed, listed))).toEqual({ ...inOrder, bets: expected })
      }),
    )
  })
})
