import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { mutants } from './all.ts'
import { faulty } from './mutant.ts'
import type { Mutant } from './mutant.ts'

const tests = globSync('{libs,services,gateway,deploy}/**/*.test.ts', {
  cwd: repositoryRoot,
  exclude: ['**/node_modules', '**/dist'],
})

function textOf(file: string): string {
  const path = join(repositoryRoot, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/** The statement that a fault is in, as far as a template's ends tell, and what stands there instead. */
function statementOf({ file, search, replace }: Mutant): readonly [before: string, after: string] {
  const text = textOf(file)
  const at = text.indexOf(search)
  const end = at + search.length
  const head = text.slice(text.lastIndexOf('`', at - 1) + 1, at)
  const tail = search.includes('`') ? '' : text.slice(end, text.indexOf('`', end))
  return [`${head}${search}${tail}`, `${head}${replace}${tail}`]
}

const parametersOf = (sql: string) => new Set(sql.match(/\$\d+\b|\bcell\(\d+/g))

const nameOf = ({ area, says }: Mutant) => `${area}: ${says}`

describe('the faults of make mutants', () => {
  it('stand each in the code as it is: its text is there once', () => {
    const outOfDate = mutants.filter((mutant) => faulty(textOf(mutant.file), mutant) === undefined)
    expect(outOfDate.map((mutant) => `${mutant.file}: ${nameOf(mutant)}`)).toEqual([])
  })

  // PostgreSQL knows no type of a parameter that is nowhere: each test would fail for that alone.
  it('leave a statement all its parameters', () => {
    const lost = mutants.filter((mutant) => {
      const [before, after] = statementOf(mutant).map(parametersOf)
      return [...(before ?? [])].some((parameter) => after?.has(parameter) !== true)
    })
    expect(lost.map(nameOf)).toEqual([])
  })

  it('have tests that there are', () => {
    const patterns = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
    expect(patterns.filter((pattern) => !tests.some((test) => new RegExp(pattern).test(test)))).toEqual([])
  })

  it('have names of their own', () => {
    const names = mutants.map(nameOf)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })
})
