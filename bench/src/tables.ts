import { readFile, writeFile } from 'node:fs/promises'
import { cpus, totalmem, release } from 'node:os'
import { fileURLToPath } from 'node:url'

const pageFile = fileURLToPath(new URL('../../docs/internals/benchmarks.md', import.meta.url))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** Median, then lowest and highest. */
export function spread(values: readonly number[], digits: number): string {
  const shown = (value: number) => value.toFixed(digits)
  return values.length === 1
    ? shown(values[0] ?? Number.NaN)
    : `${shown(median(values))} (${shown(Math.min(...values))} to ${shown(Math.max(...values))})`
}

/** A table as Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** What the figures were taken on. */
export function machineText(): string {
  const processor = cpus()[0]?.model.trim() ?? 'unknown'
  const memoryGiB = Math.round(totalmem() / 1024 ** 3)
  return `${cpus().length} x ${processor}, ${memoryGiB} GiB, Linux ${release()}; Node ${process.version}`
}

/** Replaces the section with the same heading in docs/internals/benchmarks.md. Its hand-written `### Method` stays. */
export async function writeSection(section: string): Promise<void> {
  const heading = section.slice(0, section.indexOf('\n'))
  const [top = '# Benchmarks\n\n', ...sections] = (await readFile(pageFile, 'utf8')).split(/^(?=## )/m)
  const isBefore = (each: string) => each.startsWith(`${heading}\n`)
  const [, method] = sections.find(isBefore)?.split(/^(?=### Method$)/m) ?? []
  const others = sections.filter((each) => !isBefore(each))
  const all = [...others, method === undefined ? section : `${section.trim()}\n\n${method}`]
    .map((each) => each.trim())
    .sort()
  await writeFile(pageFile, `${top}${all.join('\n\n')}\n`)
}
