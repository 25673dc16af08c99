/** The server seed of a play in tests. */
export const seedOf = (nonce: number): string => nonce.toString(16).padStart(64, '0')
