import { readDecidedDeposits } from '@kismet/contracts'
import type { DepositDecided } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { factsOf } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'

type Row = Omit<DepositDecided, 'at'> & { readonly at: Date }

export const readDecidedDepositsHandler = handle(
  readDecidedDeposits,
  factsOf({
    from: 'deposit',
    columns: 'id AS "depositId", player_id AS "playerId", amount_paise AS "amountPaise", status, decided_at AS at',
    order: [
      ['decided_xid', 'xid8'],
      ['id', 'uuid'],
    ],
    factOf: ({ at, ...decided }: Row) => ({ ...decided, at: isoTime(at.getTime()) }),
  }),
)
