import { Unencodable } from './database-failure.ts'

/**
 * Columns of a batch as PostgreSQL's binary arrays. One statement with a fixed number of parameters
 * writes any number of rows, and numbers are not converted to text. Format: dimensions, null flag,
 * element type, length, lower bound. Each element follows its size. All are big-endian integers of
 * 4 bytes (PostgreSQL source, array_recv).
 */
const headerBytes = 20
const sizeBytes = 4
const nullSize = -1
const twoTo32 = 2 ** 32

const oids = { boolean: 16, bigint: 20, smallint: 21, integer: 23, text: 25, uuid: 2950 } as const

function startArray(type: keyof typeof oids, length: number, dataBytes: number, hasNulls = false): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + length * sizeBytes + dataBytes)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(hasNulls ? 1 : 0, 4)
  buffer.writeInt32BE(oids[type], 8)
  buffer.writeInt32BE(length, 12)
  buffer.writeInt32BE(1, 16)
  return buffer
}

/** Values of so many bytes, each written by `write`, which answers the end of the value. @throws Unencodable */
function fixed<Row>(
  type: keyof typeof oids,
  bytes: number,
  rows: readonly Row[],
  write: (buffer: Buffer, row: Row, at: number) => number,
): Buffer {
  const buffer = startArray(type, rows.length, rows.length * bytes)
  let at = headerBytes
  for (const row of rows) {
    buffer.writeInt32BE(bytes, at)
    at += sizeBytes + bytes
    if (write(buffer, row, at - bytes) !== at) throw new Unencodable(`A value is no ${type}`)
  }
  return buffer
}

/** @throws Unencodable for another number */
function integerIn(value: number, least: number, most: number): number {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return value
  throw new Unencodable(`A number is no integer of ${least} to ${most}`)
}

const hexBytes = (buffer: Buffer, hex: string, at: number, bytes: number): number =>
  hex.length === 2 * bytes ? at + buffer.write(hex, at, bytes, 'hex') : at

/** Safe integers; the upper half of a negative one is rounded down, which is its two's complement. */
export function bigints<Row>(rows: readonly Row[], valueOf: (row: Row) => number): Buffer {
  return fixed('bigint', 8, rows, (buffer, row, at) => {
    const value = integerIn(valueOf(row), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
    const upper = Math.floor(value / twoTo32)
    buffer.writeInt32BE(upper, at)
    return buffer.writeUInt32BE(value - upper * twoTo32, at + 4)
  })
}

export function integers<Row>(rows: readonly Row[], valueOf: (row: Row) => number): Buffer {
  return fixed('integer', 4, rows, (buffer, row, at) =>
    buffer.writeInt32BE(integerIn(valueOf(row), -(2 ** 31), 2 ** 31 - 1), at),
  )
}

export function booleans<Row>(rows: readonly Row[], valueOf: (row: Row) => boolean): Buffer {
  return fixed('boolean', 1, rows, (buffer, row, at) => buffer.writeUInt8(valueOf(row) ? 1 : 0, at))
}

export function uuids<Row>(rows: readonly Row[], valueOf: (row: Row) => string): Buffer {
  return fixed('uuid', 16, rows, (buffer, row, at) => hexBytes(buffer, valueOf(row).replaceAll('-', ''), at, 16))
}

/** Values of 8 bytes, given in hexadecimal, as the integers of the same bits. */
export function hashes<Row>(rows: readonly Row[], valueOf: (row: Row) => string): Buffer {
  return fixed('bigint', 8, rows, (buffer, row, at) => hexBytes(buffer, valueOf(row), at, 8))
}

/** Places in a list of labels, from 1 on; 0 for what is missing. */
export function labels<Row, Label extends string>(
  list: readonly Label[],
  rows: readonly Row[],
  valueOf: (row: Row) => Label | null,
): Buffer {
  const places = new Map<string | null, number>(list.map((label, index) => [label, index + 1]))
  return fixed('smallint', 2, rows, (buffer, row, at) => buffer.writeInt16BE(places.get(valueOf(row)) ?? 0, at))
}

export function texts<Row>(rows: readonly Row[], valueOf: (row: Row) => string | null): Buffer {
  const values = rows.map(valueOf)
  const dataBytes = values.reduce((sum, value) => sum + (value === null ? 0 : Buffer.byteLength(value)), 0)
  const buffer = startArray('text', values.length, dataBytes, values.includes(null))
  let at = headerBytes
  for (const value of values) {
    const bytes = value === null ? nullSize : buffer.write(value, at + sizeBytes)
    buffer.writeInt32BE(bytes, at)
    at += sizeBytes + Math.max(bytes, 0)
  }
  return buffer
}

/** In a statement over `generate_series(1, n) AS i`: row i of the column in the parameter of that number. Subscripts cost a third of an unnest of many columns. */
export const cell = (parameter: number, type: string): string => `($${parameter}::${type}[])[i]`
