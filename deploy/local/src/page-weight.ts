import { z } from 'zod'

/** One JavaScript file of a build: what it weighs on the wire, and what it loads. */
export interface Chunk {
  readonly fileName: string
  /** Paths of the modules in it. */
  readonly modules: readonly string[]
  readonly gzipBytes: number
  /** Files that it cannot run without. */
  readonly imports: readonly string[]
}

const mostKib = z.number().positive()

/** The limits among the `pages` of an app (`vite.config.ts`). Modules are named by the end of their path. */
export const PageWeightRules = z.object({
  shell: z.object({ modules: z.array(z.string()).min(1), mostKib }),
  byAddress: z.record(z.string(), z.object({ modules: z.array(z.string()), mostKib: mostKib.optional() })),
})
export type PageWeightRules = z.output<typeof PageWeightRules>

/** One line of the table. */
export interface Weight {
  readonly name: string
  readonly gzipBytes: number
  readonly limitBytes: number
}

const kib = 1024

/** The shell, and each page with a limit on top of it, against their limits. Throws when a named module is in no chunk, and when chunks need each other: what one of them is made from would be undefined. */
export function weigh(chunks: readonly Chunk[], rules: PageWeightRules): Weight[] {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const needed = ({ imports }: Chunk): Chunk[] => imports.flatMap((fileName) => byFile.get(fileName) ?? [])
  const circle = chunks.filter((chunk) => loadedWith(needed(chunk), byFile).has(chunk))
  if (circle.length > 0)
    throw new Error(`Parts of the build need each other: ${circle.map(({ fileName }) => fileName).join(', ')}`)
  const chunkOf = (module: string): Chunk => {
    const found = chunks.find(({ modules }) => modules.some((path) => path.endsWith(module)))
    if (!found) throw new Error(`No part of the build holds ${module}`)
    return found
  }
  const shell = loadedWith(rules.shell.modules.map(chunkOf), byFile)
  const weights: Weight[] = [{ name: 'shell', gzipBytes: sum(shell), limitBytes: rules.shell.mostKib * kib }]
  for (const [address, page] of Object.entries(rules.byAddress)) {
    if (page.mostKib === undefined) continue
    const onTop = [...loadedWith(page.modules.map(chunkOf), byFile)].filter((chunk) => !shell.has(chunk))
    weights.push({ name: address, gzipBytes: sum(onTop), limitBytes: page.mostKib * kib })
  }
  return weights
}

/** The chunks and all that they cannot run without. */
function loadedWith(starts: readonly Chunk[], byFile: ReadonlyMap<string, Chunk>): Set<Chunk> {
  const loaded = new Set<Chunk>()
  const waiting = [...starts]
  for (let chunk = waiting.pop(); chunk; chunk = waiting.pop()) {
    if (loaded.has(chunk)) continue
    loaded.add(chunk)
    waiting.push(...chunk.imports.flatMap((fileName) => byFile.get(fileName) ?? []))
  }
  return loaded
}

function sum(chunks: Iterable<Chunk>): number {
  return [...chunks].reduce((total, { gzipBytes }) => total + gzipBytes, 0)
}
