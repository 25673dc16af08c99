import { limits } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { deleteRejectedProofs } from '../db/proofs.ts'
import { forgetSubmissions } from '../db/submissions.ts'

const dayMs = 24 * 60 * 60_000
/** First answers are kept for a week; at least 24 hours are promised. */
const keepSubmissionsMs = 7 * dayMs
const keepRejectedProofsMs = limits.deposit.rejectedProofDays * dayMs
const batch = 500

/** Forgets old first answers, and deletes the proofs of requests that were rejected long ago. */
export async function keepHouse(ctx: Context): Promise<void> {
  const nowMs = ctx.clock.now()
  while ((await forgetSubmissions(ctx.db, nowMs - keepSubmissionsMs, batch)) === batch);
  while ((await deleteRejectedProofs(ctx.db, nowMs - keepRejectedProofsMs, nowMs, batch)) === batch);
}
