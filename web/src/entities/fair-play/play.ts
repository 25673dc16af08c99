/** The seeds of a finished play, as its answer reveals them. */
export interface RevealedPlay {
  betId: string
  serverSeed: string
  serverSeedHash: string
  clientSeed: string
  nonce: number
}

/** The commitment of the next play. */
export interface NextPlay {
  serverSeedHash: string
  nonce: number
  /** The player's own seed. */
  clientSeed: string
}
