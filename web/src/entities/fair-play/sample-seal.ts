/**
 * Seals for where no bet is in sight: the SHA-256 hash of a word, which anyone can compute. They decorate, and show on something
 * known by heart how a seal works.
 */
export const sampleSeals = {
  brand: { word: 'Kismet', hash: 'ac6943f4e825673ddb45e7df51ed142276b52a7fda999faab23194a6475fd0e7' },
  maintenance: { word: 'maintenance', hash: '8589c63b0943a62bfda9b35dccc71a30f5677386f6f7c644c3307465ce2cfa55' },
} as const
