import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Generated, installed and ignored folders. */
const skippedFolders = new Set(['.git', 'node_modules', 'dist', '.local', 'coverage'])
/** `.git` is a file in a second work tree. */
const skippedNames = /^\.git$|\.log$/
const maxTextBytes = 2 * 1024 * 1024

/** A file of the repository; `text` is undefined for one that holds no text. */
export interface RepositoryFile {
  /** From the root, with forward slashes. */
  readonly path: string
  readonly text: string | undefined
}

/** The files that the rules look at. */
export class Repository {
  readonly files: readonly RepositoryFile[]
  /** Every file, and every folder that has some. */
  readonly #paths = new Set<string>()

  constructor(files: readonly RepositoryFile[]) {
    this.files = files
    for (const { path } of files)
      for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) this.#paths.add(path.slice(0, end))
  }

  /** A repository of the texts given, for tests of the rules. */
  static of(texts: Readonly<Record<string, string>>): Repository {
    return new Repository(Object.entries(texts).map(([path, text]) => ({ path, text })))
  }

  /** True for a file and for a folder that has files. */
  has(path: string): boolean {
    return this.#paths.has(path.replace(/\/$/, ''))
  }

  /** The files with text whose path matches. */
  texts(pattern: RegExp): { readonly path: string; readonly text: string }[] {
    return this.files.flatMap(({ path, text }) => (text !== undefined && pattern.test(path) ? [{ path, text }] : []))
  }
}

/** The root of the repository that this package is in. */
export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url))

function* walk(folder: string, prefix: string): Generator<RepositoryFile> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) yield* walk(join(folder, entry.name), `${path}/`)
    } else if (entry.isFile() && !skippedNames.test(entry.name)) {
      yield { path, text: readText(join(folder, entry.name)) }
    }
  }
}

function readText(path: string): string | undefined {
  if (statSync(path).size > maxTextBytes) return undefined
  const text = readFileSync(path, 'utf8')
  return text.includes('\0') ? undefined : text
}

/** Reads the repository that this package is in. */
export function readRepository(root: string = repositoryRoot): Repository {
  return new Repository([...walk(root, '')].sort((a, b) => (a.path < b.path ? -1 : 1)))
}
