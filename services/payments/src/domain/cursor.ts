/** Where a page of a list ends: the time and id of its last row. */
export interface Position {
  readonly atMs: number
  readonly id: string
}

const text = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writePosition({ atMs, id }: Position): string {
  return `${atMs}.${id}`
}

export function readPosition(cursor: string): Position | undefined {
  const [, atMs, id] = text.exec(cursor) ?? []
  return atMs === undefined || id === undefined ? undefined : { atMs: Number(atMs), id }
}

/** The admin list has two parts: what waits, then what is decided. */
export type QueuePart = 'pending' | 'decided'

export interface QueuePosition {
  readonly part: QueuePart
  /** Undefined: from the start of the part. */
  readonly after: Position | undefined
}

export function writeQueuePosition(part: QueuePart, after: Position): string {
  return `${part}.${writePosition(after)}`
}

export function readQueuePosition(cursor: string): QueuePosition | undefined {
  const [, part, rest = ''] = /^(pending|decided)\.(.+)$/.exec(cursor) ?? []
  const after = readPosition(rest)
  return (part === 'pending' || part === 'decided') && after ? { part, after } : undefined
}
