import { limits } from '@kismet/contracts'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Usage } from '../db/usage.ts'

const { pendingPerPlayer, perDay } = limits.deposit

/** @throws Refusal `upload_quota_reached` when one more request with `proofBytes` would pass what a player may store in a day. */
export function requireQuota({ requestsToday, bytesToday, restOfDayMs }: Usage, proofBytes: number): void {
  if (requestsToday < perDay.requests && bytesToday + proofBytes <= perDay.proofBytes) return
  throw new Refusal('upload_quota_reached', undefined, { max: perDay.requests, retryAfterMs: restOfDayMs })
}

/** @throws Refusal `too_many_pending` when as many requests wait as a player may have. */
export function requireRoomToWait({ pending }: Usage): void {
  if (pending < pendingPerPlayer) return
  const text = `${pendingPerPlayer} of your requests are waiting. You can send another when one of them is decided.`
  throw new Refusal('too_many_pending', text, { max: pendingPerPlayer })
}
