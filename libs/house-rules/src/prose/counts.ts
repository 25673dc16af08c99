import type { Kind } from './passages.ts'

/** How many findings each file has, by kind. */
export type Counts = Readonly<Record<string, Readonly<Partial<Record<Kind, number>>>>>

export interface Comparison {
  /** Files and kinds with more findings than their exception. */
  readonly worse: readonly (readonly [path: string, kind: Kind, found: number, allowed: number])[]
  /** The exceptions as they have to be: never more than before, without zeros. */
  readonly lowered: Counts
  /** Whether an exception is higher than needed. */
  readonly isLoose: boolean
}

/** Holds what was found against the exceptions. */
export function compareCounts(found: Counts, allowed: Counts): Comparison {
  const worse: (readonly [string, Kind, number, number])[] = []
  const lowered: Record<string, Partial<Record<Kind, number>>> = {}
  for (const [path, kinds] of Object.entries(found))
    for (const [kind, count] of Object.entries(kinds) as [Kind, number][]) {
      const most = allowed[path]?.[kind] ?? 0
      if (count > most) worse.push([path, kind, count, most])
      if (Math.min(count, most) > 0) lowered[path] = { ...lowered[path], [kind]: Math.min(count, most) }
    }
  return { worse, lowered, isLoose: textOfCounts(lowered) !== textOfCounts(allowed) }
}

/** The file of exceptions: a line a file, sorted, so that changes merge. */
export function textOfCounts(counts: Counts): string {
  const lines = Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, kinds]) => {
      const sorted = Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1))
      return `  ${JSON.stringify(path)}: { ${sorted.map(([kind, count]) => `"${kind}": ${count}`).join(', ')} }`
    })
  return lines.length === 0 ? '{}\n' : `{\n${lines.join(',\n')}\n}\n`
}
