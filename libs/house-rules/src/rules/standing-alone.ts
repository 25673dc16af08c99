import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'

/** Paths of the machine of an author. */
const machinePaths = [
  /(?<![\w.@/-])\/(home|Users|root|work|workspaces?|mnt)\/[\w.-]/,
  /[A-Z]:\\{1,2}(Users|Windows|work)/i,
  /\.\.\/shared\//,
]
const otherRegistry = /"resolved": "(?!https:\/\/registry\.npmjs\.org\/)https?:/
const lockFile = 'package-lock.json'
const ownWords = 'libs/house-rules/'

export const noMachinePaths: Rule = {
  name: 'no-machine-paths',
  says: 'The repository stands alone: no file names a folder or a package source of one machine.',
  check: (repository) =>
    repository.texts(/./).flatMap(({ path, text }) => {
      if (path.startsWith(ownWords)) return []
      const patterns = path === lockFile ? [otherRegistry] : machinePaths
      if (!patterns.some((pattern) => pattern.test(text))) return []
      return text.split('\n').flatMap((line, index): Breach[] => {
        const found = patterns.map((pattern) => pattern.exec(line)?.[0]).find((match) => match !== undefined)
        return found === undefined ? [] : [{ file: path, line: index + 1, problem: `names ${found}` }]
      })
    }),
}

function resolve(from: string, link: string): string {
  return new URL(link, `file:///${from}`).pathname.slice(1)
}

function deadLinks(repository: Repository): Breach[] {
  return repository.texts(/\.md$/).flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)[^)]*\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !repository.has(resolve(path, link)))
      .map((link) => ({ file: path, problem: `links to ${link}, which is not there` })),
  )
}

/** Comments point to documents by their path from the root. */
function deadReferences(repository: Repository): Breach[] {
  return repository.texts(/\.(ts|tsx|mjs|js|sql|css|sh|md)$|(^|\/)Makefile$/).flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w./-])docs\/[\w/-]+\.md\b/g)]
      .map(([reference]) => reference)
      .filter((reference) => !repository.has(reference) && !path.startsWith(ownWords))
      .map((reference) => ({ file: path, problem: `points to ${reference}, which is not there` })),
  )
}

/** CONTRIBUTING.md is lists of files: each path in backticks is from the root. */
function deadPaths(repository: Repository): Breach[] {
  return repository.texts(/^CONTRIBUTING\.md$/).flatMap(({ path: file, text }) =>
    [...text.matchAll(/[`=]((?:[\w-]+\/)+[\w-]+(?:\.\w+)+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !repository.has(path))
      .map((path) => ({ file, problem: `names ${path}, which is not there` })),
  )
}

/** Code and configuration name a decision record by its number alone. */
function deadDecisions(repository: Repository): Breach[] {
  const numberOf = /docs\/internals\/decisions\/(\d{4})/g
  const numbers = new Set(repository.files.map(({ path }) => [...path.matchAll(numberOf)][0]?.[1]))
  return repository
    .texts(/\.(ts|tsx|mjs|js|sql|css|sh|md|ya?ml)$|Dockerfile$/)
    .flatMap(({ path, text }) =>
      [...text.matchAll(numberOf)]
        .filter(([, number]) => !numbers.has(number) && !path.startsWith(ownWords))
        .map(([reference]) => ({ file: path, problem: `points to ${reference}, which is not there` })),
    )
}

export const documentsFound: Rule = {
  name: 'documents-found',
  says: 'Every link in a document, every docs/*.md and decision record that code points to and every path in CONTRIBUTING.md is there.',
  check: (repository) => [deadLinks, deadReferences, deadPaths, deadDecisions].flatMap((dead) => dead(repository)),
}
