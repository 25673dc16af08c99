import { operator } from '@kismet/service-kit/audit/chain'
import { inTransaction } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import type { Context } from '../context.ts'

const rowsAtOnce = 500
const keepFilesMs = 30 * 24 * 60 * 60_000
const action = 'personal-data.erase'

/** Removes the personal data of a player, for auth, with a row of the audit log. */
export async function erasePlayer({ audit, db }: Context, playerId: string, requestId: string): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const { requests, accounts } = await erasePersonalData(transaction, playerId)
    if (requests + accounts === 0) return
    const detail = { requests, accounts }
    await audit.append(transaction, { admin: operator, action, target: playerId, detail, meta: { requestId } })
  })
}

/** Blanks old rows in batches, with a row of the audit log for each batch. */
async function blank(ctx: Context, target: Blanked, keepMs: number, stopping?: AbortSignal): Promise<void> {
  const meta = { requestId: 'housekeeping' }
  const some = () =>
    inTransaction(ctx.db, async (transaction) => {
      const rows = await blankRows(transaction, target, ctx.clock.now() - keepMs, rowsAtOnce)
      if (rows > 0) await ctx.audit.append(transaction, { admin: operator, action, target, detail: { rows }, meta })
      return rows
    })
  while (stopping?.aborted !== true && (await some()) === rowsAtOnce);
}

/** Blanks the payers in old bank rows. */
export const erasePayers = (ctx: Context, stopping?: AbortSignal): Promise<void> =>
  blank(ctx, 'bank-rows', ctx.keepPayersMs, stopping)

/** Blanks the names and account numbers in old payment files. */
export const erasePayees = (ctx: Context, stopping?: AbortSignal): Promise<void> =>
  blank(ctx, 'payout-files', keepFilesMs, stopping)

/** Removes names, numbers and e-mail from the requests of a player, the texts of notes, and the saved accounts. Amounts, references and decisions stay. */
async function erasePersonalData(
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
type Blanked = keyof typeof blanking

/** Blanks some old rows. @returns how many */
async function blankRows(db: Queryable, what: Blanked, beforeMs: number, limit: number): Promise<number> {
  return (await db.query(blanking[what], [new Date(beforeMs), limit])).rowCount ?? 0
}
