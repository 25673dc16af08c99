import { readFile } from 'node:fs/promises'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { Manifest, titleOf } from './manifests.ts'

/** What the API server answers when it refuses. */
const Refused = z.object({ kind: z.literal('Status'), message: z.string() })
const Resources = z.object({
  resources: z.array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean() })),
})

/** The API server did not take a resource, for the reason in its message. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken'
}

/** An API server of Kubernetes on 127.0.0.1, as its administrator. */
export class Api {
  readonly #port: number
  readonly #token: string
  readonly #certificateFile: string
  readonly #resources = new Map<string, Promise<z.output<typeof Resources>['resources']>>()

  /** @param certificateFile of the server, which it makes at its first start */
  constructor(port: number, token: string, certificateFile: string) {
    this.#port = port
    this.#token = token
    this.#certificateFile = certificateFile
  }

  async isReady(): Promise<boolean> {
    const answer = await this.#ask('GET', '/readyz').catch(() => undefined)
    return answer?.status === 200
  }

  /** Applies a resource on the server's side; a field that its schema does not have is refused. @returns it as the server holds it. @throws NotTaken */
  async apply(manifest: Manifest): Promise<Manifest> {
    const path = `${await this.#collectionOf(manifest)}/${manifest.metadata.name}`
    const query = '?fieldManager=kismet&fieldValidation=Strict&force=true'
    return this.#taken(manifest, await this.#ask('PATCH', `${path}${query}`, 'application/apply-patch+yaml', manifest))
  }

  /** Asks whether the server would create a resource. @throws NotTaken */
  async wouldCreate(manifest: Manifest): Promise<Manifest> {
    const path = `${await this.#collectionOf(manifest)}?dryRun=All&fieldValidation=Strict`
    return this.#taken(manifest, await this.#ask('POST', path, 'application/json', manifest))
  }

  /** Whether the server answers for resources of a kind. */
  async knows({ apiVersion, kind }: Pick<Manifest, 'apiVersion' | 'kind'>): Promise<boolean> {
    const { status, body } = await this.#ask('GET', groupPath(apiVersion))
    return status === 200 && Resources.parse(JSON.parse(body)).resources.some((one) => one.kind === kind)
  }

  #taken(manifest: Manifest, { status, body }: { status: number; body: string }): Manifest {
    if (status < 300) return Manifest.parse(JSON.parse(body))
    const refused = Refused.safeParse(JSON.parse(body))
    throw new NotTaken(`${titleOf(manifest)}: ${refused.success ? refused.data.message : body}`)
  }

  async #collectionOf({ apiVersion, kind, metadata }: Manifest): Promise<string> {
    const group = groupPath(apiVersion)
    const known = this.#resources.get(group) ?? this.#resourcesOf(group)
    this.#resources.set(group, known)
    const resource = (await known).find((one) => one.kind === kind && !one.name.includes('/'))
    if (resource === undefined)
      throw new NotTaken(`${kind} ${metadata.name}: the server knows no ${kind} of ${apiVersion}`)
    return resource.namespaced
      ? `${group}/namespaces/${metadata.namespace ?? 'default'}/${resource.name}`
      : `${group}/${resource.name}`
  }

  async #resourcesOf(group: string): Promise<z.output<typeof Resources>['resources']> {
    const { status, body } = await this.#ask('GET', group)
    return status === 200 ? Resources.parse(JSON.parse(body)).resources : []
  }

  async #ask(method: string, path: string, type?: string, body?: unknown): Promise<{ status: number; body: string }> {
    const ca = await readFile(this.#certificateFile)
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${this.#token}`,
        ...(type === undefined ? {} : { 'Content-Type': type }),
      }
      const asked = request({ host: '127.0.0.1', port: this.#port, method, path, headers, ca }, (response) => {
        text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject)
      })
      asked.once('error', reject)
      asked.end(body === undefined ? undefined : JSON.stringify(body))
    })
  }
}

const groupPath = (apiVersion: string): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`
