import type { Breach, Rule } from '../rule.ts'
import { isTest } from '../places.ts'
import type { Repository } from '../repository.ts'

interface Pattern {
  readonly pattern: RegExp
  readonly problem: string
  /** Which files it is looked for in. */
  readonly where: (path: string) => boolean
}

const ownWords = 'libs/house-rules/'
const written = (path: string): boolean => path !== 'package-lock.json' && !path.startsWith(ownWords)
const code = (path: string): boolean => /\.(ts|tsx|mjs|js|sql|css|sh)$/.test(path) && written(path)

function search(repository: Repository, patterns: readonly Pattern[]): Breach[] {
  return repository.texts(/./).flatMap(({ path, text }) => {
    const relevant = patterns.filter(({ where }) => where(path))
    if (!relevant.some(({ pattern }) => pattern.test(text))) return []
    return text
      .split('\n')
      .flatMap((line, index) =>
        relevant
          .filter(({ pattern }) => pattern.test(line))
          .map(({ problem }) => ({ file: path, line: index + 1, problem })),
      )
  })
}

const machinePaths: readonly Pattern[] = [
  {
    pattern: /(?<![\w.@/-])\/(home|Users|root|work|workspaces?|mnt)\/[\w.-]/,
    problem: 'names a folder of one machine',
    where: written,
  },
  { pattern: /[A-Z]:\\{1,2}(Users|Windows|work)/i, problem: 'names a folder of one machine', where: written },
  { pattern: /\.\.\/shared\//, problem: 'points outside of the repository', where: written },
  {
    pattern: /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)https?:/,
    problem: 'was resolved from another place than registry.npmjs.org',
    where: (path) => path === 'package-lock.json',
  },
]

export const noMachinePaths: Rule = {
  name: 'no-machine-paths',
  says: 'The repository stands alone: nothing in it names a folder or a package source of one machine.',
  check: (repository) => search(repository, machinePaths),
}

const leftovers: readonly Pattern[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, problem: 'is not finished: do it, or leave the words out', where: code },
  { pattern: /@ts-(ignore|nocheck)/, problem: 'turns the type checker off', where: code },
  { pattern: /@ts-expect-error\s*$/, problem: 'expects a type error without a reason', where: code },
  {
    pattern: /eslint-disable(?!.*--\s+\w)/,
    problem: "turns lint off without a reason: 'eslint-disable-next-line <rule> -- <why>'",
    where: code,
  },
  { pattern: /\bdebugger\b;?\s*$/, problem: 'stops in the debugger', where: code },
  {
    pattern: /\b(describe|it|test)\.(only|skip|todo)\b/,
    problem: 'leaves tests out',
    where: (path) => isTest(path) && written(path),
  },
  {
    pattern: /\bjest\.(unstable_)?mock(Module)?\(/,
    problem: 'mocks a module: override the context instead',
    where: code,
  },
  { pattern: /\p{Extended_Pictographic}(?<![\d#*©®™↔↩▶◀☀♠♣♥♦✓✔✕✖])/u, problem: 'holds an emoji', where: written },
]

export const nothingLeftOver: Rule = {
  name: 'nothing-left-over',
  says: 'No unfinished work, no check turned off without a reason, no test left out, no mocked module, no emoji.',
  check: (repository) => search(repository, leftovers),
}
