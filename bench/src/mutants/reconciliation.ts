import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const src = 'services/wallet/src'
const reconciling = ['services/wallet/test/reconcile']

export const reconciliationMutants: readonly Mutant[] = [
  ...mutantsOf('reconciliation', `${src}/reconcile/reconcile.ts`, reconciling, [
    [
      'a check that found something is clean',
      'results.every(({ breaks }) => breaks === 0)',
      'results.some(({ breaks }) => breaks === 0)',
    ],
  ]),
  ...mutantsOf('reconciliation', `${src}/reconcile/schedule.ts`, reconciling, [
    ['an account with a break is forgotten', '[...earlier, ...accountsOf(newest)]', 'accountsOf(newest)'],
    ['old entries are not read again', '[...suspects, ...old]', 'suspects'],
    ['a leader that drains waits for its proof', "  stopping.addEventListener('abort', stop)\n", ''],
  ]),
  ...mutantsOf('reconciliation', `${src}/reconcile/checks.ts`, reconciling, [
    ['a closed reference may hold money', 'closed > 0 AND (held <> 0 OR closed_first)', 'closed > 0 AND closed_first'],
    ['a gap in a chain is not seen', 'chain.sequence <> before.sequence + 1 OR ', ''],
    ['the house is left out', 'players.paise + house.paise <> 0', 'players.paise < 0'],
    [
      'a bonus may be paid unearned',
      'a.counted_paise * 100 < a.first_deposit_paise',
      'a.counted_paise < 0 * a.first_deposit_paise',
    ],
  ]),
]
