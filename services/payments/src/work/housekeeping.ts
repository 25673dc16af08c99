import { limits } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { forgetClaims } from '../db/claims.ts'
import { forgetNotices } from '../db/notices.ts'
import { forgetOldTries } from '../db/password-tries.ts'
import { deleteRejectedProofs, forgetPrints } from '../db/proofs.ts'
import { forgetSubmissions } from '../db/submissions.ts'
import { forgetUnopened } from '../db/usage.ts'

const dayMs = 24 * 60 * 60_000
/** First answers are kept for a week; at least 24 hours are promised. */
const keepSubmissionsMs = 7 * dayMs
const keepRejectedProofsMs = limits.deposit.rejectedProofDays * dayMs
const keepNoticesMs = 2 * dayMs
const keepUnopenedMs = 2 * dayMs
const keepPrintsMs = limits.requests.similarProofDays * dayMs
const batch = 500
/** With all of their pages, of which a proof has up to 5 MiB. */
const batchOfProofs = 50

/** Forgets what has had its time: first answers, claims, tries, notices, proofs that were none, what proofs looked like; and deletes the proofs of requests that were rejected long ago; ends after some rows when it is told to stop. */
export async function keepHouse({ clock, db }: Pick<Context, 'clock' | 'db'>, stopping?: AbortSignal): Promise<void> {
  const nowMs = clock.now()
  const all = async (some: () => Promise<number>, most = batch) => {
    while (stopping?.aborted !== true && (await some()) === most);
  }
  await all(() => forgetSubmissions(db, nowMs - keepSubmissionsMs, batch))
  await all(() => forgetClaims(db, nowMs, batch))
  await all(() => forgetOldTries(db, nowMs, batch))
  await all(() => forgetNotices(db, nowMs - keepNoticesMs, batch))
  await all(() => forgetUnopened(db, nowMs - keepUnopenedMs, batch))
  await all(() => forgetPrints(db, nowMs - keepPrintsMs, batch))
  await all(() => deleteRejectedProofs(db, nowMs - keepRejectedProofsMs, nowMs, batchOfProofs), batchOfProofs)
}
