import { describe, expect, it } from '@jest/globals'
import { Repository } from '../src/repository.ts'
import { judge } from '../src/rule.ts'
import type { Rule } from '../src/rule.ts'
import * as documents from '../src/rules/documents.ts'
import { goodNames } from '../src/rules/files.ts'
import { packagesAlike } from '../src/rules/packages.ts'
import { breachesOf, wires } from './small-repository.ts'
import type { Row } from './small-repository.ts'

describe('packages and documents', () => {
  const manifest = (fields: object) => ({
    'libs/a/package.json': JSON.stringify({
      name: '@kismet/a',
      private: true,
      type: 'module',
      license: 'Apache-2.0',
      ...fields,
    }),
  })
  it.each<Row & { rule: Rule }>([
    {
      what: 'a good package',
      rule: packagesAlike,
      texts: manifest({ dependencies: { b: '1.2.3-beta.4' } }),
      found: [],
    },
    {
      what: 'a loose package',
      rule: packagesAlike,
      texts: manifest({ name: 'a', private: false, devDependencies: { b: '^1.2.3' } }),
      found: [
        'b is not pinned to one version: ^1.2.3',
        'is not private: a slip of the keyboard could publish it',
        'is not named @kismet/a',
      ].map((problem) => `libs/a/package.json: ${problem}`),
    },
    {
      what: 'a package without a README, and one that says too little',
      rule: documents.packageReadmes,
      texts: { 'libs/a/package.json': '', 'libs/b/package.json': '', 'libs/b/README.md': '# b' },
      found: ['libs/a/README.md: is missing', 'libs/b/README.md: has only 1 lines'],
    },
    {
      what: 'links and references',
      rule: documents.documentsFound,
      texts: {
        'docs/a.md': '[b](b.md) [c](../libs/c.ts#L1) [d](https://example.in) [e](#e) [gone](gone.md)',
        'docs/b.md': '',
        'libs/c.ts': '// docs/a.md, docs/lost.md',
      },
      found: [
        'docs/a.md: links to gone.md, which is not there',
        'libs/c.ts: points to docs/lost.md, which is not there',
      ],
    },
    {
      what: 'decisions',
      rule: documents.decisionsNumbered,
      texts: { 'docs/decisions/0001-a.md': '', 'docs/decisions/0003-b.md': '' },
      found: ['docs/decisions/0003-b.md: should be number 0002'],
    },
  ])('$what', (row) => {
    expect(breachesOf(row.rule, row)).toEqual(row.found)
  })

  it.each([
    { what: 'no entry', changelog: '# Changelog\n## Unreleased\n', isRight: false },
    { what: 'an entry without a heading', changelog: '- Dice\n', isRight: false },
    { what: 'an entry', changelog: '# Changelog\n\n## Unreleased\n\n### Added\n\n- Dice\n', isRight: true },
  ])('a changelog with $what', ({ changelog, isRight }) => {
    const found = documents.documentsPresent.check(Repository.of({ 'CHANGELOG.md': changelog }), wires)
    expect(found.some(({ problem }) => problem.startsWith('has no entry'))).toBe(!isRight)
  })
})

describe('an exception', () => {
  const repository = Repository.of({ 'a/utils.ts': '', 'b/utils.ts': '' })
  const covering = (file: string, problem?: string) => ({
    rule: 'good-names',
    file,
    ...(problem === undefined ? {} : { problem }),
    reason: 'a test',
  })
  it.each([
    { what: 'covers its file alone', exception: covering('a/utils.ts'), breaches: 1, stale: 0 },
    { what: 'covers its problem alone', exception: covering('a/utils.ts', 'kebab'), breaches: 2, stale: 1 },
    { what: 'that covers nothing is stale', exception: covering('c/utils.ts'), breaches: 2, stale: 1 },
  ])('$what', ({ exception, breaches, stale }) => {
    const verdict = judge(goodNames, repository, wires, [exception])
    expect(verdict.breaches).toHaveLength(breaches)
    expect(verdict.stale).toHaveLength(stale)
  })
})
