import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isoTime } from '../clock.ts'
import type { Place } from './chain.ts'

const File = z.object({ sequence: z.int().positive(), hash: z.string() })

/**
 * The last valid row of the audit log of one service, in a file that the database cannot reach. A
 * chain that was cut, or that came back from a backup, is valid in itself but lacks this row.
 * The process remembers the row too, so a lost or older file does not hide a cut from it.
 */
export class KeptHead {
  readonly #folder: string | undefined
  readonly #path: string | undefined
  #head: Place | undefined

  constructor(folder: string | undefined, service: string) {
    this.#folder = folder
    this.#path = folder === undefined ? undefined : join(folder, `audit-head-${service}.json`)
  }

  get isOutside(): boolean {
    return this.#path !== undefined
  }

  /**
   * The farther of the rows of the file and of this process.
   * @throws Error when the file cannot be read, or holds something else
   */
  async read(): Promise<Place | undefined> {
    const stored = await this.#stored()
    return (this.#head?.sequence ?? 0) > (stored?.sequence ?? 0) ? this.#head : stored
  }

  /** Replaces the file as a whole, because replicas share the folder. A newer row of another replica stays. */
  async write({ sequence, hash }: Place, atMs: number): Promise<void> {
    if (sequence > (this.#head?.sequence ?? 0)) this.#head = { sequence, hash }
    if (this.#path === undefined || ((await this.#stored())?.sequence ?? 0) >= sequence) return
    const next = `${this.#path}.${randomUUID()}`
    await writeFile(next, JSON.stringify({ at: isoTime(atMs), sequence, hash }), { mode: 0o600, flush: true })
    await rename(next, this.#path)
  }

  async #stored(): Promise<Place | undefined> {
    if (this.#path === undefined) return undefined
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    })
    return text === undefined ? undefined : File.parse(JSON.parse(text))
  }

  /** @throws Error with the remedy when the file cannot be written */
  async requireWritable(): Promise<void> {
    if (this.#folder === undefined) return
    try {
      await mkdir(this.#folder, { recursive: true })
      await access(this.#folder, constants.W_OK)
    } catch (cause) {
      throw new Error(`AUDIT_HEADS_DIR (${this.#folder}) must be a folder that this process can write to`, { cause })
    }
  }
}
