/** A change of a setting that waits for a second owner or for its time. */
export interface Proposed {
  readonly id: string
  readonly proposedBy: string
  readonly proposedByName: string
  readonly proposedAtMs: number
  readonly takesEffectAtMs: number
}

/** How a change that waits ends, for the owners. */
export const waitText = (delayMs: number): string =>
  `It takes effect in ${Math.round(delayMs / 3_600_000)} hours, or when a second owner confirms it. Any owner can withdraw it.`
