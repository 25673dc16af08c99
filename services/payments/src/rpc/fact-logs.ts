import { readDecidedDeposits, readDecidedWithdrawals } from '@kismet/contracts'
import type { DepositDecided, WithdrawalDecided } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { factsOf } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'

type Stored<Fact> = Omit<Fact, 'at'> & { readonly at: Date }

const columns = 'player_id AS "playerId", amount_paise AS "amountPaise", status, decided_at AS at'
const order = [
  ['decided_xid', 'xid8'],
  ['id', 'uuid'],
] as const

/** What was decided, in the order of the decisions. */
export const factLogs = [
  handle(
    readDecidedDeposits,
    factsOf({
      from: 'deposit',
      columns: `id AS "depositId", ${columns}`,
      order,
      factOf: ({ at, ...decided }: Stored<DepositDecided>) => ({ ...decided, at: isoTime(at.getTime()) }),
    }),
  ),
  handle(
    readDecidedWithdrawals,
    factsOf({
      from: 'withdrawal',
      columns: `id AS "withdrawalId", ${columns}`,
      order,
      factOf: ({ at, ...decided }: Stored<WithdrawalDecided>) => ({ ...decided, at: isoTime(at.getTime()) }),
    }),
  ),
]
