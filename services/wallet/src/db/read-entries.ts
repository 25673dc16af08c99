import type { LedgerEntry } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'

/** What of an entry leaves the wallet, of `entry JOIN account USING (account_no)`. Its id names its place: the player and the sequence, which no other entry has. */
export const entryColumns = `player_id || ':' || entry.sequence AS "entryId", player_id AS "playerId", entry.sequence, kind, game, reference,
  balance_side_paise AS "amountPaise", stake_paise AS "stakePaise", payout_paise AS "payoutPaise", balance_after_paise AS "balanceAfterPaise", at`

type EntryRow = Omit<LedgerEntry, 'at'> & { readonly at: Date }

export function ledgerEntryOf({ at, ...entry }: EntryRow): LedgerEntry {
  return { ...entry, at: isoTime(at.getTime()) }
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
