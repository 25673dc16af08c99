import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import type { StatementJoin } from '@kismet/contracts'
import { joinWords } from './join-words.ts'

const nothing: StatementJoin = { how: 'first', day: null, last: null, begins: null, days: 0 }

it.each<[join: Partial<StatementJoin>, tag: string, text: string]>([
  [{ how: 'first' }, 'first', 'There is no earlier statement.'],
  [{ how: 'joined', day: '2026-11-20' }, 'joins', 'Joins the statement of 20 Nov 2026.'],
  [
    { how: 'differs', day: '2026-11-20', last: paise(130_000), begins: paise(850_050) },
    'does not join',
    'Does not join: the balance of 20 Nov 2026 was ₹1,300.00, and this file has ₹8,500.50 there.',
  ],
  [
    { how: 'differs', day: '2026-11-20' },
    'does not join',
    'Does not join: a payment of 20 Nov 2026 is in an earlier file and not in this file.',
  ],
  [{ how: 'gap', day: '2026-11-20', days: 3 }, 'gap of 3 days', '3 days missing after 20 Nov 2026.'],
  [{ how: 'unknown' }, 'unknown', 'Too few balances to tell whether it joins the last statement.'],
])('%j is “%s”', (join, tag, text) => {
  expect(joinWords({ join: { ...nothing, ...join } })).toMatchObject({ tag, text })
})

it('a statement of an earlier release says nothing', () => {
  expect(joinWords({ join: null })).toBeNull()
})
