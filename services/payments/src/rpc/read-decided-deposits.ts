import { paise, readDecidedDeposits } from '@kismet/contracts'
import type { DepositDecided } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { factsOf } from '@kismet/service-kit/facts'
import { handle } from '@kismet/service-kit/handle'

interface Row {
  id: string
  player_id: string
  amount_paise: number
  status: DepositDecided['status']
  decided_at: Date
}

export const readDecidedDepositsHandler = handle(
  readDecidedDeposits,
  factsOf({
    from: 'deposit',
    columns: 'id, player_id, amount_paise, status, decided_at',
    order: [
      ['decided_xid', 'xid8'],
      ['id', 'uuid'],
    ],
    factOf: (row: Row) => ({
      depositId: row.id,
      playerId: row.player_id,
      amountPaise: paise(row.amount_paise),
      status: row.status,
      at: isoTime(row.decided_at.getTime()),
    }),
  }),
)
