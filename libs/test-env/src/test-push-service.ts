import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import type { ECDH } from 'node:crypto'
import { systemClock } from '@kismet/service-kit/clock'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { closeAtEnd } from './left-behind.ts'

/** What `PushSubscription.toJSON()` gives. */
export interface TestSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

interface Browser {
  readonly pair: ECDH
  readonly auth: Buffer
  /** The payloads that came, decrypted. */
  readonly payloads: string[]
  /** How requests are answered; null: not at all. */
  status: number | null
  requests: number
}

const derived = (secret: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))

/** Decrypts a message as a browser does (RFC 8291, RFC 8188). */
function decrypted(body: Buffer, { pair, auth }: Browser): string {
  const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0]
  const [senderKey, content] = [body.subarray(21, 21 + keyLength), body.subarray(21 + keyLength)]
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const secret = derived(pair.computeSecret(senderKey), auth, info, 32)
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16))
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}

/** Checks who sends (RFC 8292). @throws Error that says what is wrong */
function requireVapid(request: IncomingMessage, audience: string): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(request.headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = Buffer.from(`${head}.${claims}`)
  const how = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', signed, how, Buffer.from(signature, 'base64url'))) throw new Error('wrong signature')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  if (aud !== audience || !String(sub).startsWith('mailto:')) throw new Error('wrong claims')
  if (!(Number(exp) > 0 && Number(exp) * 1_000 < systemClock.now() + 24 * 3_600_000)) throw new Error('wrong expiry')
}

/** A push service that stands in for those of the browsers: it checks the sender and decrypts what comes. */
export class TestPushService {
  readonly #server: Server
  readonly #browsers = new Map<string, Browser>()
  /** What was wrong with requests. */
  readonly faults: string[] = []

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#take(request).then((status) => status !== null && response.writeHead(status).end())
    })
  }

  static async start(): Promise<TestPushService> {
    const service = new TestPushService()
    service.#server.listen(0, '127.0.0.1')
    await once(service.#server, 'listening')
    closeAtEnd(() => service.close())
    return service
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** A browser subscribes. */
  subscribe(): TestSubscription {
    const path = `/push/${randomUUID()}`
    const [pair, auth] = [createECDH('prime256v1'), randomBytes(16)]
    const p256dh = pair.generateKeys('base64url')
    this.#browsers.set(path, { pair, auth, payloads: [], status: 201, requests: 0 })
    return { endpoint: `${this.origin}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
  }

  /** A browser, by its subscription. */
  browser({ endpoint }: TestSubscription): Browser {
    const found = this.#browsers.get(new URL(endpoint).pathname)
    if (found === undefined) throw new Error(`No browser has subscribed to ${endpoint}`)
    return found
  }

  async #take(request: IncomingMessage): Promise<number | null> {
    const browser = this.#browsers.get(request.url ?? '')
    if (browser === undefined) return 404
    const body = await buffer(request)
    browser.requests += 1
    if (browser.status !== 201) return browser.status
    try {
      requireVapid(request, this.origin)
      if (!(Number(request.headers.ttl) > 0)) throw new Error('no TTL')
      if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('wrong encoding')
      browser.payloads.push(decrypted(body, browser))
      return 201
    } catch (error) {
      this.faults.push(String(error))
      return 400
    }
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
    await Promise.resolve()
  }
}
