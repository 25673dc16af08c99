import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(html|js|css|svg|json)$/
/** What fits into one packet anyway is sent as it is. */
const worthwhileBytes = 1_400

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Text files as brotli and gzip beside themselves, made once and with all effort. A server sends what the client reads. */
export function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const compress = async (name: string): Promise<void> => {
        const path = join(dir, name)
        const content = await readFile(path)
        if (content.length < worthwhileBytes) return
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
        await writeFile(`${path}.br`, await brotli(content, { params }))
        await writeFile(`${path}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }))
      }
      await Promise.all(
        Object.keys(bundle)
          .filter((name) => text.test(name))
          .map(compress),
      )
    },
  }
}
