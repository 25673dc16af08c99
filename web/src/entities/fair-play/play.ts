/** The seeds of a finished play, as its answer reveals them. */
export interface RevealedPlay {
  betId: string
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  /** Whether it was played with the seal and the client seed that this page had sent it with. */
  isAsSent: boolean
}

/** Whether seeds are those that a play was sent with: a seal that was shown and then not used would be no promise. */
export function isAsSent(sent: SentSeeds, used: SentSeeds): boolean {
  return sent.serverSeedHash === used.serverSeedHash && sent.clientSeed === used.clientSeed
}
type SentSeeds = Pick<RevealedPlay, 'serverSeedHash' | 'clientSeed'>

/** The commitment of the next play. */
export interface NextPlay {
  serverSeedHash: string
  nonce: number
  /** The player's own seed. */
  clientSeed: string
}

/** The way to ask for a commitment again that could not be had. */
export interface AskAgain {
  readonly busy: boolean
  readonly ask: () => void
}

/** What a query of a commitment offers once it has failed, also while it is asked again; null before. */
export function askAgainOf({
  error,
  isFetching,
  refetch,
}: {
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}): AskAgain | null {
  return error === undefined ? null : { busy: isFetching, ask: () => void refetch() }
}
