import { randomBytes, randomFillSync, randomInt } from 'node:crypto'

/** Where chance comes from: the operating system's generator. A test gives its own. */
export interface Randomness {
  /** `length` random bytes. */
  bytes(length: number): Buffer
  /** A whole number from 0 to `below` - 1, each as likely. */
  below(below: number): number
  /** A UUID of version 7 (RFC 9562): the time first, so that ids sort as they were made. */
  id(epochMs: number): string
}

function uuidV7(epochMs: number, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(epochMs, 0, 6)
  random.copy(bytes, 6, 0, 10)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
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

const bytesOfId = 10

export const systemRandomness: Randomness = {
  bytes: take,
  below: (below) => randomInt(below),
  id: (epochMs) => uuidV7(epochMs, take(bytesOfId)),
}
