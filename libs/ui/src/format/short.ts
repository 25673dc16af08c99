/** The first 8 and the last 6 characters of a hash or seed, as it stands beside its seal. */
export function shortHash(hash: string): string {
  return hash.length > 15 ? `${hash.slice(0, 8)}…${hash.slice(-6)}` : hash
}

/** The end of an id. Ids of one time begin alike, so the last 6 characters tell them apart. */
export function shortId(id: string): string {
  return id.length > 7 ? `…${id.slice(-6)}` : id
}
