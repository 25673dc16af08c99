import type { Mutant } from './mutant.ts'
import { mutantsOf } from './mutant.ts'

const domain = 'services/payments/src/domain'

export const paymentsMutants: readonly Mutant[] = [
  ...mutantsOf(
    'approvals',
    `${domain}/decision.ts`,
    [`${domain}/decision`],
    [
      ['an amount at the limit takes two admins', '+ amountPaise > limitPaise', '+ amountPaise >= limitPaise'],
      ['earlier approvals of the day do not count', 'earlierPaise + amountPaise > limit', 'amountPaise > limit'],
      [
        'a deposit without a row needs one admin',
        "rowOrigin === 'none' && rules.withoutRow === 'second_admin'",
        "rowOrigin === 'none' && rules.withoutRow === 'allowed'",
      ],
      [
        'the own statement of an admin has no limit',
        "own_statement: rowOrigin === 'own'",
        "own_statement: rowOrigin === 'other'",
      ],
      [
        'the limit of an admin is that of the player',
        'exceeds(today.adminPaise, rules.adminPaise)',
        'exceeds(today.adminPaise, rules.playerPaise)',
      ],
      [
        'deposits keep the limit of withdrawals',
        'playerPaise: isDeposit ? choices.playerDepositDaily : choices.playerWithdrawalDaily',
        'playerPaise: isDeposit ? choices.playerWithdrawalDaily : choices.playerDepositDaily',
      ],
      [
        'real money begins without a second admin',
        "isReal ? 'second_admin' : 'allowed'",
        "isReal ? 'allowed' : 'allowed'",
      ],
      [
        'one admin approves twice',
        "return firstApprovedBy === adminId ? 'again' : 'first'",
        "return firstApprovedBy === adminId ? 'second' : 'first'",
      ],
      [
        'a second approval needs no first one that counts',
        "if (firstCounts) return 'second'",
        "if (firstApprovedBy !== null) return 'second'",
      ],
      ['an own request is known by exact letters alone', ".normalize('NFKC').trim().toLowerCase()", '.trim()'],
    ],
  ),
  ...mutantsOf(
    'payouts',
    `${domain}/payout.ts`,
    [`${domain}/payout.test`],
    [
      [
        'a payout never expires',
        "(payUntilMs ?? 0) > nowMs ? 'open' : 'expired'",
        "(payUntilMs ?? 0) > 0 ? 'open' : 'expired'",
      ],
      [
        'a line of a file is a payout of its admin',
        "if (payoutFileId !== null) return payBy === adminId ? 'own file' : 'file'\n",
        '',
      ],
      ['a payout of another admin is marked as paid', "approve: { open: 'being_paid' }", 'approve: {}'],
      ['an own payout is rejected', "    own: 'being_paid',\n", ''],
      [
        'any admin releases a line of a file',
        "release: { open: 'being_paid', file: 'being_paid' }",
        "release: { open: 'being_paid' }",
      ],
      ['an owner approves a payout of another admin', "action === 'release' && role === 'owner'", "role === 'owner'"],
    ],
  ),
  ...mutantsOf(
    'bank rows',
    `${domain}/bank/match.ts`,
    [`${domain}/bank/match.test`],
    [
      ['a returned credit pays a deposit', "    if (row.isReturned) return matchOf('other', null)\n", ''],
      [
        'another amount is an exact match',
        'waits !== undefined && waits.askedPaise !== paise',
        'waits !== undefined && waits.askedPaise > paise + 1e9',
      ],
      [
        'a row pays twice for one reference',
        "find(({ status }) => status === 'approved')",
        "find(({ status }) => status === 'asked')",
      ],
      [
        'the row of a paid request is offered again',
        "    if (paid !== undefined) return { ...paid, near: 'paid' }\n",
        '',
      ],
      ['a request with a row is suggested', '    if (one.rowId === null)\n', '    if (one.rowId !== undefined)\n'],
      ['any part of a reference is a cut', 'number.length < cutLetters || ', ''],
      ['a cut reference has no day', "<= nearDays * dayMs ? 'cut'", "<= Infinity ? 'cut'"],
      [
        'two swapped characters are no resemblance',
        'isSameFrom(at + 1) || (isSwap && isSameFrom(at + 2))',
        'isSameFrom(at + 1)',
      ],
      ['the second admin loses the match of the first', "paid?.status !== 'pending'", 'paid !== null'],
    ],
  ),
  ...mutantsOf(
    'payouts of a bank',
    `${domain}/bank/match.ts`,
    [`${domain}/bank/match-payouts`],
    [
      [
        'another amount pays a withdrawal',
        "    if (named.paise + paise !== 0) return problem('amount', named.id)\n",
        '',
      ],
      ['a second debit of a withdrawal is fine', 'firsts.get(id)?.id !== row.id', 'firsts.get(id) === undefined'],
      ['a payment that came back pays', 'isReturned || sentBack.has(named.id)', 'isReturned'],
      [
        'a rejected withdrawal is paid',
        "    if (named.status === 'rejected') return problem('rejected', named.id)\n",
        '',
      ],
      ['a credit that paid for a deposit is a return', 'row.paise > 0 && row.paidFor === null ?', 'row.paise > 0 ?'],
      ['an id must stand by itself', '/[0-9A-F]{12,}/g', '/\\b[0-9A-F]{12}\\b/g'],
      ['a withdrawal with a debit is suggested', "rowId === null && status !== 'rejected'", "status !== 'rejected'"],
      ['short names are like all others', 'bare.length >= leastOfName && ', ''],
    ],
  ),
]
