/**
 * A seal for where no bet is in sight (login, maintenance): the SHA-256 hash of the word, which anyone can compute.
 * It decorates, and it shows on something known by heart how a seal works.
 */
export const sampleSeal = {
  word: 'Kismet',
  hash: 'ac6943f4e825673ddb45e7df51ed142276b52a7fda999faab23194a6475fd0e7',
} as const
