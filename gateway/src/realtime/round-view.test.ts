import { expect, it } from '@jest/globals'
import {
  aviatorCrashed,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorTookOff,
  aviatorVoided,
  limits,
} from '@kismet/contracts'
import { RoundView } from './round-view.ts'
import type { AviatorState } from './round-view.ts'

const hash = 'ab'.repeat(32)
const opened = (round: number) => ({
  roundId: `round ${round}`,
  roundNumber: round,
  fairnessHash: hash,
  volatilityMode: 'normal' as const,
  rtp: 96.97,
  bettingEndsAt: 10_000,
  serverTime: 1_000,
})
const tookOff = { roundId: 'round 2', takeoffAt: 10_000, clientSeed: hash, clientSeeds: ['a'], serverTime: 10_000 }
const ticked = (serverTime: number, roundId = 'round 2') => ({
  roundId,
  seq: 1,
  multiplier: serverTime / 10_000,
  serverTime,
})
const crashed = {
  roundId: 'round 2',
  roundNumber: 2,
  crashPoint: 1.3,
  serverSeed: hash,
  clientSeed: hash,
  nonce: 2,
  serverTime: 15_000,
}
const nothingYet = { takeoffAt: null, crashPoint: null, clientSeed: null, clientSeeds: null, serverSeed: null }
const past = (round: number) => ({ roundId: `round ${round}`, roundNumber: round, crashPoint: 2 })
const asked = (changes: Partial<AviatorState> = {}): AviatorState => ({
  ...opened(2),
  ...nothingYet,
  phase: 'betting',
  multiplier: null,
  history: [past(1)],
  bet: null,
  balance: 1,
  balanceSeq: 1,
  ...changes,
})

function learnt(): RoundView {
  const view = new RoundView()
  view.learn(asked(), view.changes)
  return view
}

it('knows nothing until it is told, whatever signals come, and nothing of a player ever', () => {
  const view = new RoundView()
  view.hear(aviatorRoundStarted, opened(2))
  view.hear(aviatorTookOff, tookOff)
  view.hear(aviatorTicked, ticked(11_000))
  expect(view.state).toBeUndefined()
  view.learn(asked({ phase: 'flying' }), view.changes)
  expect(view.state).toMatchObject({ phase: 'flying', roundNumber: 2 })
  for (const own of ['bet', 'balance', 'balanceSeq']) expect(view.state).not.toHaveProperty(own)
})

it('follows a round to its end, and the next one begins with its history', () => {
  const view = learnt()
  view.hear(aviatorTookOff, tookOff)
  expect(view.state).toMatchObject({ phase: 'flying', multiplier: 1, takeoffAt: 10_000, clientSeeds: ['a'] })
  view.hear(aviatorTicked, ticked(12_000))
  expect(view.state).toMatchObject({ multiplier: 1.2, serverTime: 12_000 })
  view.hear(aviatorCrashed, crashed)
  expect(view.state).toMatchObject({ phase: 'crashed', multiplier: 1.3, serverSeed: hash })
  expect(view.state?.history.map(({ roundNumber }) => roundNumber)).toEqual([2, 1])
  view.hear(aviatorRoundStarted, opened(3))
  expect(view.state).toMatchObject({ ...nothingYet, phase: 'betting', roundNumber: 3, multiplier: null })
  expect(view.state?.history).toHaveLength(2)
  view.hear(aviatorVoided, { roundId: 'round 3', reason: 'no leader', serverSeed: hash })
  expect(view.state).toMatchObject({ phase: 'void', serverSeed: hash })
})

it('has a round in its history once, however often its end is told: a leader that takes over tells it again', () => {
  const view = learnt()
  view.hear(aviatorTookOff, tookOff)
  view.hear(aviatorCrashed, crashed)
  view.hear(aviatorCrashed, crashed)
  expect(view.state?.history.map(({ roundNumber }) => roundNumber)).toEqual([2, 1])
})

it('keeps as much history as is shown', () => {
  const view = new RoundView()
  view.learn(asked({ history: Array.from({ length: limits.aviator.historyShown }, () => past(1)) }), view.changes)
  view.hear(aviatorCrashed, crashed)
  expect(view.state?.history).toHaveLength(limits.aviator.historyShown)
  expect(view.state?.history[0]).toMatchObject({ roundNumber: 2 })
})

it.each([
  {
    what: 'a take-off of another round',
    hear: (view: RoundView) => view.hear(aviatorTookOff, { ...tookOff, roundId: 'round 9' }),
  },
  { what: 'a tick of another round', hear: (view: RoundView) => view.hear(aviatorTicked, ticked(11_000, 'round 9')) },
  {
    what: 'a tick of a round that has not taken off',
    hear: (view: RoundView) => view.hear(aviatorTicked, ticked(11_000)),
  },
  {
    what: 'the crash of another round',
    hear: (view: RoundView) => view.hear(aviatorCrashed, { ...crashed, roundId: 'round 9' }),
  },
])('forgets what it knew by $what: a signal was missed', ({ hear }) => {
  const view = learnt()
  hear(view)
  expect(view.state).toBeUndefined()
})

it('does not take over an answer that is older than what was heard', () => {
  const view = learnt()
  const { changes } = view
  view.hear(aviatorTookOff, tookOff)
  view.learn(asked(), changes)
  expect(view.state?.phase).toBe('flying')
  view.hear(aviatorTicked, ticked(12_000))
  view.learn(asked({ phase: 'flying', multiplier: 1.1, serverTime: 11_000 }), view.changes)
  expect(view.state?.multiplier).toBe(1.2)
  view.learn(asked({ ...opened(4), phase: 'betting' }), view.changes)
  expect(view.state?.roundNumber).toBe(4)
})
