import { describe, expect, it } from '@jest/globals'
import { Repository } from '../src/repository.ts'
import { judge } from '../src/rule.ts'
import type { Rule } from '../src/rule.ts'
import * as errors from '../src/rules/errors.ts'
import * as handlers from '../src/rules/handlers.ts'
import { documentsFound, noMachinePaths } from '../src/rules/standing-alone.ts'
import { wireNames } from '../src/rules/wire-names.ts'
import { breachesOf, wires } from './small-repository.ts'
import type { Row } from './small-repository.ts'

const dice = 'services/dice-slots/src/rpc'
const handled = 'export const playDiceHandler = handle(playDice, () => 1)'

describe('operation-handlers', () => {
  it.each<Row>([
    { what: 'right', texts: { [`${dice}/play-dice.ts`]: handled }, found: [] },
    { what: 'right, in the table itself', texts: { [`${dice}/index.ts`]: handled }, found: [] },
    {
      what: 'no handler, only a comment about one',
      texts: { [`${dice}/play-dice.ts`]: '// handle(playDice, ...)' },
      found: [`${dice}/: dice-slots.play-dice has no handler: write handle(playDice, ...) here`],
    },
    {
      what: 'two handlers',
      texts: { [`${dice}/play-dice.ts`]: `${handled}\n${handled}` },
      found: [1, 2].map((line) => `${dice}/play-dice.ts:${line}: playDice (dice-slots.play-dice) has 2 handlers`),
    },
    {
      what: 'in another service',
      texts: { 'services/mines/src/rpc/play-dice.ts': handled },
      found: [`services/mines/src/rpc/play-dice.ts:1: playDice (dice-slots.play-dice) is handled in ${dice}/`],
    },
    {
      what: 'that the contracts do not have',
      texts: {
        [`${dice}/play-dice.ts`]: `${handled}\nhandle(playChess, f)`,
      },
      found: [`${dice}/play-dice.ts:2: playChess is not in the contracts`],
    },
  ])('$what', (row) => {
    expect(breachesOf(handlers.operationHandlers, row)).toEqual(row.found)
  })
})

describe('every-call-tested', () => {
  const byPath = { 'services/payments/test/a.test.ts': 'fetch(`/api/pictures/${id}/small?page=1`)' }
  it.each<Row>([
    { what: 'by name and by path', texts: { 'a/x.test.ts': 'playDice', ...byPath }, found: [] },
    {
      what: 'by a whole address',
      texts: { 'a/x.test.ts': 'playDice; fetch(`${url}/api/pictures/7/small`)' },
      found: [],
    },
    { what: 'by a literal path', texts: { 'a/x.test.ts': `[playDice, '/api/pictures/7/small']` }, found: [] },
    {
      what: 'named in a comment, in code that is no test, and by a longer path',
      texts: {
        'a/x.test.ts': `// playDice\nfetch('/api/pictures/7/small/too')`,
        'services/dice-slots/src/a.ts': 'playDice',
      },
      found: [
        'services/dice-slots/test: no test names playDice (dice-slots.play-dice)',
        'services/payments/test: no test names getPicture (GET /api/pictures/:id/small)',
      ],
    },
  ])('$what', (row) => {
    expect(breachesOf(handlers.everyCallTested, row)).toEqual(row.found)
  })
})

describe('errors', () => {
  it.each<Row & { rule: Rule }>([
    { what: 'listed', rule: errors.errorsListed, texts: {}, found: [] },
    {
      what: 'that no operation lists',
      rule: errors.errorsListed,
      texts: {},
      wires: { operations: [] },
      found: ['libs/contracts/src/errors.ts: max_win_exceeded is unused: no operation lists it'],
    },
    {
      what: 'with a status, a text and a name that are wrong',
      rule: errors.errorTexts,
      texts: {},
      wires: { errors: new Map([['tooMuch', { status: 418, message: '' }]]) },
      found: [
        'tooMuch is not in snake_case',
        'tooMuch has the status 418, which docs/reference/wire.md does not have',
        'tooMuch has no text that a person can be shown',
      ].map((problem) => `libs/contracts/src/errors.ts: ${problem}`),
    },
    {
      what: 'given by a service that does not list them',
      rule: errors.refusalsListed,
      texts: {
        'services/dice-slots/src/a.ts': `throw new Refusal('not_found')`,
        'services/dice-slots/src/b.ts': `throw new Refusal('max_win_exceeded')`,
        'services/dice-slots/src/c.ts': `throw new Refusal('unauthenticated')`,
      },
      found: ['services/dice-slots/src/a.ts:1: refuses with not_found, which no contract of services/dice-slots lists'],
    },
  ])('$what', (row) => {
    expect(breachesOf(row.rule, row)).toEqual(row.found)
  })
})

describe('wire-names', () => {
  const advice = 'take it from @kismet/contracts'
  it.each<Row>([
    { what: 'in a comment', texts: { 'gateway/src/a.ts': `// 'balance:update'` }, found: [] },
    { what: 'in a test', texts: { 'gateway/test/a.test.ts': `'balance:update'` }, found: [] },
    { what: 'where all routes begin', texts: { 'gateway/src/a.ts': `['/api', '/api/']` }, found: [] },
    { what: 'as the path of an import', texts: { 'gateway/src/a.ts': `import a from '/socket.io'` }, found: [] },
    {
      what: 'in code',
      texts: { 'web/src/a.tsx': `a\nconst b = ['balance:update', "/socket.io", \`dice-slots.play-dice\`]` },
      found: ['balance:update', '/socket.io', 'dice-slots.play-dice'].map(
        (name) => `web/src/a.tsx:2: writes '${name}': ${advice}`,
      ),
    },
    {
      what: 'as the beginning of a template',
      texts: { 'web/src/a.ts': 'fetch(`/api/pictures/${id}`)' },
      found: [`web/src/a.ts:1: writes the route '/api/pictures/': take its path from @kismet/contracts`],
    },
    {
      what: 'as a subject that nobody declared',
      texts: { 'services/a/src/a.ts': `'signal.wallet.new-thing'` },
      found: [`services/a/src/a.ts:1: writes 'signal.wallet.new-thing', which looks like a subject of the bus`],
    },
  ])('$what', (row) => {
    expect(breachesOf(wireNames, row)).toEqual(row.found)
  })
})

describe('standing alone', () => {
  it.each<Row & { rule: Rule }>([
    {
      what: 'a folder',
      rule: noMachinePaths,
      texts: { 'a.ts': `a\nopen('/home/asha/kismet')` },
      found: ['a.ts:2: names /home/a'],
    },
    {
      what: 'a place outside',
      rule: noMachinePaths,
      texts: { 'a.md': 'see ../shared/plan.md' },
      found: ['a.md:1: names ../shared/'],
    },
    {
      what: 'what only looks like one',
      rule: noMachinePaths,
      texts: {
        'a.ts': `import './work/a.ts'\nfetch('https://example.in/home/page')\nclosed folders such as /root (mode 700)`,
      },
      found: [],
    },
    {
      what: 'a package of another registry',
      rule: noMachinePaths,
      texts: {
        'package-lock.json': `"resolved": "https://npm.example.in/a.tgz"\n"resolved": "https://registry.npmjs.org/a.tgz"`,
      },
      found: ['package-lock.json:1: names "resolved": "https:'],
    },
    {
      what: 'links and references',
      rule: documentsFound,
      texts: {
        'docs/a.md': '[b](b.md) [c](../libs/c.ts#L1) [d](https://example.in) [e](#e) [f](../libs/) [gone](gone.md)',
        'docs/b.md': '',
        'docs/internals/decisions/0001-a-title.md': '',
        'libs/c.ts': '// docs/a.md, docs/lost.md',
        'CONTRIBUTING.md': '`libs/c.ts`, `libs/lost.test.ts`, `make test ARGS=libs/lost.ts`, `ctx.clock`',
        'd.yaml': '# docs/internals/decisions/0001, docs/internals/decisions/0002',
      },
      found: [
        'docs/a.md: links to gone.md, which is not there',
        'libs/c.ts: points to docs/lost.md, which is not there',
        'CONTRIBUTING.md: names libs/lost.test.ts, which is not there',
        'CONTRIBUTING.md: names libs/lost.ts, which is not there',
        'd.yaml: points to docs/internals/decisions/0002, which is not there',
      ],
    },
  ])('$what', (row) => {
    expect(breachesOf(row.rule, row)).toEqual(row.found)
  })
})

describe('an exception', () => {
  const repository = Repository.of({ 'docs/a.md': '[gone](gone.md)', 'docs/b.md': '[gone](gone.md)' })
  const covering = (file: string, problem = 'gone.md') => ({
    rule: documentsFound.name,
    file,
    problem,
    reason: 'a test',
  })
  it.each([
    { what: 'covers its file alone', exception: covering('docs/a.md'), breaches: 1, stale: 0 },
    { what: 'covers its problem alone', exception: covering('docs/a.md', 'lost.md'), breaches: 2, stale: 1 },
    { what: 'without a breach is stale', exception: covering('docs/c.md'), breaches: 2, stale: 1 },
  ])('$what', ({ exception, breaches, stale }) => {
    const verdict = judge(documentsFound, repository, wires, [exception])
    expect(verdict.breaches).toHaveLength(breaches)
    expect(verdict.stale).toHaveLength(stale)
  })
})
