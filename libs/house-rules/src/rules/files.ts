import type { Breach, Rule } from '../rule.ts'
import { syntaxOf } from '../syntax.ts'
import { typescript } from '../places.ts'

const maxLines = 300
const source = /\.(ts|tsx|mjs|js|css|sql|sh)$/

/** Lines that say something: no blank ones, and none that only comment. */
function linesOf(text: string): number {
  return text.split('\n').filter((line) => !/^\s*($|\/\/|\/?\*|--|#)/.test(line)).length
}

export const shortFiles: Rule = {
  name: 'short-files',
  says: `A file of code has ${maxLines} lines or fewer, blank lines and comments aside.`,
  check: (repository) =>
    repository.texts(source).flatMap(({ path, text }) => {
      const lines = linesOf(text)
      return lines > maxLines ? [{ file: path, problem: `has ${lines} lines: it does more than one thing` }] : []
    }),
}

const kebabSegment = /^\.?[a-z0-9]+([.-][a-z0-9]+)*$/
/** Names that tools and people look for in just this spelling. */
const wellKnown = /^(README\.md|CHANGELOG\.md|LICENSE|Makefile|Dockerfile|OFL-[a-z0-9-]+\.txt)$/
const sayNothing = /^(.*-)?(util|utils|helper|helpers|common|misc)$/

export const goodNames: Rule = {
  name: 'good-names',
  says: 'Files and folders are named in kebab-case after what they hold, never utils, helpers, common or misc.',
  check: (repository) =>
    repository.files.flatMap(({ path }): Breach[] => {
      const segments = path.split('/')
      const last = segments.at(-1) ?? ''
      const odd = segments.find(
        (segment) => !kebabSegment.test(segment) && !(segment === last && wellKnown.test(segment)),
      )
      if (odd !== undefined) return [{ file: path, problem: `'${odd}' is not in kebab-case` }]
      const vague = segments.find((segment) => sayNothing.test(segment.replace(/^\.|\..*$/g, '')))
      return vague === undefined ? [] : [{ file: path, problem: `'${vague}' says nothing about what it holds` }]
    }),
}

/** Files whose tool asks for a default export. */
const defaultWanted =
  /(^|\/)([a-z.-]+\.config\.(ts|js|mjs)|\.dependency-cruiser\.mjs|jest-global-(setup|teardown)\.ts)$/

export const namedExports: Rule = {
  name: 'named-exports',
  says: 'Code has named exports only, so that a thing has one name everywhere.',
  check: (repository) =>
    repository
      .texts(typescript)
      .filter(({ path }) => !defaultWanted.test(path))
      .flatMap(({ path, text }): Breach[] => {
        const found = syntaxOf(path, text).defaultExport
        return found === undefined ? [] : [{ file: path, line: found.line, problem: 'has a default export' }]
      }),
}
