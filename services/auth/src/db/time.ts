/** SQL: a point in time in ms since the epoch, as a number. */
export function msOf(column: string): string {
  return `(extract(epoch FROM ${column}) * 1000)::float8`
}
