import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import fc from 'fast-check'
import type { Step } from './decision.ts'
import { amountProblem, choicesOf, eventOfKey, idle, nextStep } from './decision.ts'

const ready = [
  'UTR not found at the bank',
  'UTR used before',
  'Amount differs',
  'Proof not readable',
  'Paid from another name',
]
const choices = choicesOf(ready)

/** The step after some keys. */
const press = (keys: string, from: Step = idle): Step =>
  keys.split(' ').reduce((step, key) => {
    const event = eventOfKey(step, key, choices)
    return event ? nextStep(step, event) : step
  }, from)

const approved = { at: 'sending', verdict: { status: 'approved' } }
const rejected = (adminReason?: string): object => ({ at: 'sending', verdict: { status: 'rejected', adminReason } })

describe('keys', () => {
  it.each([
    { keys: 'A', ends: { at: 'approving', paid: null } },
    { keys: 'A Enter', ends: approved },
    { keys: 'A Escape', ends: idle },
    { keys: 'A A', ends: { at: 'approving', paid: null } },
    { keys: 'A 1', ends: { at: 'approving', paid: null } },
    { keys: 'R Enter', ends: rejected() },
    { keys: 'R 2 Enter', ends: rejected('UTR used before') },
    { keys: 'R 5 Enter', ends: rejected('Paid from another name') },
    { keys: 'R 1 3 Enter', ends: rejected('Amount differs') },
    { keys: 'R 2 2 Enter', ends: rejected() },
    { keys: 'R 7 Enter', ends: rejected() },
    { keys: 'R 6 Enter', ends: { at: 'rejecting', reason: { choice: 'Other…', own: '' } } },
    { keys: 'R A Escape', ends: idle },
    { keys: 'A R 4 Enter', ends: rejected('Proof not readable') },
    { keys: 'Enter', ends: idle },
    { keys: '1', ends: idle },
    { keys: 'X Z C', ends: idle },
    { keys: 'A Enter R 1 Enter', ends: approved },
    { keys: 'A Enter Escape', ends: approved },
  ])('$keys', ({ keys, ends }) => {
    expect(press(keys)).toEqual(ends)
  })

  it('a single key never sends anything, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), (key) => {
        const event = eventOfKey(idle, key, choices)
        expect(event && nextStep(idle, event).at).not.toBe('sending')
      }),
    )
  })
})

it.each([
  { text: ' utr 4123-4567 8901 ', isNone: false, ends: { status: 'approved', paidReference: '412345678901' } },
  { text: '4123', isNone: false, ends: null },
  { text: '', isNone: false, ends: null },
  { text: '', isNone: true, ends: { status: 'approved' } },
])('an approval with the reference “$text”, none: $isNone, is sent as $ends', ({ text, isNone, ends }) => {
  const typed = nextStep(nextStep(idle, { type: 'approve', asksReference: true }), { type: 'refer', text, isNone })
  const step = nextStep(typed, { type: 'send' })
  expect('verdict' in step ? step.verdict : null).toEqual(ends)
  if (ends === null) expect(step).toMatchObject({ paid: { problem: expect.stringContaining('12 digits') } })
})

describe('the amount that arrived', () => {
  const asked = paise(110_000)
  const typed = (text: string) => nextStep(nextStep(idle, { type: 'approve', arrived: '' }), { type: 'amount', text })
  it.each(['1,050', '550', '2200', ''])('“%s” is sent at once', (text) => {
    expect(nextStep(typed(text), { type: 'send', asked })).toMatchObject(approved)
  })
  it.each(['549.99', '2200.01', '1.10'])(
    '“%s” is far from what was asked for, and is sent by the second order',
    (text) => {
      const step = nextStep(typed(text), { type: 'send', asked })
      expect(step.at === 'approving' && step.arrived && amountProblem(step.arrived, asked)).toContain('is far from')
      expect(nextStep(step, { type: 'send', asked })).toMatchObject(approved)
      expect(nextStep(step, { type: 'amount', text: '1' })).toMatchObject({ arrived: { isFar: false } })
    },
  )
  it.each(['1.100,50', '11000', 'x'])('“%s” is a problem before it is sent, and is never sent', (text) => {
    const step = typed(text)
    expect(step.at === 'approving' && step.arrived && amountProblem(step.arrived, asked)).toContain('Enter an amount')
    expect(nextStep(step, { type: 'send', asked })).toEqual(step)
  })
})

describe('own words', () => {
  const other = press('R 6')
  it.each([
    { own: 'The bank reversed it', reads: 'The bank reversed it' },
    { own: '  spaces around ', reads: 'spaces around' },
    { own: '   ', reads: undefined },
  ])('“$own”', ({ own, reads }) => {
    expect(nextStep(nextStep(other, { type: 'write', own }), { type: 'send' })).toEqual(rejected(reads))
  })

  it('are nothing before a rejection has begun', () => {
    expect(nextStep(idle, { type: 'write', own: 'x' })).toBe(idle)
  })

  it('come back when another reason was tried meanwhile', () => {
    const written = nextStep(other, { type: 'write', own: 'mine' })
    expect(nextStep(press('1 6', written), { type: 'send' })).toEqual(rejected('mine'))
  })
})

it('by pointer, a reason begins the rejection with it', () => {
  const choice = 'UTR not found at the bank'
  expect(nextStep(idle, { type: 'choose', choice })).toEqual({ at: 'rejecting', reason: { choice, own: '' } })
})
