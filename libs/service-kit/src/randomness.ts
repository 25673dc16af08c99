import { randomBytes, randomFillSync, randomInt, randomUUIDv7 } from 'node:crypto'

/** Where chance comes from: the operating system's generator. A test gives its own. */
export interface Randomness {
  /** `length` random bytes. */
  bytes(length: number): Buffer
  /** A whole number from 0 to `below` - 1, each as likely. */
  below(below: number): number
  /** A UUID of version 7 (RFC 9562): the time first, so that ids sort as they were made. */
  id(epochMs: number): string
}

function uuidV7(epochMs: number): string {
  const time = epochMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${randomUUIDv7().slice(13)}`
}

const spare = Buffer.alloc(8_192)
let spareUsed = spare.length

/** Asking the generator costs more than what is made of its bytes, so it is asked for many at once. No byte is given twice. */
function take(length: number): Buffer {
  if (length > spare.length) return randomBytes(length)
  if (spareUsed + length > spare.length) {
    randomFillSync(spare)
    spareUsed = 0
  }
  spareUsed += length
  const taken = Buffer.from(spare.subarray(spareUsed - length, spareUsed))
  spare.fill(0, spareUsed - length, spareUsed)
  return taken
}

export const systemRandomness: Randomness = {
  bytes: take,
  below: (below) => randomInt(below),
  id: uuidV7,
}
