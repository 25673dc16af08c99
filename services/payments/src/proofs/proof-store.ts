import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { secretly, text } from '@kismet/service-kit/env'
import type { Randomness } from '@kismet/service-kit/randomness'
import { AwsClient } from 'aws4fetch'
import { z } from 'zod'

/**
 * Where the pictures of proofs are, outside of the database. Names are random, so no name is made from input of a person.
 * A shard is the first two digits of names.
 */
export interface ProofStore {
  /** Stores a file whole, or throws. After this the file outlives a crash of the machine. */
  put(name: string, bytes: Buffer): Promise<void>
  /** @returns undefined when there is no such file */
  get(name: string): Promise<Buffer | undefined>
  /** Deletes a file. A missing file is no error. */
  delete(name: string): Promise<void>
}

export const newFileName = (randomness: Randomness): string => randomness.bytes(16).toString('hex')
const fileName = /^[0-9a-f]{32}$/

/** The shard of a name. @throws Error for a text that is no name: it must not become a path */
function shardOf(name: string): string {
  if (!fileName.test(name)) throw new Error('This is no name of a proof file')
  return name.slice(0, 2)
}

/** Proofs as files of a folder, with a folder for each shard. */
export class FolderStore implements ProofStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Writes another file and renames it, so that a crash never leaves a part of a file under its name. The other file is
   * removed after an error, because no list has its name.
   */
  async put(name: string, bytes: Buffer): Promise<void> {
    const path = this.#pathOf(name)
    const shard = dirname(path)
    await mkdir(shard, { recursive: true, mode: 0o700 })
    const part = `${path}.part`
    try {
      await writeFile(part, bytes, { mode: 0o600, flush: true })
      await rename(part, path)
    } catch (error) {
      await rm(part, { force: true }).catch(() => undefined)
      throw error
    }
    await using folder = await open(shard, 'r')
    await folder.sync()
  }

  async get(name: string): Promise<Buffer | undefined> {
    return readFile(this.#pathOf(name)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    })
  }

  async delete(name: string): Promise<void> {
    const path = this.#pathOf(name)
    for (const one of [path, `${path}.part`]) await rm(one, { force: true })
  }

  #pathOf(name: string): string {
    return join(this.#folder, shardOf(name), name)
  }
}

const timeoutMs = 10_000
const retries = 2

interface S3Parts {
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Proofs as objects of an S3-compatible bucket, with keys such as `3f/3f00...`. Each call is signed (AWS Signature 4). */
export class S3Store implements ProofStore {
  readonly #client: AwsClient
  readonly #url: string

  constructor({ url, ...keys }: S3Parts) {
    this.#client = new AwsClient({ ...keys, service: 's3', retries })
    this.#url = url.replace(/\/+$/, '')
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.#call(`/${shardOf(name)}/${name}`, { method: 'PUT', body: new Uint8Array(bytes) })
  }

  async get(name: string): Promise<Buffer | undefined> {
    const response = await this.#call(`/${shardOf(name)}/${name}`, {}, [404])
    return response.status === 404 ? undefined : Buffer.from(await response.arrayBuffer())
  }

  async delete(name: string): Promise<void> {
    await this.#call(`/${shardOf(name)}/${name}`, { method: 'DELETE' }, [404])
  }

  /** @param allowed statuses that are answers besides 2xx @throws Error that names the status */
  async #call(path: string, init: RequestInit, allowed: readonly number[] = []): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await this.#client.fetch(`${this.#url}${path}`, { ...init, signal })
    if (response.ok || allowed.includes(response.status)) return response
    throw new Error(`the store of proofs answered ${response.status} to ${init.method ?? 'GET'}`)
  }
}

export const proofsEnv = {
  PROOFS_DIR: text.describe(
    'The folder with the pictures of proofs, on a volume of its own. Not used with PROOFS_S3_URL.',
  ),
  PROOFS_S3_URL: text
    .pipe(z.url({ protocol: /^https?$/, error: 'must be an http URL' }).optional())
    .describe(
      'The URL of a bucket of S3-compatible storage for proofs, with the bucket in the path: `https://s3.example.in/proofs`.',
    ),
  PROOFS_S3_REGION: text.pipe(z.string().default('us-east-1')).describe('The region of the bucket.'),
  PROOFS_S3_KEY_ID: text.describe('The id of the access key of the bucket. Required with PROOFS_S3_URL.'),
  PROOFS_S3_SECRET: secretly(text, 'The secret of the access key of the bucket. Required with PROOFS_S3_URL.'),
}

type ProofsConfig = z.output<z.ZodObject<typeof proofsEnv>>

/** Proofs need a store. */
export function requireProofStore(config: ProofsConfig, issues: z.RefinementCtx): void {
  const isBucket = config.PROOFS_S3_URL !== undefined
  const needed = isBucket ? (['PROOFS_S3_KEY_ID', 'PROOFS_S3_SECRET'] as const) : (['PROOFS_DIR'] as const)
  const message = isBucket ? 'PROOFS_S3_URL needs it' : 'proofs need PROOFS_DIR or PROOFS_S3_URL'
  for (const name of needed) if (config[name] === undefined) issues.addIssue({ code: 'custom', path: [name], message })
}

export function openProofStore(config: ProofsConfig): ProofStore {
  const { PROOFS_DIR: folder = '', PROOFS_S3_URL: url, PROOFS_S3_REGION: region } = config
  const { PROOFS_S3_KEY_ID: accessKeyId = '', PROOFS_S3_SECRET: secretAccessKey = '' } = config
  return url === undefined ? new FolderStore(folder) : new S3Store({ url, region, accessKeyId, secretAccessKey })
}
