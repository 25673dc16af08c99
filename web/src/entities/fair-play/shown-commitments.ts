const key = 'shownCommitments'
/** A bet has one line: its id, a space and its commitment. Plain text, because the pages of games have limits of weight. */
const lineLength = 36 + 1 + 64 + 1
const kept = (): string => sessionStorage.getItem(key) ?? ''

/** Keeps the commitment that the player saw before a bet, so that the verifier can compare. This tab keeps the newest 100. */
export function keepShownCommitment(betId: string, serverSeedHash: string): void {
  sessionStorage.setItem(key, `${betId} ${serverSeedHash}\n${kept()}`.slice(0, 100 * lineLength))
}

/** The commitment that this tab showed before a bet, or null. */
export const shownCommitment = (betId: string): string | null =>
  new RegExp(`${betId} (\\w{64})`).exec(kept())?.[1] ?? null
