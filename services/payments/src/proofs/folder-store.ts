import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { shardOf } from './proof-store.ts'
import type { ListedFile, ProofStore } from './proof-store.ts'

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
const listedAtOnce = 1_000
const mode = { folder: 0o700, file: 0o600 } as const

/** Proofs as files of a folder, with a folder for each shard. */
export class FolderStore implements ProofStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes another file and renames it, so that a crash never leaves a part of a file under its name. */
  async put(name: string, bytes: Buffer): Promise<void> {
    const shard = join(this.#folder, shardOf(name))
    await mkdir(shard, { recursive: true, mode: mode.folder })
    const part = join(shard, `${name}.part`)
    const file = await open(part, 'wx', mode.file)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(part, join(shard, name))
    const folder = await open(shard, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    return readFile(join(this.#folder, shardOf(name), name)).catch((error: unknown) => {
      if (isMissing(error)) return undefined
      throw error
    })
  }

  async delete(name: string): Promise<void> {
    const shard = shardOf(name.replace(/\.part$/, ''))
    await rm(join(this.#folder, shard, name), { force: true })
  }

  async list(shard: string): Promise<ListedFile[]> {
    const folder = join(this.#folder, shardOf(shard.padEnd(32, '0')))
    const names = await readdir(folder).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const files = names.slice(0, listedAtOnce).map(async (name) => {
      const found = await stat(join(folder, name)).catch(() => undefined)
      return found === undefined ? [] : [{ name, storedAtMs: found.mtimeMs }]
    })
    return (await Promise.all(files)).flat()
  }
}
