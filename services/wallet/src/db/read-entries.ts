import type { LedgerEntry, Paise, RecordedBet } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import type { Queryable } from '@kismet/service-kit/database'

/** What of an entry leaves the wallet, of `entry JOIN account USING (account_no)`. Its id names its place: the player and the sequence, which no other entry has. */
export const entryColumns = `player_id || ':' || entry.sequence AS "entryId", player_id AS "playerId", entry.sequence, kind, game, reference,
  balance_side_paise AS "amountPaise", stake_paise AS "stakePaise", payout_paise AS "payoutPaise", balance_after_paise AS "balanceAfterPaise", at`

type EntryRow = Omit<LedgerEntry, 'at'> & { readonly at: Date }

export function ledgerEntryOf({ at, ...entry }: EntryRow): LedgerEntry {
  return { ...entry, at: isoTime(at.getTime()) }
}

/** Entries, each with the bonus that it released. */
export const entriesWithBonus = `entry JOIN account USING (account_no) LEFT JOIN entry AS bonus
  ON bonus.account_no = entry.account_no AND bonus.sequence = entry.sequence + 1 AND bonus.at = entry.at AND bonus.kind = 'bonus'`

/** The columns of a bet for its game, of `entriesWithBonus`. */
export const betColumns = `entry.reference AS "betId", player_id AS "playerId", coalesce(entry.game, '') AS game, entry.kind,
  entry.stake_paise AS "stakePaise", entry.payout_paise AS "payoutPaise", coalesce(entry.detail, '') AS detail,
  coalesce(bonus.balance_after_paise, entry.balance_after_paise) AS "balancePaise",
  coalesce(bonus.sequence, entry.sequence) AS "balanceSeq", bonus.kind IS NOT NULL AS "bonusReleased", entry.at`

type BetRow = Omit<RecordedBet, 'at'> & { readonly at: Date }

export function recordedBetOf({ at, ...bet }: BetRow): RecordedBet {
  return { ...bet, at: isoTime(at.getTime()) }
}

/** The bet that has an id, without its end. */
export async function readPlacedBet(db: Queryable, betId: string): Promise<RecordedBet | undefined> {
  const sql = `SELECT ${betColumns} FROM ${entriesWithBonus}
    WHERE (entry.account_no, entry.sequence, entry.at) IN (SELECT account_no, sequence, at FROM entry_key WHERE reference = $1 AND step = 'open')`
  const [row] = (await db.query<BetRow>(sql, [betId])).rows
  return row && recordedBetOf(row)
}

/** What admins see of an entry besides. */
const adminColumns = `${entryColumns}, open_side_paise AS "openSidePaise", held_side_paise AS "heldSidePaise", house_side_paise AS "houseSidePaise",
  outside_side_paise AS "outsideSidePaise", bonus_side_paise AS "bonusSidePaise", note`

/** An entry with all its sides, in paise. */
export interface WholeEntry extends LedgerEntry {
  readonly openSidePaise: Paise
  readonly heldSidePaise: Paise
  readonly houseSidePaise: Paise
  readonly outsideSidePaise: Paise
  readonly bonusSidePaise: Paise
  readonly note: string | null
}

async function readWhole(db: Queryable, which: string, values: readonly unknown[]): Promise<WholeEntry[]> {
  const { rows } = await db.query<Omit<WholeEntry, 'at'> & { readonly at: Date }>(
    `SELECT ${adminColumns} FROM entry JOIN account USING (account_no) WHERE ${which}`,
    [...values],
  )
  return rows.map(({ at, ...entry }) => ({ ...entry, at: isoTime(at.getTime()) }))
}

/** A player's entries before a sequence with all their sides, newest first. */
export function wholeEntriesBefore(
  db: Queryable,
  playerId: string,
  before: number,
  limit: number,
): Promise<WholeEntry[]> {
  const which = 'player_id = $1 AND entry.sequence < $2 ORDER BY entry.sequence DESC LIMIT $3'
  return readWhole(db, which, [playerId, before, limit])
}

/** What the ledger holds of a bet, deposit, withdrawal or correction, newest first: three entries at most. */
export function wholeEntriesOf(db: Queryable, reference: string): Promise<WholeEntry[]> {
  return readWhole(
    db,
    '(account_no, entry.sequence, at) IN (SELECT account_no, sequence, at FROM entry_key WHERE reference = $1) ORDER BY entry.sequence DESC',
    [reference],
  )
}

export async function wholeEntry(db: Queryable, playerId: string, sequence: number): Promise<WholeEntry | undefined> {
  return (await readWhole(db, 'player_id = $1 AND entry.sequence = $2', [playerId, sequence]))[0]
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
