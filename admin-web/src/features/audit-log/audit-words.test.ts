import { describe, expect, it } from '@jest/globals'
import type { AuditState } from '@kismet/contracts'
import { changeOf, changeText, kindOf, latestOf, standingOf, verbOf } from './audit-words.ts'

describe('a row in words', () => {
  it.each([
    [{ before: 'mild', after: 'hard' }, 'mild → hard'],
    [{ beforePaise: null, afterPaise: 5_000_000 }, '- → ₹50,000.00'],
    [{ playerId: 'p', amountPaise: 200_000, reason: null, capPaise: 100 }, 'cap ₹1.00'],
    [{ before: false, after: true }, 'false → true'],
    [{ beforePaise: null, afterPaise: null, withoutRow: 'second' }, 'without row second'],
    [{ format: 'csv', filters: '{}' }, 'format csv'],
    [
      { filters: '{"status":"pending","minAmount":500,"ownOnly":true,"player":null}' },
      'filters status pending; min amount 500; own only true',
    ],
    [{ before: '{"withoutRow":"none"}', after: '{"withoutRow":"second"}' }, 'without row none → without row second'],
    [{ reason: '{not an object' }, 'reason {not an object'],
    [
      { changes: 'Second admin above: from ₹5,000 to no limit', secondApprovalAbovePaise: null, withoutRow: 'allowed' },
      'Second admin above: from ₹5,000 to no limit',
    ],
    [{ username: 'asha', from: null, to: 'cashier' }, '- → cashier'],
    [{}, ''],
  ])('%j is %s', (detail, text) => {
    expect(changeText({ detail })).toBe(text)
  })

  it('has no lines for a change from nothing to nothing', () => {
    expect(changeOf({ detail: { beforePaise: null, afterPaise: null } })).toEqual({
      before: null,
      after: null,
      others: [],
    })
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
    [[state({ checkedAt: '2026-11-21T11:01:00.000Z' })], [], 'not known'],
  ])('%j without %j are %s', (states, silent, standing) => {
    expect(standingOf(states, silent, Date.parse('2026-11-21T12:02:00.000Z'))).toBe(standing)
  })

  const at = (minute: number, more: Partial<AuditState> = {}) =>
    state({ checkedAt: `2026-11-21T12:0${minute}:00.000Z`, keptOutside: minute, ...more })
  const fault = { sequence: 7, what: 'Row 7 was changed.' }

  it.each([
    { name: 'checked last', listed: at(1), checked: at(2), is: at(2) },
    { name: 'listed after it was checked', listed: at(3), checked: at(2), is: at(3) },
    { name: 'checked for the first time', listed: at(1, { checkedAt: null }), checked: at(2), is: at(2) },
    { name: 'found broken by the check', listed: at(3), checked: at(2, { fault }), is: at(3, { fault }) },
    { name: 'found broken before', listed: at(1, { fault }), checked: at(2), is: at(2, { fault }) },
  ])('are told as looked at last, with what either has found: $name', ({ listed, checked, is }) => {
    expect(latestOf([listed], [checked])).toEqual([is])
  })

  it('are those of all services that have answered', () => {
    const [auth, wallet] = [at(1), at(2, { service: 'wallet' })]
    expect(latestOf([auth], [wallet])).toEqual([auth, wallet])
  })
})
