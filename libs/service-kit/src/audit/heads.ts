import { appendFile, mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isoTime } from '../clock.ts'
import type { ChainKey, Place } from './chain.ts'

const Line = z.object({ sequence: z.int().positive(), hash: z.string(), seal: z.string() })
/** What is read of the file's end, which has some hundred lines: replicas may write them out of order, but not by so many. */
const tailBytes = 64 * 1024
/** A file that is larger begins anew; one before it is kept. */
const maxBytes = 1024 * 1024

/** A line of the file was not written by who has the key. */
export class ForgedHead extends Error {
  override readonly name = 'ForgedHead'
}

/**
 * Heads of one service's chain, a line each, in a file that the database cannot reach: a chain that was cut, or came back from an old backup, is in order in itself, and
 * does not reach what stands here. Each line is sealed with the key.
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

  /** Makes the file where there is none. @throws Error that says what to do where it cannot be written */
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

  /** The farthest head of the newest lines; undefined when there is none. @throws ForgedHead */
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

/** What a line says; undefined of one that was broken off, or of which this is not all. */
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
