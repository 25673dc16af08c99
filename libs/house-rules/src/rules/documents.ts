import type { Repository } from '../repository.ts'
import type { Breach, Rule } from '../rule.ts'

const required = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'Makefile',
  '.ci/run',
  'docs/architecture.md',
  'docs/benchmarks.md',
  'docs/decisions.md',
  'docs/fairness.md',
  'docs/product-spec.md',
  'docs/wire.md',
]

function missing(repository: Repository): Breach[] {
  return required
    .filter((path) => (repository.text(path)?.trim() ?? '') === '')
    .map((file) => ({ file, problem: 'is missing or empty' }))
}

function changelog(repository: Repository): Breach[] {
  const text = repository.text('CHANGELOG.md') ?? ''
  return /^## .+\n(?:[^#]|#{3,})*^- /m.test(text)
    ? []
    : [{ file: 'CHANGELOG.md', problem: 'has no entry (- ...) below a heading (## ...)' }]
}

export const documentsPresent: Rule = {
  name: 'documents-present',
  says: 'The documents that a newcomer needs are there, and the changelog says what has changed.',
  check: (repository) => [...missing(repository), ...changelog(repository)],
}

const shortest = 5
const longest = 60

export const packageReadmes: Rule = {
  name: 'package-readmes',
  says: `Every package has a README.md of ${shortest} to ${longest} lines: what it owns, answers and publishes.`,
  check: (repository) =>
    repository.paths(/^.+\/package\.json$/).flatMap((path): Breach[] => {
      const file = path.replace(/package\.json$/, 'README.md')
      const text = repository.text(file)
      if (text === undefined) return [{ file, problem: 'is missing' }]
      const lines = text.trim().split('\n').length
      if (lines < shortest) return [{ file, problem: `has only ${lines} lines` }]
      return lines > longest ? [{ file, problem: `has ${lines} lines: details belong into docs/ or the code` }] : []
    }),
}

function resolve(from: string, link: string): string {
  const segments = from.split('/').slice(0, -1)
  for (const segment of link.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
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
      .filter((reference) => !repository.has(reference) && !path.startsWith('libs/house-rules/'))
      .map((reference) => ({ file: path, problem: `points to ${reference}, which is not there` })),
  )
}

export const documentsFound: Rule = {
  name: 'documents-found',
  says: 'Every link in a document, and every docs/*.md that code points to, is there.',
  check: (repository) => [...deadLinks(repository), ...deadReferences(repository)],
}

export const decisionsNumbered: Rule = {
  name: 'decisions-numbered',
  says: 'Decision records are docs/decisions/0001-<what>.md, numbered from 0001 without gaps.',
  check: (repository) =>
    repository
      .paths(/^docs\/decisions\//)
      .sort()
      .flatMap((path, index): Breach[] => {
        const expected = String(index + 1).padStart(4, '0')
        return path.startsWith(`docs/decisions/${expected}-`)
          ? []
          : [{ file: path, problem: `should be number ${expected}` }]
      }),
}
