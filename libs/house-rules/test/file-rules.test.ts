import { describe, expect, it } from '@jest/globals'
import type { Rule } from '../src/rule.ts'
import * as files from '../src/rules/files.ts'
import * as services from '../src/rules/services.ts'
import * as text from '../src/rules/text.ts'
import { breachesOf } from './small-repository.ts'
import type { Row } from './small-repository.ts'

describe('services', () => {
  const migration = (name: string) => ({ [`services/a/src/db/migrations/${name}`]: '' })
  it.each<Row & { rule: Rule }>([
    {
      what: 'a service without what others have',
      rule: services.standardFiles,
      texts: {
        'services/a/package.json': '{}',
        'services/a/README.md': 'A',
        'services/a/src/main.ts': 'a\n'.repeat(7),
        'services/a/src/service.ts': '',
      },
      found: [
        'services/a/src/rpc/index.ts: is missing: every service has it',
        'services/a/src/main.ts: has more than 6 lines: it starts the service, nothing else',
        'services/a/test: has no test of the service on a real bus and a real database',
      ],
    },
    {
      what: 'migrations in order',
      rule: services.migrationsNumbered,
      texts: { ...migration('0001-a.sql'), ...migration('0002-b-c.sql') },
      found: [],
    },
    {
      what: 'migrations with a gap, and one of another form',
      rule: services.migrationsNumbered,
      texts: { ...migration('0001-a.sql'), ...migration('0003-b.sql'), ...migration('4.sql') },
      found: [
        'services/a/src/db/migrations/0003-b.sql: should be number 0002',
        'services/a/src/db/migrations/4.sql: is not named 0001-<what>.sql',
      ],
    },
    {
      what: 'two migrations of one number',
      rule: services.migrationsNumbered,
      texts: { ...migration('0001-a.sql'), ...migration('0001-b.sql') },
      found: ['services/a/src/db/migrations/0001-b.sql: should be number 0002'],
    },
    {
      what: 'the environment',
      rule: services.environmentInConfig,
      texts: {
        'services/a/src/config.ts': 'process.env.A',
        'services/a/src/bin/a.ts': 'process.env.A',
        'services/a/src/a.ts': 'process.env.A',
      },
      found: ['services/a/src/a.ts: reads process.env: read it in src/config.ts'],
    },
  ])('$what', (row) => {
    expect(breachesOf(row.rule, row)).toEqual(row.found)
  })
})

describe('files', () => {
  it.each<Row & { rule: Rule }>([
    { what: '300 lines', rule: files.shortFiles, texts: { 'a.ts': 'a\n\n// b\n'.repeat(300) }, found: [] },
    {
      what: '301 lines',
      rule: files.shortFiles,
      texts: { 'a.ts': 'a\n'.repeat(301) },
      found: ['a.ts: has 301 lines: it does more than one thing'],
    },
    {
      what: 'good names',
      rule: files.goodNames,
      texts: {
        'README.md': '',
        'a/play-dice.test.ts': '',
        '.ci/run': '',
        'a/common-passwords.txt': '',
        'a/0001-b.sql': '',
      },
      found: [],
    },
    {
      what: 'bad names',
      rule: files.goodNames,
      texts: {
        'a/playDice.ts': '',
        'a/Readme.md': '',
        'a/utils/b.ts': '',
        'a/date-utils.ts': '',
        'a/helpers.test.ts': '',
      },
      found: [
        `a/playDice.ts: 'playDice.ts' is not in kebab-case`,
        `a/Readme.md: 'Readme.md' is not in kebab-case`,
        `a/utils/b.ts: 'utils' says nothing about what it holds`,
        `a/date-utils.ts: 'date-utils.ts' says nothing about what it holds`,
        `a/helpers.test.ts: 'helpers.test.ts' says nothing about what it holds`,
      ],
    },
    {
      what: 'default exports',
      rule: files.namedExports,
      texts: {
        'a/b.ts': 'export default function b() {}',
        'a/c.ts': 'const c = 1\nexport default c',
        'a/vite.config.ts': 'export default {}',
        'a/d.ts': `export { default } from './c.ts'`,
      },
      found: ['a/b.ts:1: has a default export', 'a/c.ts:2: has a default export', 'a/d.ts:1: has a default export'],
    },
  ])('$what', (row) => {
    expect(breachesOf(row.rule, row)).toEqual(row.found)
  })
})

describe('text', () => {
  const aimed = (line: string, problem: string): Row => ({
    what: line,
    texts: { 'a.test.ts': `a\n${line}` },
    found: [`a.test.ts:2: ${problem}`],
  })
  it.each<Row & { rule: Rule }>([
    { rule: text.noMachinePaths, ...aimed(`open('/home/asha/kismet')`, 'names a folder of one machine') },
    { rule: text.noMachinePaths, ...aimed(`'C:\\\\Users\\\\asha'`, 'names a folder of one machine') },
    { rule: text.noMachinePaths, ...aimed(`see ../shared/plan.md`, 'points outside of the repository') },
    {
      rule: text.noMachinePaths,
      what: 'what only looks like one',
      texts: {
        'a.ts': `import './work/a.ts'\nfetch('https://example.in/home/page')\nclosed folders such as /root (mode 700)`,
      },
      found: [],
    },
    {
      rule: text.noMachinePaths,
      what: 'a package of another registry',
      texts: {
        'package-lock.json': `"resolved": "https://npm.example.in/a.tgz"\n"resolved": "https://registry.npmjs.org/a.tgz"`,
      },
      found: ['package-lock.json:1: was resolved from another place than registry.npmjs.org'],
    },
    { rule: text.nothingLeftOver, ...aimed('// TODO later', 'is not finished: do it, or leave the words out') },
    { rule: text.nothingLeftOver, ...aimed('// @ts-ignore', 'turns the type checker off') },
    { rule: text.nothingLeftOver, ...aimed('it.only(', 'leaves tests out') },
    { rule: text.nothingLeftOver, ...aimed('jest.mock(', 'mocks a module: override the context instead') },
    { rule: text.nothingLeftOver, ...aimed(`'\u{1F600}'`, 'holds an emoji') },
    {
      rule: text.nothingLeftOver,
      ...aimed(
        '// eslint-disable-next-line a',
        `turns lint off without a reason: 'eslint-disable-next-line <rule> -- <why>'`,
      ),
    },
    {
      rule: text.nothingLeftOver,
      what: 'what is allowed',
      texts: { 'a.ts': `// eslint-disable-next-line a -- because\n// @ts-expect-error the types lack it\n'₹ ✓ ×'` },
      found: [],
    },
  ])('$what', (row) => {
    expect(breachesOf(row.rule, row)).toEqual(row.found)
  })
})
