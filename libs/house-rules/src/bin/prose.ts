import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { compareCounts, textOfCounts } from '../prose/counts.ts'
import type { Counts } from '../prose/counts.ts'
import { measureTable } from '../prose/measure.ts'
import { kinds, passagesOf } from '../prose/passages.ts'
import type { Kind } from '../prose/passages.ts'
import { findingsOf, longLinesOf } from '../prose/rules.ts'
import type { Finding } from '../prose/rules.ts'
import { readRepository, repositoryRoot } from '../repository.ts'

// Checks the prose of the repository by STYLE_GUIDE.md: `npm run prose`, with files to see all their findings.
const exceptionsFile = join(repositoryRoot, 'prose-exceptions.json')
const Exceptions = z.record(z.string(), z.partialRecord(z.enum(kinds), z.int().positive()))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { lower: { type: 'boolean' }, measure: { type: 'boolean' } },
})
const files = readRepository().texts(/./)

function allFindings(path: string, text: string): Finding[] {
  const passages = passagesOf(path, text)
  const lines = path.endsWith('.md') && passages.length > 0 ? longLinesOf(text) : []
  return [...passages.flatMap(findingsOf), ...lines]
}

function countsOf(findings: readonly Finding[]): Partial<Record<Kind, number>> {
  const entries = kinds.map((kind) => [kind, findings.filter((one) => one.kind === kind).length] as const)
  return Object.fromEntries(entries.filter(([, count]) => count > 0))
}

function print(path: string, findings: readonly Finding[]): void {
  for (const { line, kind, says } of findings) console.log(`${path}:${line}: ${kind}: ${says}`)
}

if (values.measure === true) {
  const documents = files.filter(({ path }) => path.endsWith('.md') && !path.includes('product-spec'))
  console.log(
    measureTable(
      files.flatMap(({ path, text }) => passagesOf(path, text)),
      documents.flatMap(({ text }) => text.split('\n')),
    ),
  )
} else if (positionals.length > 0) {
  const wanted = new Set(positionals.map((path) => relative(repositoryRoot, join(process.cwd(), path))))
  for (const { path, text } of files.filter((file) => wanted.has(file.path))) print(path, allFindings(path, text))
} else check()

function check(): void {
  const findings = new Map(files.map(({ path, text }) => [path, allFindings(path, text)]))
  const found: Counts = Object.fromEntries(
    [...findings].filter(([, of]) => of.length > 0).map(([path, of]) => [path, countsOf(of)]),
  )
  const allowed = Exceptions.parse(JSON.parse(readFileSync(exceptionsFile, 'utf8')))
  const { worse, lowered, isLoose } = compareCounts(found, allowed)
  for (const [path, kind, count, most] of worse) {
    print(
      path,
      (findings.get(path) ?? []).filter((one) => one.kind === kind),
    )
    console.log(`${path}: ${count} findings of the kind ${kind}, ${most} are allowed\n`)
  }
  if (values.lower === true) writeFileSync(exceptionsFile, textOfCounts(lowered))
  else if (isLoose) console.log('prose-exceptions.json allows more than is needed: npm run prose -- --lower')
  process.exitCode = worse.length > 0 || (isLoose && values.lower !== true) ? 1 : 0
}
