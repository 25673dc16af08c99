import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Chunk } from '../page-weight.ts'
import { PageWeightRules, weigh } from '../page-weight.ts'

// Builds the app of the current folder in memory and holds its JavaScript against the limits in its vite.config.ts.
const appFolder = process.cwd()

const BuiltChunk = z.object({
  type: z.literal('chunk'),
  fileName: z.string(),
  code: z.string(),
  moduleIds: z.array(z.string()),
  imports: z.array(z.string()),
})
const Built = z.object({ output: z.array(z.union([BuiltChunk, z.object({ type: z.literal('asset') })])) })
const Vite = z.object({
  build: z.custom<(options: object) => Promise<unknown>>((value) => typeof value === 'function'),
})

async function buildInMemory(): Promise<Chunk[]> {
  const vitePath = createRequire(join(appFolder, 'package.json')).resolve('vite')
  const { build } = Vite.parse(await import(pathToFileURL(vitePath).href))
  const { output } = Built.parse(await build({ root: appFolder, logLevel: 'error', build: { write: false } }))
  return output
    .filter((part) => part.type === 'chunk')
    .map(({ fileName, code, moduleIds, imports }) => ({
      fileName,
      modules: moduleIds,
      gzipBytes: gzipSync(code, { level: 9 }).length,
      imports,
    }))
}

const kibText = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`.padStart(10)

const config: unknown = await import(pathToFileURL(join(appFolder, 'vite.config.ts')).href)
const { pages } = z.object({ pages: PageWeightRules }).parse(config)
const weights = weigh(await buildInMemory(), pages)
console.log(`${'JavaScript, gzip'.padEnd(20)}${'weighs'.padStart(10)}${'limit'.padStart(10)}`)
for (const { name, gzipBytes, limitBytes } of weights) {
  const verdict = gzipBytes > limitBytes ? '  TOO HEAVY' : ''
  console.log(`${name.padEnd(20)}${kibText(gzipBytes)}${kibText(limitBytes)}${verdict}`)
}
process.exit(weights.every(({ gzipBytes, limitBytes }) => gzipBytes <= limitBytes) ? 0 : 1)
