import type { Context } from '../context.ts'
import { forgetSubmissions } from '../db/submissions.ts'

/** First answers are kept for a week; at least 24 hours are promised. */
const keepSubmissionsMs = 7 * 24 * 60 * 60_000
const batch = 500

/** Forgets old first answers. */
export async function forgetOldSubmissions(ctx: Context): Promise<void> {
  const beforeMs = ctx.clock.now() - keepSubmissionsMs
  while ((await forgetSubmissions(ctx.db, beforeMs, batch)) === batch);
}
