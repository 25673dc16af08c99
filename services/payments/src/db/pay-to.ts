import { msOf } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'

/** A change of where players pay to that waits. */
export interface Proposal {
  readonly id: string
  readonly utr: string | null
  readonly qrVersion: string | null
  readonly proposedBy: string
  readonly proposedByName: string
  readonly proposedAtMs: number
  readonly takesEffectAtMs: number
}

/** The change that waits. Changes of it hold the row of the settings. */
export async function readProposal(db: Queryable): Promise<Proposal | undefined> {
  const { rows } = await db.query<Proposal>(
    `SELECT id, utr, qr_version AS "qrVersion", proposed_by AS "proposedBy", proposed_by_name AS "proposedByName",
            ${msOf('proposed_at')} AS "proposedAtMs", ${msOf('takes_effect_at')} AS "takesEffectAtMs" FROM pay_to_proposal`,
  )
  return rows[0]
}

export async function deleteProposal(db: Queryable): Promise<void> {
  await db.query('DELETE FROM pay_to_proposal')
}

/** Stores the change that waits, in the place of an earlier one. */
export async function keepProposal(db: Queryable, proposal: Proposal): Promise<void> {
  const { id, utr, qrVersion, proposedBy, proposedByName, proposedAtMs, takesEffectAtMs } = proposal
  await deleteProposal(db)
  await db.query(
    `INSERT INTO pay_to_proposal (id, utr, qr_version, proposed_by, proposed_by_name, proposed_at, takes_effect_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [id, utr, qrVersion, proposedBy, proposedByName, new Date(proposedAtMs), new Date(takesEffectAtMs)],
  )
}
