import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'
import { syntaxOf } from '../syntax.ts'

const specPath = 'docs/spec/product-spec.md'
const coveragePath = 'docs/internals/spec-coverage.md'
/** A test as a row names it: `path` › `title`. */
const testName = /^`([^`]+)` › `([^`]+)`$/
/** A title that is only a placeholder has another text in each row of its table. */
const onlyPlaceholder = /^[$%]\w+$/
const leastReason = 20

/** A statement of the spec: a row of a table by its first cell, a bullet, step or sentence by its words. */
interface Saying {
  readonly section: string
  readonly text: string
  readonly line: number
}

/** A row of the coverage, with the lines below it: tests, or the reason why tests are missing. */
interface Row extends Saying {
  readonly isProved: boolean
  readonly below: { readonly text: string; readonly line: number }[]
}

function linesOf(repository: Repository, path: string): string[] {
  const file = repository.files.find((one) => one.path === path)
  return file?.text?.split('\n') ?? []
}

/** '2.16' of '### 2.16 Admin routes', '3' of '## 3. Entities'. */
const sectionOf = (line: string): string | undefined => /^#{2,3} (\d+(\.\d+)?)/.exec(line)?.[1]

/** The statement of a line of the spec. A table head and a line that introduces a list are no statements. */
function sayingOf(line: string, next: string): string | undefined {
  const cell = /^\| *(.+?) *\|/.exec(line)?.[1]
  if (cell !== undefined) return /^-+$/.test(cell) || next.startsWith('|---') ? undefined : cell
  const text = line.replace(/^(- |\d+\. )/, '').trim()
  return text === '' || text.endsWith(':') || text.startsWith('#') ? undefined : text
}

/** All statements of the spec. The introduction and section 1 are a summary and are left out. */
function readSpec(lines: readonly string[]): Saying[] {
  let section = '1'
  return lines.flatMap((line, index) => {
    section = sectionOf(line) ?? section
    const text = sayingOf(line, lines[index + 1] ?? '')
    return section === '1' || text === undefined ? [] : [{ section, text, line: index + 1 }]
  })
}

function readCoverage(lines: readonly string[]): Row[] {
  const rows: Row[] = []
  let section = ''
  let isProved = true
  for (const [index, line] of lines.entries()) {
    if (line === '## Not yet proved') isProved = false
    section = sectionOf(line) ?? section
    const at = { text: line.replace(/^ *- /, '').trim(), line: index + 1 }
    if (line.startsWith('- ')) rows.push({ ...at, section, isProved, below: [] })
    else if (line.startsWith('  - ')) rows.at(-1)?.below.push(at)
  }
  return rows
}

/** The statements that a row means: those with exactly its words, else those that begin with its words. */
function meant({ section, text }: Saying, spec: readonly Saying[]): Saying[] {
  const inSection = spec.filter((saying) => saying.section === section)
  const exact = inSection.filter((saying) => saying.text === text)
  if (exact.length > 0) return exact
  return inSection.filter((saying) => saying.text.startsWith(text) && !/^\w/.test(saying.text.slice(text.length)))
}

function testProblem(repository: Repository, text: string): string | undefined {
  const [, path = '', title = ''] = testName.exec(text) ?? []
  if (path === '') return 'names no test in the form `path` › `title`'
  const file = /\.test\.tsx?$/.test(path) ? repository.files.find((one) => one.path === path) : undefined
  if (file?.text === undefined) return `names the test file ${path}, which is not there`
  if (onlyPlaceholder.test(title)) return `names '${title}', which is only a placeholder: add words around it`
  return syntaxOf(path, file.text).testTitles.has(title) ? undefined : `names '${title}', which ${path} does not have`
}

function problemsOf(row: Row, repository: Repository): Breach[] {
  const at = (line: number, problem: string): Breach => ({ file: coveragePath, line, problem })
  if (row.below.length === 0)
    return [at(row.line, row.isProved ? 'names no test that proves it' : 'has no reason why a test is missing')]
  return row.below.flatMap(({ text, line }) => {
    if (row.isProved) {
      const problem = testProblem(repository, text)
      return problem === undefined ? [] : [at(line, problem)]
    }
    return text.length < leastReason || testName.test(text)
      ? [at(line, 'is too short for a reason why a test is missing')]
      : []
  })
}

/** Rows that mean no statement of the spec, several statements, or a statement of another row. */
function strayRows(rows: readonly Row[], spec: readonly Saying[]): Breach[] {
  const rowOf = new Map<Saying, Row>()
  return rows.flatMap((row): Breach[] => {
    const [saying, ...others] = meant(row, spec)
    const at = { file: coveragePath, line: row.line }
    if (saying === undefined) return [{ ...at, problem: `section ${row.section} of the spec has no '${row.text}'` }]
    if (others.length > 0)
      return [{ ...at, problem: `'${row.text}' may mean ${others.length + 1} statements: write more of its words` }]
    const before = rowOf.get(saying)
    if (before !== undefined)
      return [{ ...at, problem: row.isProved ? `is also in line ${before.line}` : `is proved in line ${before.line}` }]
    rowOf.set(saying, row)
    return []
  })
}

export const specCovered: Rule = {
  name: 'spec-covered',
  says: `Everything that ${specPath} says has a row in ${coveragePath} with an existing test.`,
  check(repository) {
    const spec = readSpec(linesOf(repository, specPath))
    const rows = readCoverage(linesOf(repository, coveragePath))
    const covered = new Set(rows.flatMap((row) => meant(row, spec)))
    return [
      ...spec
        .filter((saying) => !covered.has(saying))
        .map(({ section, text, line }) => ({
          file: specPath,
          line,
          problem: `'${text.slice(0, 60)}' of section ${section} has no row in ${coveragePath}`,
        })),
      ...strayRows(rows, spec),
      ...rows.flatMap((row) => problemsOf(row, repository)),
    ]
  },
}
