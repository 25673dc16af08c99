/** Bytes that nobody can foresee. */
export function randomBytes(length: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(length))
}

/** A new key for one intent to move money: the same key again means the same intent. */
export function newIdempotencyKey(): string {
  return Array.from(randomBytes(16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
