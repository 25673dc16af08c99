import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

/** Writes which modules are in each file of JavaScript, for `npm run page-weight`. No server sends a file whose name begins with a dot. */
export function partsFile(): Plugin {
  let root = ''
  return {
    name: 'parts-file',
    apply: 'build',
    configResolved(config) {
      root = join(config.root, '..')
    },
    async writeBundle({ dir = '' }, bundle) {
      const parts = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk'
          ? [
              {
                fileName: part.fileName,
                modules: part.moduleIds.map((path) => relative(root, path)),
                imports: part.imports,
              },
            ]
          : [],
      )
      await writeFile(join(dir, '.parts.json'), JSON.stringify(parts))
    },
  }
}
