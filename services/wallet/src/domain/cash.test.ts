import { expect, it } from '@jest/globals'
import { recordedStep } from '../../test/recorded-step.ts'
import { payOut, release } from './cash.ts'
import type { Recorded, RecordedStep } from './entry.ts'

const entry = (kind: RecordedStep['kind'], heldPaise: number): RecordedStep =>
  recordedStep({ kind, sides: { held: heldPaise } })
const nothing: Recorded = {}
const held: Recorded = { open: entry('hold', 100) }
const returned: Recorded = { ...held, close: entry('release', -100) }

it.each<[string, 'release' | 'pay-out', Recorded, number, string]>([
  ['what is held leaves', 'pay-out', held, 100, 'pay-out'],
  ['not more', 'pay-out', held, 101, 'hold_differs'],
  ['nor less', 'pay-out', held, 99, 'hold_differs'],
  ['nor what has returned', 'pay-out', returned, 101, 'already_decided'],
  ['nor what was never set aside', 'pay-out', nothing, 100, 'hold_differs'],
  ['what is held returns', 'release', held, 100, 'release'],
  ['nothing else', 'release', held, 99, 'hold_differs'],
  ['a release that comes first takes its place', 'release', nothing, 100, 'release'],
])('%s: a %s', (_what, kind, recorded, amountPaise, expected) => {
  const of = { playerId: 'p', reference: 'r', amountPaise }
  const ruling = kind === 'release' ? release({ kind, ...of }, recorded) : payOut({ kind, ...of }, recorded)
  expect(typeof ruling === 'string' ? ruling : ruling.kind).toBe(expected)
})
