import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { SecondAdminReason } from '@kismet/contracts'
import fc from 'fast-check'
import type { ApprovalFacts, ApprovalRules } from './decision.ts'
import { approvalStep, choicesOf, isOwnRequest, readReason, rulesOf, secondAdminReasons } from './decision.ts'

const free: ApprovalRules = {
  ...{ secondAbovePaise: null, ownStatementPaise: null, adminPaise: null, playerPaise: null },
  withoutRow: 'allowed',
}
const nothing = { adminPaise: 0, ownStatementPaise: 0, playerPaise: 0 }
const facts: ApprovalFacts = { amountPaise: paise(50_000), rowOrigin: 'other', today: nothing }

describe('a second admin', () => {
  it.each<
    [what: string, facts: Partial<ApprovalFacts>, rules: Partial<ApprovalRules>, reasons: readonly SecondAdminReason[]]
  >([
    ['is not asked for without rules', { rowOrigin: 'none' }, {}, []],
    ['is asked for above an amount', {}, { secondAbovePaise: paise(49_999) }, ['amount']],
    ['is not asked for at the amount', {}, { secondAbovePaise: paise(50_000) }, []],
    ['is asked for without a bank row', { rowOrigin: 'none' }, { withoutRow: 'second_admin' }, ['without_row']],
    ['is not asked for by a bank row', {}, { withoutRow: 'second_admin' }, []],
    ['is not asked for a withdrawal, which has no row', { rowOrigin: null }, { withoutRow: 'second_admin' }, []],
    [
      'is asked for by own statements above the amount of a day',
      { rowOrigin: 'own', today: { ...nothing, ownStatementPaise: 1 } },
      { ownStatementPaise: paise(50_000) },
      ['own_statement'],
    ],
    [
      'is not asked for by own statements that reach the amount of a day',
      { rowOrigin: 'own', today: { ...nothing, adminPaise: 90_000 } },
      { ownStatementPaise: paise(50_000) },
      [],
    ],
    [
      'is not asked for by a row that another admin uploaded',
      { today: { ...nothing, ownStatementPaise: 90_000 } },
      { ownStatementPaise: paise(50_000) },
      [],
    ],
    [
      'is asked for above the day of the admin and of the player',
      { today: { ...nothing, adminPaise: 1, playerPaise: 10_001 } },
      { adminPaise: paise(50_000), playerPaise: paise(60_000) },
      ['admin_day', 'player_day'],
    ],
    ['is asked for each approval at a limit of 0', {}, { adminPaise: paise(0) }, ['admin_day']],
  ])('%s', (_what, given, rules, reasons) => {
    expect(secondAdminReasons({ ...facts, ...given }, { ...free, ...rules })).toEqual(reasons)
  })

  it('has defaults of the mode, and the choice of an owner comes first', () => {
    const own = { withoutRow: 'allowed', ownStatementDaily: null } as const
    expect(choicesOf({}, 'play')).toMatchObject(own)
    expect(choicesOf({}, 'real')).toMatchObject({ withoutRow: 'second_admin', ownStatementDaily: 5_000_000 })
    expect(choicesOf(own, 'real')).toMatchObject(own)
  })

  it('has limits of a day for each kind', () => {
    const set = { adminDepositDaily: paise(1), adminWithdrawalDaily: paise(2), playerWithdrawalDaily: paise(3) }
    const choices = choicesOf(set, 'play')
    expect(rulesOf('deposit', choices, null)).toMatchObject({ adminPaise: 1, playerPaise: null })
    expect(rulesOf('withdrawal', choices, null)).toMatchObject({ adminPaise: 2, playerPaise: 3 })
  })
})

it.each<[step: string, reasons: SecondAdminReason[], first: string | null, counts: boolean]>([
  ['alone', [], null, false],
  ['alone', [], 'me', false],
  ['alone', [], 'a disabled admin', false],
  ['first', ['amount'], null, false],
  ['first', ['amount'], 'a disabled admin', false],
  ['again', ['amount'], 'me', false],
  ['second', ['amount'], 'another', true],
  ['second', [], 'another', true],
])('an approval is %s: for %j, approved first by %s, who counts: %s', (step, reasons, first, counts) => {
  expect(approvalStep(reasons, first, 'me', counts)).toBe(step)
})

it('one admin alone never exceeds a limit, and two admins always can approve', () => {
  const limit = fc.option(fc.integer({ min: 0, max: 300_000 }).map(paise))
  const rules = fc.record<ApprovalRules>({
    secondAbovePaise: limit,
    withoutRow: fc.constantFrom('second_admin', 'allowed'),
    ownStatementPaise: limit,
    adminPaise: limit,
    playerPaise: limit,
  })
  const asked = fc.record({
    amountPaise: fc.integer({ min: 1, max: 100_000 }).map(paise),
    rowOrigin: fc.constantFrom('none' as const, 'own' as const, 'other' as const),
    admin: fc.constantFrom('asha', 'ravi'),
  })
  fc.assert(
    fc.property(rules, fc.array(asked, { maxLength: 30 }), (given, requests) => {
      const sums = new Map<string, number>()
      const sumOf = (of: string) => sums.get(of) ?? 0
      const add = (of: string, amount: number) => sums.set(of, sumOf(of) + amount)
      let alone = 0
      for (const { amountPaise, rowOrigin, admin } of requests) {
        const today = {
          adminPaise: sumOf(admin),
          ownStatementPaise: sumOf(`own ${admin}`),
          playerPaise: sumOf('player'),
        }
        const reasons = secondAdminReasons({ amountPaise, rowOrigin, today }, given)
        const step = approvalStep(reasons, null, admin, false)
        if (step === 'first') expect(approvalStep(reasons, admin, 'another', true)).toBe('second')
        else {
          add(admin, amountPaise)
          if (rowOrigin === 'own') add(`own ${admin}`, amountPaise)
          alone += amountPaise
          expect(rowOrigin === 'none' && given.withoutRow === 'second_admin').toBe(false)
          expect(amountPaise).toBeLessThanOrEqual(given.secondAbovePaise ?? amountPaise)
        }
        add('player', amountPaise)
        for (const one of ['asha', 'ravi']) {
          expect(sumOf(one)).toBeLessThanOrEqual(given.adminPaise ?? Number.POSITIVE_INFINITY)
          expect(sumOf(`own ${one}`)).toBeLessThanOrEqual(given.ownStatementPaise ?? Number.POSITIVE_INFINITY)
        }
        expect(alone).toBeLessThanOrEqual(given.playerPaise ?? Number.POSITIVE_INFINITY)
      }
    }),
  )
})

it.each([
  { playerEmail: 'asha@example.in', username: 'Asha@Example.in ', isOwn: true },
  { playerEmail: 'asha@example.in', username: 'asha', isOwn: false },
  { playerEmail: 'asha@example.in', username: 'asha@example.com', isOwn: false },
])('$playerEmail is $username: $isOwn', ({ playerEmail, username, isOwn }) => {
  expect(isOwnRequest({ playerEmail }, { username })).toBe(isOwn)
})

it.each([
  [undefined, null],
  ['', null],
  [' \n ', null],
  ['Not received', 'Not received'],
  ['two\nlines', 'two\nlines'],
  ['a\0b\u0085c', 'a b c'],
  ['half \ud83d', 'half \ufffd'],
])('reads the reason %j as %j', (text, reason) => {
  expect(readReason(text)).toBe(reason)
})
