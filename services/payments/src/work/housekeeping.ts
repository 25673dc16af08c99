import { limits } from '@kismet/contracts'
import type { Context } from '../context.ts'
import { forgetAttempts } from '../db/attempts.ts'
import { deleteRejectedProofs } from '../db/proofs.ts'

const dayMs = 24 * 60 * 60_000
const keepRejectedProofsMs = limits.deposit.rejectedProofDays * dayMs
/** The quotas are for a day at most. */
const keepAttemptsMs = 2 * dayMs
const batch = 500
/** With all of their pages, of which a proof has up to 5 MiB. */
const batchOfProofs = 50

/**
 * Deletes old attempts and proofs of rejected requests. A failing step is logged and does not keep the later steps from
 * running.
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
  await all('attempt', () => forgetAttempts(db, nowMs - keepAttemptsMs, batch))
  const proofsFromMs = nowMs - keepRejectedProofsMs
  await all('proof_page', () => deleteRejectedProofs(db, proofsFromMs, nowMs, batchOfProofs), batchOfProofs)
}
