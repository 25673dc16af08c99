/** A fault that is put into one file, which some test has to notice. */
export interface Mutant {
  readonly area: string
  /** What the fault is. */
  readonly says: string
  readonly file: string
  /** A text that the file has once, and what stands in its place. */
  readonly search: string
  readonly replace: string
  /** Jest path patterns of the tests that ought to fail. */
  readonly tests: readonly string[]
  /** Why nothing outside can tell the difference. */
  readonly equivalent?: string
}

type Row = readonly [says: string, search: string, replace: string, equivalent?: string]

/** Mutants of one file. */
export function mutantsOf(area: string, file: string, tests: readonly string[], rows: readonly Row[]): Mutant[] {
  return rows.map(([says, search, replace, equivalent]) => ({
    ...{ area, says, file, search, replace, tests },
    ...(equivalent === undefined ? {} : { equivalent }),
  }))
}

/** The text of a file with the fault in it. @returns undefined when the text that it replaces is not there once: the table is out of date */
export function faulty(text: string, { search, replace }: Mutant): string | undefined {
  return text.split(search).length === 2 ? text.replace(search, () => replace) : undefined
}

/** What became of a mutant. `broken`: its text is not there once, or its file cannot be loaded: the table is out of date. */
export type Fate = 'killed' | 'survived' | 'broken'
