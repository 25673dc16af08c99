import { limits } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { forgetClaims } from '../db/claims.ts'
import { forgetNotices } from '../db/notices.ts'
import { forgetOldTries } from '../db/password-tries.ts'
import { deleteRejectedProofs, forgetPrints } from '../db/proofs.ts'
import { forgetSubmissions } from '../db/submissions.ts'

const dayMs = 24 * 60 * 60_000
/** First answers are kept for a week; at least 24 hours are promised. */
const keepSubmissionsMs = 7 * dayMs
const keepRejectedProofsMs = limits.deposit.rejectedProofDays * dayMs
const keepNoticesMs = 2 * dayMs
const keepPrintsMs = limits.requests.similarProofDays * dayMs
const batch = 500

/** Forgets what has had its time: first answers, claims, tries, notices, what proofs looked like; and deletes the proofs of requests that were rejected long ago. */
export async function keepHouse(ctx: Context): Promise<void> {
  const nowMs = ctx.clock.now()
  const { db } = ctx
  while ((await forgetSubmissions(db, nowMs - keepSubmissionsMs, batch)) === batch);
  while ((await forgetClaims(db, nowMs, batch)) === batch);
  while ((await forgetOldTries(db, nowMs, batch)) === batch);
  while ((await forgetNotices(db, nowMs - keepNoticesMs, batch)) === batch);
  while ((await forgetPrints(db, nowMs - keepPrintsMs, batch)) === batch);
  while ((await deleteRejectedProofs(db, nowMs - keepRejectedProofsMs, nowMs, batch)) === batch);
}
