import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { runProgram } from './program.ts'
import { repositoryRoot, type LocalDir } from './local-dir.ts'
import { StackError } from './stack-error.ts'

/** What an app is made of besides its own folder. */
const sharedSources = [
  'libs/contracts',
  'libs/fairness',
  'libs/ui',
  'libs/app-kit',
  'package-lock.json',
  'tsconfig.base.json',
]
const notSources = new Set(['node_modules', 'dist', 'coverage', 'test', 'testing', 'e2e'])

/**
 * Builds an app with Vite into `LOCAL_DIR/apps/<name>`, unless the last build was of the same sources (by content). The new
 * files take the place of the old ones in one step. Answers whether it had to build.
 */
export async function buildApp(local: LocalDir, folder: string): Promise<boolean> {
  const target = join(local.root, 'apps', folder)
  const sources = await hashOfSources([folder, ...sharedSources])
  const isBuilt = async () => (await readFile(join(target, '.sources'), 'utf8').catch(() => '')) === sources
  if (await isBuilt()) return false

  const partial = `${target}.${process.pid}`
  await mkdir(dirname(target), { recursive: true })
  await rm(partial, { recursive: true, force: true })
  const appFolder = join(repositoryRoot, folder)
  const vite = join(dirname(createRequire(join(appFolder, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  const result = await runProgram(
    process.execPath,
    [vite, 'build', '--outDir', partial, '--emptyOutDir', '--logLevel', 'warn'],
    {
      cwd: appFolder,
      env: { ...process.env, NODE_ENV: 'production' },
      timeoutMs: 300_000,
    },
  )
  if (result.code !== 0) {
    await rm(partial, { recursive: true, force: true })
    const log = join(local.log, `build-${folder}.log`)
    const said = stripVTControlCharacters(result.stdout + result.stderr)
    await writeFile(log, said, { mode: 0o600 })
    throw new StackError(`The build of ${folder} failed: see ${log}\n  ${firstWords(said)}`)
  }
  // Another process may have built the same meanwhile, and servers may have its files open.
  if (await isBuilt()) {
    await rm(partial, { recursive: true, force: true })
    return false
  }
  await writeFile(join(partial, '.sources'), sources)
  await rm(target, { recursive: true, force: true })
  await rename(partial, target)
  return true
}

/** The beginning of what a build said: its reason stands first, a stack follows. */
function firstWords(text: string): string {
  return text.trim().split('\n').slice(0, 12).join('\n  ')
}

async function hashOfSources(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesBelow(path))
      hash.update(`${file}\0`).update(await readFile(join(repositoryRoot, file)))
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(join(repositoryRoot, path), { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return [path]
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (notSources.has(entry.name)) continue
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) found.push(...(await filesBelow(inner)))
    else if (entry.isFile()) found.push(inner)
  }
  return found
}
