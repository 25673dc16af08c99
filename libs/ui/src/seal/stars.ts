/** One star of a seal: place and size in a box of 1 by 1. */
export interface Star {
  x: number
  y: number
  size: number
  bright: boolean
}

const starCount = 7
const hashHex = /^[0-9a-f]{64}$/

/**
 * A commitment hash as a constellation: star i sits at (byte 2i, byte 2i + 1) of the hash, byte 14 picks the bright one.
 * The same hash always gives the same stars. A text that is not 64 hex characters gives none.
 */
export function sealStars(hash: string): Star[] {
  if (!hashHex.test(hash)) return []
  const byte = (at: number): number => Number.parseInt(hash.slice(2 * at, 2 * at + 2), 16)
  return Array.from({ length: starCount }, (_, at) => ({
    x: (at + 0.15 + (byte(2 * at) / 255) * 0.7) / starCount,
    y: 0.08 + (byte(2 * at + 1) / 255) * 0.84,
    size: 0.7 + (byte(16 + at) / 255) * 0.6,
    bright: byte(14) % starCount === at,
  }))
}
