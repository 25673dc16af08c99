import { limits } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { forgetAttempts } from '../db/attempts.ts'
import { deleteRejectedProofs } from '../db/proofs.ts'

const dayMs = 24 * 60 * 60_000
const keepRejectedProofsMs = limits.deposit.rejectedProofDays * dayMs
/** The quotas are for a day at most. */
const keepAttemptsMs = 2 * dayMs
/** With all of their pages, of which a proof has up to 5 MiB. */
const batchOfProofs = 50

/** Deletes old attempts and proofs of rejected requests. */
export async function keepHouse({ clock, db }: Pick<Context, 'clock' | 'db'>, stopping?: AbortSignal): Promise<void> {
  const nowMs = clock.now()
  await forgetAttempts(db, nowMs - keepAttemptsMs)
  const some = () => deleteRejectedProofs(db, nowMs - keepRejectedProofsMs, nowMs, batchOfProofs)
  while (stopping?.aborted !== true && (await some()) === batchOfProofs);
}
