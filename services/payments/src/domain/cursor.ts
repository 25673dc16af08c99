/** Where a page of a list ends: by its last row. */
export interface Position {
  /** What the list is ordered by: a time in ms, or an amount in paise. */
  readonly at: number
  readonly id: string
}

const text = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writePosition({ at, id }: Position): string {
  return `${at}.${id}`
}

export function readPosition(cursor: string): Position | undefined {
  const [, at, id] = text.exec(cursor) ?? []
  return at === undefined || id === undefined ? undefined : { at: Number(at), id }
}

/** The order in which a position of the admin list counts. Its own has two parts: what waits, then what is decided; sorted, it has one. */
export const queueParts = ['pending', 'decided', 'createdAt', 'amount'] as const
export type QueuePart = (typeof queueParts)[number]

export interface QueuePosition {
  readonly part: QueuePart
  /** Undefined: from the start of the part. */
  readonly after: Position | undefined
}

export function writeQueuePosition(part: QueuePart, after: Position): string {
  return `${part}.${writePosition(after)}`
}

export function readQueuePosition(cursor: string): QueuePosition | undefined {
  const part = queueParts.find((name) => cursor.startsWith(`${name}.`))
  const after = part && readPosition(cursor.slice(part.length + 1))
  return part && after ? { part, after } : undefined
}
