import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const bucketKeys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a-secret-of-the-tests', region: 'ap-south-1' }

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** Whether a request has the right AWS Signature 4, computed here from its specification. */
function isSigned({ method = '', url = '', headers }: IncomingMessage, body: Buffer): boolean {
  const said = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
    headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = '', signature = ''] = said ?? []
  const [keyId, ...scope] = credential.split('/')
  const [day = '', region = '', service = ''] = scope
  const { pathname, searchParams } = new URL(url, 'http://store')
  const query = [...searchParams]
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&')
  const lines = signedHeaders
    .split(';')
    .map((header) => `${header}:${String(headers[header]).trim()}\n`)
    .join('')
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const request = [method, pathname, query, lines, signedHeaders, hash].join('\n')
  const time = String(headers['x-amz-date'])
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(request)].join('\n')
  const key = hmac(hmac(hmac(hmac(`AWS4${bucketKeys.secretAccessKey}`, day), region), service), 'aws4_request')
  return keyId === bucketKeys.accessKeyId && hmac(key, toSign).toString('hex') === signature
}

/** A bucket that checks signatures. Its objects stay while it is closed. */
export class FakeBucket {
  readonly objects = new Map<string, Buffer>()
  #server: Server | undefined
  #port = 0

  get url(): string {
    return `http://127.0.0.1:${this.#port}/proofs`
  }

  /** Opens the bucket; the second time at the same address. */
  async open(): Promise<void> {
    const server = createServer((request, response) => {
      void buffer(request).then((body) => {
        const { pathname } = new URL(request.url ?? '', 'http://store')
        const found = this.objects.get(pathname)
        if (!isSigned(request, body)) response.writeHead(403).end()
        else if (request.method === 'PUT') response.end(void this.objects.set(pathname, body))
        else if (request.method === 'DELETE') response.writeHead(this.objects.delete(pathname) ? 204 : 404).end()
        else response.writeHead(found === undefined ? 404 : 200).end(found)
      })
    })
    this.#server = server
    await new Promise<void>((listening) => void server.listen(this.#port, '127.0.0.1', listening))
    this.#port = (server.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    const server = this.#server
    if (server?.listening !== true) return
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}
