import { formatAge, formatDay } from '../../core/format/time.ts'

/** The app reports input once a minute, so an admin with input this recent counts as present. */
const nowWithinMs = 2 * 60_000
const hourMs = 60 * 60_000

/** The time of the last input: now, 8 min ago, 21 Nov, 19:12. */
export function seenText(at: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(at)
  if (agoMs < nowWithinMs) return 'now'
  return agoMs < hourMs ? `${formatAge(agoMs)} ago` : formatDay(at)
}
