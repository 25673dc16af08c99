import type { Paise } from '@kismet/contracts'
import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

export interface StoredApprovalSettings {
  /** Null: an approval never needs two admins. */
  readonly secondAbovePaise: Paise | null
  readonly changedByName: string | null
  readonly changedAtMs: number | null
}

const select = `SELECT second_above_paise AS "secondAbovePaise", changed_by_name AS "changedByName", ${msOf('changed_at')} AS "changedAtMs" FROM approval_settings`

/** @throws Error when the one row is gone: it is never taken for 'no second admin'. */
function theRow([row]: readonly StoredApprovalSettings[]): StoredApprovalSettings {
  if (row === undefined) throw new Error('approval_settings has no row')
  return row
}

export async function readApprovalSettings(db: Queryable): Promise<StoredApprovalSettings> {
  return theRow((await db.query<StoredApprovalSettings>(select)).rows)
}

/** The settings, which nobody else changes before this transaction has ended. */
export async function lockApprovalSettings(transaction: Queryable): Promise<StoredApprovalSettings> {
  return theRow((await transaction.query<StoredApprovalSettings>(`${select} FOR UPDATE`)).rows)
}

export async function changeApprovalSettings(
  db: Queryable,
  { secondAbovePaise, changedByName, changedAtMs }: StoredApprovalSettings & { readonly changedAtMs: number },
): Promise<void> {
  await db.query('UPDATE approval_settings SET second_above_paise = $1, changed_by_name = $2, changed_at = $3', [
    secondAbovePaise,
    changedByName,
    new Date(changedAtMs),
  ])
}
