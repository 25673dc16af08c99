import { limits } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { forgetClaims } from '../db/claims.ts'
import { forgetNotices } from '../db/notices.ts'
import { forgetOldTries } from '../db/password-tries.ts'
import { deleteRejectedProofs } from '../db/proofs.ts'
import { forgetSubmissions } from '../db/submissions.ts'
import { forgetUnopened } from '../db/usage.ts'

const dayMs = 24 * 60 * 60_000
/** First answers are kept for a week; at least 24 hours are promised. */
const keepSubmissionsMs = 7 * dayMs
const keepRejectedProofsMs = limits.deposit.rejectedProofDays * dayMs
const keepNoticesMs = 2 * dayMs
const keepUnopenedMs = 2 * dayMs
const batch = 500
/** With all of their pages, of which a proof has up to 5 MiB. */
const batchOfProofs = 50

/**
 * Deletes old rows: first answers, claims, tries, notices, unopened proofs, and proofs of rejected
 * requests. A failing step is logged and does not keep the later steps from running.
 */
export async function keepHouse(
  { clock, db, log }: Pick<Context, 'clock' | 'db' | 'log'>,
  stopping?: AbortSignal,
): Promise<void> {
  const nowMs = clock.now()
  const all = async (what: string, some: () => Promise<number>, most = batch) => {
    try {
      while (stopping?.aborted !== true && (await some()) === most);
    } catch (error) {
      log.error({ err: error, what }, 'old rows not deleted; retrying later')
    }
  }
  await all('submission', () => forgetSubmissions(db, nowMs - keepSubmissionsMs, batch))
  await all('claim', () => forgetClaims(db, nowMs, batch))
  await all('password_try', () => forgetOldTries(db, nowMs, batch))
  await all('notice', () => forgetNotices(db, nowMs - keepNoticesMs, batch))
  await all('unopened_proof', () => forgetUnopened(db, nowMs - keepUnopenedMs, batch))
  const proofsFromMs = nowMs - keepRejectedProofsMs
  await all('proof_page', () => deleteRejectedProofs(db, proofsFromMs, nowMs, batchOfProofs), batchOfProofs)
}
