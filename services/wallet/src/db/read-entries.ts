import type { AdminEntry, LedgerEntry, RecordedBet } from '@kismet/contracts'
import { isoOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** What of an entry leaves the wallet, of `entry JOIN account USING (account_no)`. Its id names its place: the player and the sequence, which no other entry has. */
export const entryColumns = `player_id || ':' || entry.sequence AS "entryId", player_id AS "playerId", entry.sequence, kind, game, reference,
  balance_side_paise AS "amountPaise", held_side_paise AS "heldPaise", stake_paise AS "stakePaise", payout_paise AS "payoutPaise", balance_after_paise AS "balanceAfterPaise",
  CASE WHEN kind = 'correction' THEN CASE WHEN outside_side_paise <> 0 THEN 'outside' WHEN bonus_side_paise <> 0 THEN 'bonus' ELSE 'house' END END AS account,
  ${isoOf('at')} AS at`

/** Entries, each with the bonus that it released. */
export const entriesWithBonus = `entry JOIN account USING (account_no) LEFT JOIN entry AS bonus
  ON bonus.account_no = entry.account_no AND bonus.sequence = entry.sequence + 1 AND bonus.at = entry.at AND bonus.kind = 'bonus'`

/** The columns of a bet for its game, of `entriesWithBonus`. */
export const betColumns = `entry.reference AS "betId", player_id AS "playerId", coalesce(entry.game, '') AS game, entry.kind,
  entry.stake_paise AS "stakePaise", entry.payout_paise AS "payoutPaise", coalesce(entry.detail, '') AS detail,
  coalesce(bonus.balance_after_paise, entry.balance_after_paise) AS "balancePaise",
  coalesce(bonus.sequence, entry.sequence) AS "balanceSeq", bonus.kind IS NOT NULL AS "bonusReleased", ${isoOf('entry.at')} AS at`

/** The bet that has an id, without its end. */
export async function readPlacedBet(db: Queryable, betId: string): Promise<RecordedBet | undefined> {
  const sql = `SELECT ${betColumns} FROM ${entriesWithBonus}
    WHERE (entry.account_no, entry.sequence, entry.at) IN (SELECT account_no, sequence, at FROM entry_key WHERE reference = $1 AND step = 'open')`
  return (await db.query<RecordedBet>(sql, [betId])).rows[0]
}

/** When the oldest month begins that is not archived, in UTC; null while no month is. */
export async function readKeptFrom(db: Queryable): Promise<string | null> {
  const sql = `SELECT to_char(to_date(min(right(relname, 7)), 'YYYY_MM'), 'YYYY-MM-DD"T00:00:00.000Z"') AS "keptFrom"
    FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'entry'::regclass AND relname <> 'entry_other' AND EXISTS (SELECT FROM archived_account)`
  return (await db.query<{ keptFrom: string | null }>(sql)).rows[0]?.keptFrom ?? null
}

/** The note of a correction says why, and who proposed and approved the correction. */
const correctionNote = `(SELECT format('%s (proposed by %s, approved by %s)', reason, proposed_by_name, decided_by_name)
  FROM correction WHERE entry.kind = 'correction' AND correction.id = entry.reference)`

/** An entry as admins see it, with all its sides, in paise. */
const adminColumns = `player_id || ':' || entry.sequence AS _id, player_id AS "playerId", entry.sequence, kind, game, reference,
  coalesce(note, ${correctionNote}) AS note, ${isoOf('at')} AS at,
  balance_side_paise AS amount, stake_paise AS stake, payout_paise AS payout, balance_after_paise AS "balanceAfter",
  json_build_object('open', open_side_paise, 'held', held_side_paise, 'house', house_side_paise, 'outside', outside_side_paise,
    'bonus', bonus_side_paise) AS sides`

/** Conditions for `readAdminEntries`. The key gives three entries at most: of a bet, deposit, withdrawal or correction. */
export const ofReference =
  '(account_no, entry.sequence, at) IN (SELECT account_no, sequence, at FROM entry_key WHERE reference = $1) ORDER BY entry.sequence DESC'
export const ofPlace = 'player_id = $1 AND entry.sequence = $2'
export const ofPlayerBefore = 'player_id = $1 AND entry.sequence < $2 ORDER BY entry.sequence DESC LIMIT $3'
/** The same within two instants. Each may be NULL. */
export const ofPlayerBeforeWithin = `player_id = $1 AND entry.sequence < $2 AND at >= coalesce($4::timestamptz, '-infinity') AND at < coalesce($5::timestamptz, 'infinity')
   ORDER BY entry.sequence DESC LIMIT $3`

export async function readAdminEntries(db: Queryable, which: string, values: unknown[]): Promise<AdminEntry[]> {
  const sql = `SELECT ${adminColumns} FROM entry JOIN account USING (account_no) WHERE ${which}`
  return (await db.query<AdminEntry>(sql, values)).rows
}

/** A player's entries before a sequence, newest first. */
export async function entriesBefore(
  db: Queryable,
  playerId: string,
  sequence: number,
  limit: number,
): Promise<LedgerEntry[]> {
  const sql = `SELECT ${entryColumns} FROM entry JOIN account USING (account_no) WHERE ${ofPlayerBefore}`
  return (await db.query<LedgerEntry>(sql, [playerId, sequence, limit])).rows
}
