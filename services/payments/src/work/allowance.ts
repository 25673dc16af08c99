import { limits } from '@kismet/contracts'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Context } from '../context.ts'
import { noteUnopened, readUsage } from '../db/usage.ts'
import type { Usage } from '../db/usage.ts'
import type { Picture } from '../pictures/picture-maker.ts'

const { pendingPerPlayer, perDay } = limits.deposit

/** @throws Refusal `upload_quota_reached` when one more request with `proofBytes` would pass what a player may store in a day, or have opened. */
export function requireQuota(usage: Usage, proofBytes: number): void {
  const { requestsToday, bytesToday, unopenedToday, heavyToday, restOfDayMs: retryAfterMs } = usage
  if (heavyToday >= perDay.heavyProofs)
    throw new Refusal('upload_quota_reached', undefined, { max: perDay.heavyProofs, retryAfterMs })
  if (requestsToday + unopenedToday < perDay.requests && bytesToday + proofBytes <= perDay.proofBytes) return
  throw new Refusal('upload_quota_reached', undefined, { max: perDay.requests, retryAfterMs })
}

/**
 * Opens a proof in its player's turn, if there is still one to open, and notes one that could not be opened before the next one has its turn: those that come at once are held to it, too.
 * @throws Refusal as `requireQuota` and `open` do
 */
export async function openWithin(
  { db, clock, randomness }: Context,
  playerId: string,
  open: () => Promise<Picture[]>,
): Promise<Picture[]> {
  requireQuota(await readUsage(db, playerId, clock.now()), 0)
  return open().catch(async (error: unknown) => {
    const atMs = clock.now()
    if (isRefusal(error, 'invalid_request') && error.params !== undefined && 'fault' in error.params)
      await noteUnopened(db, { id: randomness.id(atMs), playerId, fault: String(error.params.fault), atMs })
    throw error
  })
}

/** @throws Refusal `too_many_pending` when as many requests wait as a player may have. */
export function requireRoomToWait({ pending }: Usage): void {
  if (pending < pendingPerPlayer) return
  const text = `You have ${pendingPerPlayer} pending requests. You can send another when one is decided.`
  throw new Refusal('too_many_pending', text, { max: pendingPerPlayer })
}
