import { describe, expect, it } from '@jest/globals'
import type { AuditState } from '@kismet/contracts'
import { changeText, kindOf, standingOf, verbOf } from './audit-words.ts'

describe('a row in words', () => {
  it.each([
    [{ before: 'mild', after: 'hard' }, 'mild → hard'],
    [{ beforePaise: null, afterPaise: 5_000_000 }, '- → ₹50,000.00'],
    [{ playerId: 'p', amountPaise: 200_000, reason: null }, 'player id p, amount ₹2,000.00'],
    [{ before: false, after: true }, 'false → true'],
    [{ username: 'asha', from: null, to: 'cashier' }, '- → cashier, username asha'],
    [{}, ''],
  ])('%j is %s', (detail, text) => {
    expect(changeText({ detail })).toBe(text)
  })

  it('has its verb and the kind of thing', () => {
    expect(verbOf({ action: 'deposit.view-proof' })).toBe('view proof')
    expect(kindOf({ action: 'approval-settings.change' })).toBe('approval settings')
  })
})

describe('the chains together', () => {
  const state = (more: Partial<AuditState>): AuditState => ({
    ...{ service: 'auth', head: null, checkedAt: '2026-11-21T12:00:00.000Z', fault: null, keptOutside: null },
    ...more,
  })

  it.each([
    [[state({})], [], 'unbroken'],
    [[state({}), state({ fault: { sequence: 7, what: 'Row 7 was changed.' } })], ['wallet'], 'broken'],
    [[state({})], ['wallet'], 'not known'],
    [[state({ checkedAt: null })], [], 'not known'],
  ])('%j without %j are %s', (states, silent, standing) => {
    expect(standingOf(states, silent)).toBe(standing)
  })
})
