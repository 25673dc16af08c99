import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** The root folder of the repository. */
export const repositoryRoot = resolve(import.meta.dirname, '../../..')

/** Where one stack keeps its state; two stacks run side by side with two of them. */
export interface LocalDir {
  readonly root: string
  /** Programs that were built for this stack. */
  readonly bin: string
  /** One log file a process. */
  readonly log: string
  /** One pid file a process, and the supervisor's own state. */
  readonly run: string
  /** What can be made again at any time. */
  readonly cache: string
}

/** The folders of `LOCAL_DIR` (absolute, or relative to the repository; default `.local`); creates none of them. */
export function localDirAt(path: string | undefined): LocalDir {
  const root = resolve(repositoryRoot, path === undefined || path === '' ? '.local' : path)
  return { root, bin: join(root, 'bin'), log: join(root, 'log'), run: join(root, 'run'), cache: join(root, 'cache') }
}

/** Creates the folders that every command expects. */
export async function createLocalDir(local: LocalDir): Promise<void> {
  for (const folder of [local.root, local.bin, local.log, local.run, local.cache])
    await mkdir(folder, { recursive: true })
}
