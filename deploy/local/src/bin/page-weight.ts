import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { buildApp } from '@kismet/real-servers/app-build'
import { createLocalDir, localDirAt } from '@kismet/real-servers/local-dir'
import { z } from 'zod'
import type { Chunk } from '../page-weight.ts'
import { PageWeightRules, weigh } from '../page-weight.ts'

// Holds the JavaScript of the app of the current folder against the limits in its vite.config.ts. Builds the app unless
// the tests have built it.
const appFolder = process.cwd()

/** What the build writes about its files (parts-file.ts of app-kit). */
const Parts = z.array(z.object({ fileName: z.string(), modules: z.array(z.string()), imports: z.array(z.string()) }))

async function readBuild(): Promise<Chunk[]> {
  const app = basename(appFolder)
  const local = localDirAt(process.env.LOCAL_DIR)
  await createLocalDir(local)
  await buildApp(local, app)
  const built = join(local.root, 'apps', app)
  const parts = Parts.parse(JSON.parse(await readFile(join(built, '.parts.json'), 'utf8')))
  return Promise.all(
    parts.map(async (part) => {
      const code = await readFile(join(built, part.fileName))
      return { ...part, gzipBytes: gzipSync(code, { level: 9 }).length }
    }),
  )
}

const kibText = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KiB`.padStart(10)

const config: unknown = await import(pathToFileURL(join(appFolder, 'vite.config.ts')).href)
const { pages } = z.object({ pages: PageWeightRules }).parse(config)
const weights = weigh(await readBuild(), pages)
console.log(`${'JavaScript, gzip'.padEnd(20)}${'weighs'.padStart(10)}${'limit'.padStart(10)}`)
for (const { name, gzipBytes, limitBytes } of weights) {
  const verdict = gzipBytes > limitBytes ? '  TOO HEAVY' : ''
  console.log(`${name.padEnd(20)}${kibText(gzipBytes)}${kibText(limitBytes)}${verdict}`)
}
process.exit(weights.every(({ gzipBytes, limitBytes }) => gzipBytes <= limitBytes) ? 0 : 1)
