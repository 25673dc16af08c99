/** What a position counts in. The list of admins has two parts of its own: what waits, then what is decided; sorted, a list has one. */
export const listParts = ['pending', 'decided', 'createdAt', 'amount'] as const
export type ListPart = (typeof listParts)[number]

/** Where a page of a list ends: by its last row. */
export interface Position {
  readonly part: ListPart
  /** What the part is ordered by: a time in ms, or an amount in paise. */
  readonly at: number
  readonly id: string
}

const text = /^([a-zA-Z]+)\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export function writePosition({ part, at, id }: Position): string {
  return `${part}.${at}.${id}`
}

export function readPosition(cursor: string): Position | undefined {
  const [, name, at, id] = text.exec(cursor) ?? []
  const part = listParts.find((known) => known === name)
  return part === undefined || id === undefined ? undefined : { part, at: Number(at), id }
}
