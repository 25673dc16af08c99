import { titleOf } from './manifests.ts'
import type { Manifest } from './manifests.ts'
import { Selector, selects } from './selectors.ts'

const step = /^([\w./-]+) *(=|!=|in|notin) *\(?([\w, -]+)\)?$/

/** A selector as `kubectl -l` takes it. @throws Error for what is none */
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
  /** Where docs/operations.md has its selector. */
  readonly written: RegExp
  /** What it must leave as it is. */
  readonly spares: (manifest: Manifest) => boolean
}

const isOf = (...components: readonly string[]) => {
  const label = 'app.kubernetes.io/component'
  return ({ metadata }: Manifest) => components.includes(metadata.labels[label] ?? '')
}

const steps: readonly Step[] = [
  {
    what: 'putting a backup back',
    written: /^3\. `kubectl apply -k \S+ -l '([^']+)'/m,
    spares: ({ kind }) => kind === 'Deployment' || kind === 'Job',
  },
  { what: 'going back', written: /^\*\*To go back\*\*: .*-l '([^']+)'/m, spares: isOf('bus', 'migration') },
]

/** Where a step that `page` describes, docs/operations.md, applies what it must not touch. */
export function stepFaults(page: string, manifests: readonly Manifest[]): string[] {
  return steps.flatMap(({ what, written, spares }) => {
    const [, text] = written.exec(page) ?? []
    if (text === undefined) return [`the page has no selector for ${what}`]
    const selector = selectorOf(text)
    const touched = manifests.filter((one) => spares(one) && selects(selector, one.metadata.labels))
    return touched.map((one) => `${what}: applies ${titleOf(one)}`)
  })
}
