import { appendFile, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isoTime } from '../clock.ts'
import type { ChainKey, Place } from './chain.ts'

const Line = z.object({ sequence: z.int().positive(), hash: z.string(), seal: z.string() })
/** What is read of the file's end, which has some hundred lines: replicas may write them out of order, but not by so many. */
const tailBytes = 64 * 1024
/** The size at which the file is rotated. One older file is kept. */
const maxBytes = 1024 * 1024

/** A line of the file has no valid MAC. */
export class ForgedHead extends Error {
  override readonly name = 'ForgedHead'
}

/**
 * The file of heads of one service, a line for each head. The database cannot reach the file. A
 * chain that was cut, or that came back from a backup, is valid in itself but lacks the newest
 * head. Each line has a MAC of the audit key.
 */
export class HeadsFile {
  readonly path: string
  readonly #folder: string
  readonly #key: ChainKey

  constructor(folder: string, service: string, key: ChainKey) {
    this.#folder = folder
    this.#key = key
    this.path = join(folder, `audit-heads-${service}.jsonl`)
  }

  /**
   * Creates the file if it is missing.
   * @throws Error with the remedy when the file cannot be written
   */
  async requireWritable(): Promise<void> {
    try {
      await mkdir(this.#folder, { recursive: true })
      await appendFile(this.path, '', { mode: 0o600 })
    } catch (error) {
      const { code = 'an unknown reason' } = Object(error) as { code?: string }
      throw new Error(
        `${this.path} cannot be written (${code}). AUDIT_HEADS_DIR must be a folder that this process can write to`,
        {
          cause: error,
        },
      )
    }
  }

  /**
   * The head with the highest sequence in the newest lines; undefined without a head.
   * @throws ForgedHead
   */
  async newest(): Promise<Place | undefined> {
    return (await this.#newestIn(this.path)) ?? (await this.#newestIn(this.#before))
  }

  /** Writes a head down, to the disk. */
  async add(place: Place, atMs: number): Promise<void> {
    const line = { at: isoTime(atMs), ...place, seal: this.#key.sealOf(place) }
    await mkdir(this.#folder, { recursive: true })
    const { size } = await stat(this.path).catch(ifMissing({ size: 0 }))
    if (size > maxBytes) await rename(this.path, this.#before)
    // A line that a crash has broken off stays alone.
    await appendFile(this.path, `\n${JSON.stringify(line)}\n`, { mode: 0o600, flush: true })
  }

  get #before(): string {
    return `${this.path}.1`
  }

  async #newestIn(path: string): Promise<Place | undefined> {
    const lines = (await tailOf(path))
      .split('\n')
      .map(parse)
      .filter((line) => line !== undefined)
    return lines.map((line) => this.#placeOf(line)).toSorted((a, b) => b.sequence - a.sequence)[0]
  }

  #placeOf(line: unknown): Place {
    const { success, data } = Line.safeParse(line)
    if (success && this.#key.sealOf(data) === data.seal) return { sequence: data.sequence, hash: data.hash }
    throw new ForgedHead(`${this.path} has a line that another key signed.`)
  }
}

/** Parses a line; undefined for an incomplete line. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function ifMissing<T>(otherwise: T): (error: unknown) => T {
  return (error) => {
    if ((Object(error) as { code?: string }).code === 'ENOENT') return otherwise
    throw error
  }
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path).catch(ifMissing(undefined))
  if (file === undefined) return ''
  try {
    const { size } = await file.stat()
    const length = Math.min(size, tailBytes)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('latin1')
  } finally {
    await file.close()
  }
}
