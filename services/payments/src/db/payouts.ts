import { Id } from '@kismet/contracts'
import type { Paise, PayoutFormat } from '@kismet/contracts'
import { isoOf, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'

export interface StoredPayoutFile {
  readonly id: string
  readonly inputSha256: Buffer
  readonly adminName: string
  readonly createdAt: string
  readonly format: PayoutFormat
  readonly ids: readonly string[]
  readonly amountPaise: Paise
  /** Lines that are still being paid in this file. */
  readonly open: number
}

const columns = `f.id, f.input_sha256 AS "inputSha256", f.admin_name AS "adminName", ${isoOf('f.created_at')} AS "createdAt", f.format,
  f.withdrawal_ids AS ids, f.amount_paise AS "amountPaise",
  (SELECT count(*) FROM request AS r WHERE r.payout_file_id = f.id AND r.status = 'pending') AS open`

export async function findPayoutFile(
  db: Queryable,
  { adminId, key }: { readonly adminId: string; readonly key: string },
): Promise<StoredPayoutFile | undefined> {
  const sql = `SELECT ${columns} FROM payout_file AS f WHERE admin_id = $1 AND key = $2`
  return (await db.query<StoredPayoutFile>(sql, [adminId, key])).rows[0]
}

/** @throws Refusal `not_found` */
export async function requirePayoutFile(db: Queryable, id: string): Promise<StoredPayoutFile> {
  const sql = `SELECT ${columns} FROM payout_file AS f WHERE id = $1`
  const [found] = Id.safeParse(id).success ? (await db.query<StoredPayoutFile>(sql, [id])).rows : []
  if (found === undefined) throw new Refusal('not_found')
  return found
}

/** Files with an id below `before`, newest first. Ids rise with time. */
export async function listPayoutFiles(
  db: Queryable,
  before: string | undefined,
  limit: number,
): Promise<StoredPayoutFile[]> {
  const sql = `SELECT ${columns} FROM payout_file AS f WHERE $1::uuid IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`
  return (await db.query<StoredPayoutFile>(sql, [before ?? null, limit])).rows
}

export async function readPayoutContent(db: Queryable, id: string): Promise<string> {
  const { rows } = await db.query<{ content: string }>('SELECT content FROM payout_file WHERE id = $1', [id])
  return rows[0]?.content ?? ''
}

/** Lets one transaction at a time write a reference, of a paid withdrawal or of a deposit. Leading zeros do not count. */
export const takeReferenceLock = (transaction: Queryable, reference: string): Promise<void> =>
  takeLock(transaction, `paid reference ${reference.replace(/^0+/, '')}`)

/** The request that has a reference: a deposit that is not rejected, or a paid withdrawal, which the bank may have sent back. */
export async function findReferenceOwner(db: Queryable, reference: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM request WHERE ltrim(paid_reference, '0') = ltrim($1, '0')
     UNION ALL SELECT id FROM request WHERE reference = ltrim($1, '0') AND status <> 'rejected' LIMIT 1`,
    [reference],
  )
  return rows[0]?.id
}
