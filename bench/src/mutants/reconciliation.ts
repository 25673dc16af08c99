import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'services/wallet/src'
const reconciling = ['services/wallet/test/reconcile']

export const reconciliationMutants: readonly Mutant[] = [
  ...mutantsOf('reconciliation', `${src}/reconcile/reconcile.ts`, reconciling, [
    [
      'what still runs counts as proven',
      'provenUntil: running, isCut: false }',
      'provenUntil: endOfTime, isCut: false }',
    ],
    [
      'a check that found something is clean',
      'results.every(({ breaks }) => breaks === 0)',
      'results.some(({ breaks }) => breaks === 0)',
    ],
  ]),
  ...mutantsOf('reconciliation', `${src}/reconcile/schedule.ts`, reconciling, [
    ['entries that nobody has looked at are clean', 'isCut && provenUntil === from', 'false'],
    ['the same entries are proven again without pause', ' && provenUntil !== from', ''],
    ['a leader that drains waits for its proof', "  stopping.addEventListener('abort', stop)\n", ''],
  ]),
  ...mutantsOf('reconciliation', `${src}/reconcile/checks.ts`, reconciling, [
    [
      'a closed reference may hold money',
      'OR (closed > 0 AND (open <> 0 OR held <> 0))',
      'OR (closed > 0 AND open <> 0)',
    ],
    ['a gap in a chain is not seen', 'sequence <> coalesce(previous, 0) + 1 OR ', ''],
    ['the house is left out', 'players.paise + house.paise <> 0', 'players.paise < 0'],
    ['a bonus may be paid unearned', 'a.counted_paise * 100 < a.first_deposit_paise * $3::bigint', '$3::bigint < 0'],
  ]),
]
