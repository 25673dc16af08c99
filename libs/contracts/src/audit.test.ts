import { expect, it } from '@jest/globals'
import { decisionPattern } from './audit.ts'

it.each([
  ['deposit.approve', true],
  ['deposit.approve-first', true],
  ['withdrawal.reject', true],
  ['withdrawal.pay', true],
  ['payout-file.create', true],
  ['correction.propose', true],
  ['approval-settings.change', true],
  ['deposit-settings.withdraw', true],
  ['volatility-mode.set', true],
  ['deposit.claim', false],
  ['deposit.view-proof', false],
  ['withdrawal.export', false],
  ['payout-file.download', false],
  ['round.view', false],
  ['session.login', false],
])('%s is a decision: %s', (action, is) => {
  expect(new RegExp(decisionPattern).test(action)).toBe(is)
})
