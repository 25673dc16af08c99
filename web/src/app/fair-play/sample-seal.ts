/**
 * A seal for where no bet is in sight (login, maintenance): the SHA-256 hash of the word, which anyone can compute.
 * It decorates, and it shows on something known by heart how a seal works.
 */
export const sampleSeal = {
  word: 'kismet',
  hash: '00479cd598180fcdb67c97d4f8faf11d8205cb461d7335d16683f1c48697e50e',
} as const
