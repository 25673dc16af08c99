/** What somebody has written. */
export interface Written {
  readonly name: string
  readonly email: string
  readonly message: string
}

const dayMs = 86_400_000

/** Whose daily number a message counts against. */
export const stranger = 'stranger'

/** The day of UTC, as `2026-11-21`. */
export function dayOf(epochMs: number): string {
  return new Date(epochMs).toISOString().slice(0, 10)
}

/** Until the next day, in ms. */
export function restOfDayMs(epochMs: number): number {
  return dayMs - (epochMs % dayMs)
}

/** What people know a message by, for a search without regard to case. */
export function searchTextOf({ name, email, message }: Written, id: string): string {
  return [name, email, message, id].join('\n').toLowerCase()
}
