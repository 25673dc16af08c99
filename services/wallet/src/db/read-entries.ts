import { paise } from '@kismet/contracts'
import type { EntryKind, Game, LedgerEntry } from '@kismet/contracts'
import type { Queryable } from '@kismet/service-kit/database'

/** What of an entry leaves the wallet, of `entry JOIN account USING (account_no)`. */
export const entryColumns = `player_id, entry.sequence, kind, game, reference, balance_side_paise, stake_paise, payout_paise, balance_after_paise, at`

export interface EntryRow {
  player_id: string
  sequence: number
  kind: EntryKind
  game: Game | null
  reference: string
  balance_side_paise: number
  stake_paise: number
  payout_paise: number
  balance_after_paise: number
  at: Date
}

/** An entry as the contracts show it. Its id names its place: the player and the sequence, which no other entry has. */
export function ledgerEntryOf(row: EntryRow): LedgerEntry {
  return {
    entryId: `${row.player_id}:${row.sequence}`,
    playerId: row.player_id,
    sequence: row.sequence,
    kind: row.kind,
    game: row.game,
    reference: row.reference,
    amountPaise: paise(row.balance_side_paise),
    stakePaise: paise(row.stake_paise),
    payoutPaise: paise(row.payout_paise),
    balanceAfterPaise: paise(row.balance_after_paise),
    at: row.at.toISOString(),
  }
}

/** A player's entries before a sequence, newest first. */
export async function entriesBefore(
  db: Queryable,
  playerId: string,
  sequence: number,
  limit: number,
): Promise<LedgerEntry[]> {
  const { rows } = await db.query<EntryRow>(
    `SELECT ${entryColumns} FROM entry JOIN account USING (account_no)
     WHERE player_id = $1 AND entry.sequence < $2 ORDER BY entry.sequence DESC LIMIT $3`,
    [playerId, sequence, limit],
  )
  return rows.map(ledgerEntryOf)
}
