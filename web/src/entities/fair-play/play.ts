/** The seeds of a finished play, as its answer reveals them. */
export interface RevealedPlay {
  betId: string
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
  /** Whether the bet used the commitment and the client seed that this page sent. */
  isAsSent: boolean
}

/** Whether the used seeds are the sent seeds. A commitment that was shown and not used would prove no fairness. */
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

/** The retry of a failed read of the commitment. */
export interface AskAgain {
  readonly busy: boolean
  readonly ask: () => void
}

/** The retry of a failed query, also while the retry runs. Null before a failure. */
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
