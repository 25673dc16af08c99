import { describe, expect, it } from '@jest/globals'
import { specCovered } from '../src/rules/spec-coverage.ts'
import { breachesOf } from './small-repository.ts'

const spec = `# Specification
A summary.
## 1. What it is
- Not looked at.
## 2. Screens
### 2.1 Routes
| Route | Purpose |
|---|---|
| /auth | Login |
| /auth/code | The code |
## 4. States
- Round: it opens, then it crashes.
- Cards:

1. One tile at least.
`
const test = `
describe('the login', () => {
  it('asks for both', () => undefined)
  it.each([{ what: 'x' }])('refuses $what', () => undefined)
  it.each(['x'])('%s', () => it('a title without a test'))
})
test('a round', () => undefined)
`
const rows = {
  auth: '- /auth\n  - `web/a.test.ts` › `asks for both`\n',
  code: '- /auth/code\n  - `web/a.test.ts` › `refuses $what`\n',
  round: '- Round: it opens\n  - `web/a.test.ts` › `the login`\n  - `web/a.test.ts` › `a round`\n',
  tile: '- One tile\n  - `web/a.test.ts` › `a round`\n',
}

/** What is found where the document says this of the login, and of all else what is right. */
const found = (of: Partial<typeof rows> & { rest?: string }): string[] => {
  const { auth, code, round, tile, rest = '' } = { ...rows, ...of }
  const coverage = `# Coverage\n## 2 Screens\n### 2.1 Routes\n${auth}${code}## 4 States\n${round}${tile}${rest}`
  return breachesOf(specCovered, {
    what: 'a document',
    texts: { 'docs/spec/product-spec.md': spec, 'docs/internals/spec-coverage.md': coverage, 'web/a.test.ts': test },
    found: [],
  })
}
const inCoverage = (line: number, problem: string): string => `docs/internals/spec-coverage.md:${line}: ${problem}`
const reason = '  - It is built once the desk is there.\n'

describe('spec-covered', () => {
  it('is kept by a document with a row and a test for all that is said', () => expect(found({})).toEqual([]))

  it.each<[string, Parameters<typeof found>[0], string[]]>([
    [
      'a cell without a row',
      { auth: '' },
      [`docs/spec/product-spec.md:9: '/auth' of section 2.1 has no row in docs/internals/spec-coverage.md`],
    ],
    [
      'a rule without a row',
      { round: '' },
      [
        `docs/spec/product-spec.md:12: 'Round: it opens, then it crashes.' of section 4 has no row in docs/internals/spec-coverage.md`,
      ],
    ],
    [
      'a row without a statement',
      { rest: '- Rounds\n  - `web/a.test.ts` › `a round`\n' },
      [`section 4 of the spec has no 'Rounds'`],
    ],
    ['a half of a word', { rest: '- Rou\n  - `web/a.test.ts` › `a round`\n' }, [`section 4 of the spec has no 'Rou'`]],
    ['a second row', { rest: rows.tile }, ['is also in line 12']],
    ['no test', { tile: '- One tile\n' }, ['names no test that proves it']],
    ['no form', { tile: '- One tile\n  - a round\n' }, ['names no test in the form `path` › `title`']],
    [
      'a file that is gone',
      { tile: '- One tile\n  - `web/b.test.ts` › `a round`\n' },
      ['names the test file web/b.test.ts, which is not there'],
    ],
    [
      'what is no test file',
      { tile: '- One tile\n  - `docs/spec/product-spec.md` › `a round`\n' },
      ['names the test file docs/spec/product-spec.md, which is not there'],
    ],
    [
      'a title that is gone',
      { tile: '- One tile\n  - `web/a.test.ts` › `a rounds`\n' },
      [`names 'a rounds', which web/a.test.ts does not have`],
    ],
    [
      'a title of placeholders',
      { tile: '- One tile\n  - `web/a.test.ts` › `%s`\n' },
      [`names '%s', which is only a placeholder: add words around it`],
    ],
  ])('finds %s', (_, of, problems) => {
    expect(found(of).map((line) => line.replace(/^docs\/internals\/spec-coverage\.md:\d+: /, ''))).toEqual(problems)
  })

  it('refuses a row whose words begin two statements', () => {
    const twice = spec.replace('1. One tile at least.', '- Round: it opens again.')
    const texts = {
      'docs/spec/product-spec.md': twice,
      'docs/internals/spec-coverage.md': `## 4\n${rows.round}`,
      'web/a.test.ts': test,
    }
    expect(breachesOf(specCovered, { what: '', texts, found: [] })).toContain(
      inCoverage(2, `'Round: it opens' may mean 2 statements: write more of its words`),
    )
  })

  it('accepts a statement without a test if it has a reason', () => {
    const rest = `## Not yet proved\n### 2.1 Routes\n- /auth\n${reason}`
    expect(found({ auth: '', rest })).toEqual([])
    expect(found({ auth: '', rest: rest.replace(reason, '') })).toEqual([
      inCoverage(14, 'has no reason why a test is missing'),
    ])
    expect(found({ auth: '', rest: rest.replace(reason, '  - Later.\n') })).toEqual([
      inCoverage(15, 'is too short for a reason why a test is missing'),
    ])
    expect(found({ rest })).toEqual([inCoverage(16, 'is proved in line 4')])
  })
})
