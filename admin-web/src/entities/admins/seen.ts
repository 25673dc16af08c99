import { formatAge, formatDay } from '../../core/format/time.ts'

/** Input is told once a minute, so that somebody who was here that long ago may well be here still. */
const nowWithinMs = 2 * 60_000
const hourMs = 60 * 60_000

/** When somebody was here last: now, 8 min ago, 21 Nov, 19:12. */
export function seenText(at: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(at)
  if (agoMs < nowWithinMs) return 'now'
  return agoMs < hourMs ? `${formatAge(agoMs)} ago` : formatDay(at)
}
