import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { titleOf } from './manifests.ts'
import type { Manifest } from './manifests.ts'
import { Selector, selects } from './selectors.ts'

const step = /^([\w./-]+) *(=|!=|in|notin) *\(?([\w, -]+)\)?$/

/** A selector as `kubectl -l` takes it. @throws Error for an invalid selector */
export function selectorOf(text: string): Selector {
  const matchExpressions = text.split(/,(?![^(]*\))/).map((part) => {
    const [, key, operator = '', values = ''] = step.exec(part.trim()) ?? []
    if (key === undefined) throw new Error(`${text} is no selector`)
    return { key, operator: operator === '=' || operator === 'in' ? 'In' : 'NotIn', values: values.split(/, */) }
  })
  return Selector.parse({ matchExpressions })
}

interface Step {
  readonly what: string
  /** The page that has its selector, in docs/operating. */
  readonly page: string
  /** What it must leave as it is. */
  readonly spares: (manifest: Manifest) => boolean
}

const isOf = (...components: readonly string[]) => {
  const label = 'app.kubernetes.io/component'
  return ({ metadata }: Manifest) => components.includes(metadata.labels[label] ?? '')
}

const steps: readonly Step[] = [
  {
    what: 'restore a backup',
    page: 'backup-and-restore.md',
    spares: ({ kind }) => kind === 'Deployment' || kind === 'Job',
  },
  { what: 'go back', page: 'upgrade.md', spares: isOf('bus', 'migration') },
]

/** The only selector of its kind on each of the pages. */
const written = /-l '([^']+ notin [^']+)'/

/** Names each step of the pages of operators that applies a resource which it must not touch. @param pages their texts by their names */
export function stepFaults(pages: ReadonlyMap<string, string>, manifests: readonly Manifest[]): string[] {
  return steps.flatMap(({ what, page, spares }) => {
    const [, text] = written.exec(pages.get(page) ?? '') ?? []
    if (text === undefined) return [`${page} has no selector for the step "${what}"`]
    const selector = selectorOf(text)
    const touched = manifests.filter((one) => spares(one) && selects(selector, one.metadata.labels))
    return touched.map((one) => `${page}: the step "${what}" applies ${titleOf(one)}`)
  })
}

/** The texts of the pages that `stepFaults` reads, by their names. */
export async function readStepPages(folder: string): Promise<ReadonlyMap<string, string>> {
  const read = async ({ page }: Step) => [page, await readFile(join(folder, page), 'utf8')] as const
  return new Map(await Promise.all(steps.map(read)))
}
