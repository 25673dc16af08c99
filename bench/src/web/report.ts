import { machineText, median, spread, table } from '../tables.ts'
import type { Visit } from './browser.ts'

/** A page with what each visit of it found. */
export interface Measured {
  readonly page: string
  readonly visits: readonly Visit[]
}

interface Column {
  readonly of: keyof Visit
  readonly head: string
  readonly shown: (values: readonly number[]) => string
  readonly goal?: { readonly text: string; readonly met: (value: number) => boolean }
}

const seconds = (values: readonly number[]): string =>
  spread(
    values.map((ms) => ms / 1000),
    2,
  )
const whole = (values: readonly number[]): string => spread(values, 0)
const figure = (values: readonly number[]): string => spread(values, 2)

const columns: readonly Column[] = [
  { of: 'lcpMs', head: 'LCP s', shown: seconds, goal: { text: '1.6 or less', met: (value) => value <= 1_600 } },
  { of: 'fcpMs', head: 'FCP s', shown: seconds },
  { of: 'tbtMs', head: 'TBT ms', shown: whole, goal: { text: '100 or less', met: (value) => value <= 100 } },
  {
    of: 'cls',
    head: 'CLS',
    shown: (values) => spread(values, 3),
    goal: { text: '0.02 or less', met: (value) => value <= 0.02 },
  },
  {
    of: 'performance',
    head: 'performance',
    shown: figure,
    goal: { text: '0.95 or more', met: (value) => value >= 0.95 },
  },
  { of: 'accessibility', head: 'accessibility', shown: figure, goal: { text: '1.00', met: (value) => value === 1 } },
  { of: 'machineIndex', head: 'machine index', shown: whole },
]

function verdictOf(visits: readonly Visit[]): string {
  const missed = columns.filter(({ of, goal }) => goal && !goal.met(median(visits.map((visit) => visit[of]))))
  return missed.length === 0 ? 'all' : `not ${missed.map(({ head }) => head).join(', ')}`
}

/** A row a page, median, then lowest and highest of its visits, and the goals below. */
export function reportOf(pages: readonly Measured[]): string {
  const rows = pages.map(({ page, visits }) => [
    page,
    ...columns.map(({ of, shown }) => shown(visits.map((visit) => visit[of]))),
    verdictOf(visits),
  ])
  const goals = ['goal', ...columns.map(({ goal }) => goal?.text ?? ''), '']
  return `${table(['page', ...columns.map(({ head }) => head), 'met'], [...rows, goals])}\n`
}

/** The section that is kept in docs/internals/benchmarks.md. */
export function sectionOf(pages: readonly Measured[], runs: number): string {
  return `## First paint

${runs} visits a page.
Machine: ${machineText()}.

${reportOf(pages)}`
}
