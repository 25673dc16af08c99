import { join } from 'node:path'
import { localDirAt } from '@kismet/real-servers/local-dir'

const folder = join(localDirAt(process.env.LOCAL_DIR).cache, 'compiled')
const flushAfterMs = 2_000

/**
 * Flags of Node for what a test starts as a process of its own: it keeps what it has compiled for those that are started after it, which takes almost half of what a
 * start takes. Node writes that at the end of a process alone, which most of these do not live to see; so it is written once all is loaded.
 */
export const compiledOnce: readonly string[] = [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `import { enableCompileCache, flushCompileCache } from 'node:module'
enableCompileCache(${JSON.stringify(folder)})
setTimeout(flushCompileCache, ${flushAfterMs}).unref()`,
  )}`,
]
