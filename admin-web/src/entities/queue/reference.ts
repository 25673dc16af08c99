/** A reference in groups of four, as people read it; it is copied without the spaces. */
export function groupsOfFour(reference: string): string {
  return reference.replace(/.{4}(?=.)/gu, '$& ')
}

/** The end of an id, which tells requests apart: the start of it is a time. */
export function shortId(id: string): string {
  return id.slice(-6)
}
