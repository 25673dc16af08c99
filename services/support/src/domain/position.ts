/** A part of a list: open messages oldest first, closed ones newest first, or all by their age. */
export type Part = 'open' | 'closed' | 'newest' | 'oldest'

/** The last message of a page: the next page begins after it. */
export interface Position {
  readonly part: Part
  readonly id: string
}

const written = /^(open|closed|newest|oldest)\.([0-9a-f-]{36})$/

/** A position as a cursor. */
export function writePosition({ part, id }: Position): string {
  return `${part}.${id}`
}

/** @returns undefined for a text that is no cursor */
export function readPosition(cursor: string): Position | undefined {
  const [, part, id] = written.exec(cursor) ?? []
  return part === undefined || id === undefined ? undefined : { part: part as Part, id }
}
