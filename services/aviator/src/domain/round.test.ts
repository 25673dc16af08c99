import { describe, expect, it } from '@jest/globals'
import { chainSeed, crashPointHundredths, flightInstantMs, roundClientSeed } from '@kismet/fairness'
import { flightOf, stepOf } from './round.ts'
import type { Commitment, Flight, Round } from './round.ts'

const commitment: Commitment = {
  ...{ roundId: 'r', roundNumber: 7, chainId: 'c', version: '1', volatilityMode: 'normal', fairnessHash: 'f' },
  ...{ openedAtMs: 0, bettingEndsAtMs: 10_000 },
}
const flight: Flight = {
  ...{ clientSeeds: [], clientSeed: 's', takeoffAtMs: 10_000, crashPointHundredths: 150, crashAtMs: 18_110 },
}
const end = { atMs: 18_110, serverSeed: 'seed' }
const rounds: Record<Round['phase'], Round> = {
  betting: { commitment, phase: 'betting' },
  flying: { commitment, phase: 'flying', flight },
  crashed: { commitment, phase: 'crashed', flight, end },
  void: { commitment, phase: 'void', flight, end },
}

const never = null
const justCame = Number.NEGATIVE_INFINITY
type Case = [
  phase: Round['phase'],
  what: string,
  nowMs: number,
  absentSinceMs: number | null,
  isSettled: boolean,
  step: string,
  untilMs?: number,
]

describe('the next step of a round', () => {
  it.each<Case>([
    ['betting', 'waits for its close', 9_999, never, false, 'wait', 10_000],
    ['betting', 'closes at its time', 10_000, never, false, 'close'],
    ['betting', 'closes a little late, when its leader was there', 10_400, never, false, 'close'],
    ['betting', 'goes on under a new leader: the close stands', 9_999, justCame, false, 'wait', 10_000],
    ['betting', 'is void under a new leader that comes after the close', 10_000, justCame, false, 'void'],
    ['betting', 'goes on after a pause that ended in time', 9_000, 2_000, false, 'wait', 10_000],
    ['betting', 'is void when its leader was paused over the close', 40_000, 9_999, false, 'void'],
    ['betting', 'closes when its leader was there at the close', 40_000, 10_000, false, 'close'],
    ['flying', 'waits for the crash', 18_109, never, false, 'wait', 18_110],
    ['flying', 'crashes at the computed instant', 18_110, never, false, 'crash'],
    ['flying', 'goes on under a new leader', 18_109, justCame, false, 'wait', 18_110],
    ['flying', 'is void when the crash lies in the time without a leader', 18_110, justCame, false, 'void'],
    ['flying', 'is void when its leader was paused over the crash', 50_000, 18_109, false, 'void'],
    ['flying', 'crashes when its leader was there at the crash', 50_000, 18_110, false, 'crash'],
    ['crashed', 'waits until no cash-out can come', 18_409, never, false, 'wait', 18_410],
    ['crashed', 'settles what is open', 18_410, never, false, 'settle'],
    ['crashed', 'settles under a new leader, however late', 90_000, justCame, false, 'settle'],
    ['crashed', 'waits for the next round', 21_109, never, true, 'wait', 21_110],
    ['crashed', 'makes room for the next round', 21_110, never, true, 'open'],
    ['betting', 'is void when it opened long after now: the clock was put back', -2_001, never, false, 'void'],
    ['betting', 'waits when the clock of its leader was a little ahead', -2_000, justCame, false, 'wait', 10_000],
    ['flying', 'is void when it took off long after now', 7_999, justCame, false, 'void'],
    ['flying', 'waits when it took off a little after now', 8_000, justCame, false, 'wait', 18_110],
    ['crashed', 'settles at once when it crashed long after now', 16_109, justCame, false, 'settle'],
    ['crashed', 'makes room at once when it crashed long after now', 16_109, justCame, true, 'open'],
    ['void', 'waits for the next round', 21_109, justCame, false, 'wait', 21_110],
    ['void', 'makes room for the next round', 21_110, never, false, 'open'],
  ])('%s: %s', (...[phase, , nowMs, absentSinceMs, isSettled, kind, untilMs]: Case) => {
    const step = stepOf(rounds[phase], { nowMs, absentSinceMs, isSettled })
    expect(step).toEqual(kind === 'wait' ? { kind, untilMs } : { kind })
  })

  it('is the first round of all when there was none', () => {
    expect(stepOf(undefined, { nowMs: 0, absentSinceMs: justCame, isSettled: false })).toEqual({ kind: 'open' })
  })
})

it('flies by the seeds of the round and of its first bets', () => {
  const serverSeed = chainSeed({ topSeed: 'ab'.repeat(32), length: 2, index: 1 })
  const salt = 'cd'.repeat(32)
  const clientSeed = roundClientSeed(salt, ['one', 'two'])
  const crashPoint = crashPointHundredths({ serverSeed, clientSeed, nonce: 7 }, 33)
  expect(flightOf(commitment, { serverSeed, salt }, ['one', 'two'], 10_003)).toEqual({
    ...{ clientSeeds: ['one', 'two'], clientSeed, takeoffAtMs: 10_003, crashPointHundredths: crashPoint },
    crashAtMs: 10_003 + flightInstantMs(crashPoint),
  })
})
