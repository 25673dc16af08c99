/** Asia/Kolkata is ahead of UTC by this, all year. */
const aheadMs = 330 * 60_000

/** The hour of Asia/Kolkata of a moment, as `2026-11-23T05`; its first seven characters are the month. */
export function hourOf(atMs: number): string {
  return new Date(atMs + aheadMs).toISOString().slice(0, 13)
}

/** The day of Asia/Kolkata of a moment, as `2026-11-23`. */
export const dayOf = (atMs: number): string => hourOf(atMs).slice(0, 10)

/** When a day of Asia/Kolkata began, in ms. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - aheadMs
}
