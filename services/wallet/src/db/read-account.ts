import { paise } from '@kismet/contracts'
import type { PlayerBalance } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

/** The balance of a player in paise, with the sequence of the entry after which it stands so; both 0 for one whom the wallet has not seen. */
export async function balanceOf(db: Queryable, playerId: string): Promise<PlayerBalance> {
  const { rows } = await db.query<{ balance_paise: number; sequence: number }>(
    'SELECT balance_paise, sequence FROM account WHERE player_id = $1',
    [playerId],
  )
  return { balance: paise(rows[0]?.balance_paise ?? 0), balanceSeq: rows[0]?.sequence ?? 0 }
}

/** Balance and bonus of a player, in paise. */
export interface BonusState {
  readonly balancePaise: number
  readonly balanceSeq: number
  /** What waits to be released; 0 before the first deposit and after the release. */
  readonly awaitingPaise: number
  readonly firstDepositPaise: number
  /** Stakes that count for the release. */
  readonly countedPaise: number
}

interface BonusRow {
  balance_paise: number
  sequence: number
  bonus_paise: number
  bonus_released: boolean
  first_deposit_paise: number
  counted_paise: number
}

const nothing: BonusState = { balancePaise: 0, balanceSeq: 0, awaitingPaise: 0, firstDepositPaise: 0, countedPaise: 0 }

export async function bonusStateOf(db: Queryable, playerId: string): Promise<BonusState> {
  const { rows } = await db.query<BonusRow>(
    'SELECT balance_paise, sequence, bonus_paise, bonus_released, first_deposit_paise, counted_paise FROM account WHERE player_id = $1',
    [playerId],
  )
  const row = rows[0]
  if (row === undefined) return nothing
  return {
    balancePaise: row.balance_paise,
    balanceSeq: row.sequence,
    awaitingPaise: row.bonus_released ? 0 : row.bonus_paise,
    firstDepositPaise: row.first_deposit_paise,
    countedPaise: row.counted_paise,
  }
}
