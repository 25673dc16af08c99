/** Asia/Kolkata is ahead of UTC by this, all year. */
const aheadMs = 330 * 60_000

/** The hour of Asia/Kolkata of a moment, as `2026-11-23T05`; its first ten characters are the day, its first seven the month. */
export function hourOf(atMs: number): string {
  return new Date(atMs + aheadMs).toISOString().slice(0, 13)
}

export const dayOfHour = (hour: string): string => hour.slice(0, 10)
export const monthOfHour = (hour: string): string => hour.slice(0, 7)

/** When a day of Asia/Kolkata began, in ms. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`) - aheadMs
}
