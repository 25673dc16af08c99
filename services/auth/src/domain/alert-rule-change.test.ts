import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { alertRuleChange } from './alert-rule-change.ts'

const rules = { oldestMinutes: null, ledger: true, rtpPoints: 2, largeWin: paise(10_000_000) }

it.each([
  [{ largeWin: paise(20_000_000) }, 'A win of at least: from ₹1,00,000 to ₹2,00,000'],
  [
    { oldestMinutes: 10, ledger: false, rtpPoints: null },
    'A request waits longer than: from no mail to 10 minutes; The ledger does not balance: from a mail to no mail; RTP of seven days is off by: from 2 percentage points to no mail',
  ],
  [{}, ''],
])('the change %j of the rules of alerts is in the words of the page', (changed, text) => {
  expect(alertRuleChange(rules, { ...rules, ...changed })).toBe(text)
})
