import { AwsClient } from 'aws4fetch'
import { shardOf } from './proof-store.ts'
import type { ListedFile, ProofStore } from './proof-store.ts'

const timeoutMs = 10_000
const retries = 2

interface S3Parts {
  /** The URL of the bucket. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const textOf = (xml: string, tag: string): string => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1] ?? ''

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

  async list(shard: string): Promise<ListedFile[]> {
    const prefix = `${shardOf(shard.padEnd(32, '0'))}/`
    const xml = await (await this.#call(`?list-type=2&max-keys=1000&prefix=${encodeURIComponent(prefix)}`, {})).text()
    return (xml.match(/<Contents>.*?<\/Contents>/gs) ?? []).map((contents) => ({
      name: textOf(contents, 'Key').slice(prefix.length),
      storedAtMs: Date.parse(textOf(contents, 'LastModified')),
    }))
  }

  /** @param allowed statuses that are answers besides 2xx @throws Error that names the status */
  async #call(path: string, init: RequestInit, allowed: readonly number[] = []): Promise<Response> {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await this.#client.fetch(`${this.#url}${path}`, { ...init, signal })
    if (response.ok || allowed.includes(response.status)) return response
    throw new Error(`the store of proofs answered ${response.status} to ${init.method ?? 'GET'}`)
  }
}
