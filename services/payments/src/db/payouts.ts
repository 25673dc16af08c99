import { Id } from '@kismet/contracts'
import type { Paise, PayoutFormat } from '@kismet/contracts'
import { msOf, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin } from '@kismet/service-kit/tokens'

export interface StoredPayoutFile {
  readonly id: string
  readonly inputSha256: Buffer
  readonly adminName: string
  readonly createdAtMs: number
  readonly format: PayoutFormat
  readonly ids: readonly string[]
  readonly amountPaise: Paise
  /** Lines that are still being paid in this file. */
  readonly open: number
}

const columns = `f.id, f.input_sha256 AS "inputSha256", f.admin_name AS "adminName", ${msOf('f.created_at')} AS "createdAtMs", f.format,
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

interface NewPayoutFile extends Omit<StoredPayoutFile, 'adminName' | 'createdAtMs' | 'open'> {
  readonly key: string
  readonly admin: Pick<Admin, 'id' | 'username'>
  readonly at: Date
  readonly content: string
}

export async function insertPayoutFile(db: Queryable, file: NewPayoutFile): Promise<void> {
  const { id, key, inputSha256, admin, at, format, content, ids, amountPaise } = file
  await db.query(
    `INSERT INTO payout_file (id, key, input_sha256, admin_id, admin_name, created_at, format, content, withdrawal_ids, amount_paise)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, key, inputSha256, admin.id, admin.username, at, format, content, ids, amountPaise],
  )
}

/** Has a locked pending withdrawal be paid by a file. */
export async function putInFile(
  db: Queryable,
  fileId: string,
  id: string,
  admin: Pick<Admin, 'id' | 'username'>,
  at: Date,
): Promise<void> {
  await db.query(
    'UPDATE request SET payout_file_id = $1, pay_by = $3, pay_by_name = $4, pay_since = $5 WHERE id = $2',
    [fileId, id, admin.id, admin.username, at],
  )
}

/** Lets one transaction at a time write a reference, of a paid withdrawal or of a deposit. Leading zeros do not count. */
export const takeTurnOfReference = (transaction: Queryable, reference: string): Promise<void> =>
  takeTurn(transaction, `paid reference ${reference.replace(/^0+/, '')}`)

/** The request that has a reference: a paid withdrawal, or a deposit that is not rejected. */
export async function findReferenceOwner(db: Queryable, reference: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM request WHERE ltrim(paid_reference, '0') = ltrim($1, '0')
     UNION ALL SELECT id FROM request WHERE reference = ltrim($1, '0') AND status <> 'rejected' LIMIT 1`,
    [reference],
  )
  return rows[0]?.id
}
