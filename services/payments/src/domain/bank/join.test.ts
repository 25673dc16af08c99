import { expect, it } from '@jest/globals'
import type { CommonRow, EarlierStatement } from './join.ts'
import { joinOf } from './join.ts'

const earlier: EarlierStatement = { lastDay: '2026-11-20', closingPaise: 90_000 }
const file = (firstDay: string, openingPaise: number | null) => ({ firstDay, openingPaise })
const common = (balancePaise: number | null): CommonRow => ({ day: '2026-11-19', balancePaise, earlierPaise: 50_000 })

it.each<[what: string, joined: Parameters<typeof joinOf>, join: object]>([
  ['the first one', [file('2026-11-21', 0), [], undefined], { how: 'first' }],
  ['by the last balance', [file('2026-11-21', 90_000), [], earlier], { how: 'joined', day: '2026-11-20' }],
  ['by the last balance after days without rows', [file('2026-11-25', 90_000), [], earlier], { how: 'joined' }],
  ['by common rows', [file('2026-11-19', null), [common(50_000)], earlier], { how: 'joined', day: '2026-11-19' }],
  ['perhaps: common rows without balances', [file('2026-11-19', null), [common(null)], earlier], { how: 'unknown' }],
  [
    'not: a row of an earlier statement is missing',
    [file('2026-11-19', null), [common(50_000)], earlier, '2026-11-19'],
    { how: 'differs', day: '2026-11-19', last: null },
  ],
  [
    'not: another balance in a common row',
    [file('2026-11-19', 0), [common(50_100)], earlier],
    { how: 'differs', day: '2026-11-19', last: 50_000, begins: 50_100 },
  ],
  [
    'not: it begins with another balance',
    [file('2026-11-21', 80_000), [], earlier],
    { how: 'differs', day: '2026-11-20', last: 90_000, begins: 80_000 },
  ],
  ['after a gap', [file('2026-11-24', 80_000), [], earlier], { how: 'gap', day: '2026-11-20', days: 3 }],
  ['perhaps: no balances', [file('2026-11-21', null), [], earlier], { how: 'unknown', day: '2026-11-20' }],
])('a statement joins %s', (_what, args, join) => {
  expect(joinOf(...args)).toMatchObject(join)
})
