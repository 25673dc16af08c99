/**
 * Arrays as PostgreSQL reads them from text. A batch sends its rows as one array a column, so that one statement with a fixed number of parameters
 * writes any number of rows.
 */
export function arrayOf(values: readonly (number | boolean | string)[]): string {
  return `{${values.join(',')}}`
}

/** The same for text that a caller chose, or that can be missing. */
export function textArrayOf(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (value === null ? 'NULL' : quoted(value))).join(',')}}`
}

function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
