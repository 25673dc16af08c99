import type { Queryable } from '@kismet/service-kit/database'

/** Removes names, numbers and e-mail from the requests of a player, the texts of notes, and the saved accounts. Amounts, references and decisions stay. */
export async function erasePersonalData(
  transaction: Queryable,
  playerId: string,
): Promise<{ readonly requests: number; readonly accounts: number }> {
  const requests = await transaction.query(
    `UPDATE request SET player_email = 'erased-' || player_id,
       account = account || jsonb_build_object('name', 'erased', 'accountNumber', 'erased', 'ifsc', 'erased', 'mobile', 'erased')
     WHERE player_id = $1 AND player_email <> 'erased-' || player_id`,
    [playerId],
  )
  await transaction.query(`UPDATE request_note SET text = 'erased' WHERE player_id = $1`, [playerId])
  await transaction.query(
    `UPDATE better_proof SET note = 'erased' WHERE note IS NOT NULL AND deposit_id IN (SELECT id FROM request WHERE player_id = $1)`,
    [playerId],
  )
  const accounts = await transaction.query('DELETE FROM bank_account WHERE player_id = $1', [playerId])
  return { requests: requests.rowCount ?? 0, accounts: accounts.rowCount ?? 0 }
}

/** SQL that blanks what rows of a time before `$1` say about persons, `$2` at a time. Payment files wait for the end of their lines. */
const blanking = {
  'bank-rows': `UPDATE bank_row SET text = '', numbers = '{}' WHERE id IN
    (SELECT id FROM bank_row WHERE (text <> '' OR numbers <> '{}') AND day < ($1::timestamptz AT TIME ZONE 'Asia/Kolkata')::date ORDER BY day LIMIT $2)`,
  'payout-files': `UPDATE payout_file SET content = '' WHERE id IN
    (SELECT id FROM payout_file AS f WHERE content <> '' AND created_at < $1
       AND NOT EXISTS (SELECT FROM request WHERE payout_file_id = f.id AND status = 'pending') ORDER BY created_at LIMIT $2)`,
} as const
export type Blanked = keyof typeof blanking

/** Blanks some old rows. @returns how many */
export async function blankRows(db: Queryable, what: Blanked, beforeMs: number, limit: number): Promise<number> {
  return (await db.query(blanking[what], [new Date(beforeMs), limit])).rowCount ?? 0
}
