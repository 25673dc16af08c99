import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { mutants } from './all.ts'
import { faulty } from './mutant.ts'

const tests = globSync('{libs,services,gateway,deploy}/**/*.test.ts', {
  cwd: repositoryRoot,
  exclude: ['**/node_modules', '**/dist'],
})

function textOf(file: string): string {
  const path = join(repositoryRoot, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const nameOf = ({ area, says }: (typeof mutants)[number]) => `${area}: ${says}`

describe('the faults of make mutants', () => {
  it('stand each in the code as it is: its text is there once', () => {
    const outOfDate = mutants.filter((mutant) => faulty(textOf(mutant.file), mutant) === undefined)
    expect(outOfDate.map((mutant) => `${mutant.file}: ${nameOf(mutant)}`)).toEqual([])
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
