import { createPublicKey, hash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { TokenClaims } from '@kismet/contracts'
import type { Access, AdminRole, Audience } from '@kismet/contracts'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Clock } from './clock.ts'
import type { Logger } from './logger.ts'
import { startLoop } from './loop.ts'
import type { Loop } from './loop.ts'
import { Refusal } from './refusal.ts'

export interface Player {
  readonly id: string
  readonly email: string
  readonly sessionId: string
}

export interface Admin {
  readonly id: string
  readonly username: string
  readonly role: AdminRole
  readonly sessionId: string
}

/** The caller; without player and admin on a public route. */
export interface Caller {
  readonly player?: Player
  readonly admin?: Admin
}

/** Gives the public keys as a JWK set; each has a `kid`. */
export type KeySource = () => Keys | Promise<Keys>
type Keys = readonly Record<string, unknown>[]

const maxCached = 20_000
/** A key that was revoked is believed for no longer than this. */
const keysEveryMs = 30_000
/** Tokens with unknown keys cause a request to auth at most once in this time. */
const askAtMostEveryMs = 1_000

/**
 * Checks the signature, the audience and the end of tokens. A verified token is remembered by its hash as long as its key is known, because ES256
 * costs over 100 us. Whether the session still lives is not its question.
 */
export class TokenVerifier {
  readonly #source: KeySource
  readonly #clock: Clock
  readonly #verified = new LRUCache<string, { readonly kid: string; readonly claims: TokenClaims }>({ max: maxCached })
  #keys = new Map<string, KeyObject>()
  #keysAt = Number.NEGATIVE_INFINITY
  #fetching: Promise<void> | undefined

  constructor(source: KeySource, clock: Clock) {
    this.#source = source
    this.#clock = clock
  }

  /** @throws Refusal `unauthenticated` for no, a false, an ended or another audience's token; `unavailable` when no keys can be had. */
  async verify(token: string | undefined, audience: Audience): Promise<TokenClaims> {
    if (token === undefined || token === '' || token.length > 4096) throw new Refusal('unauthenticated')
    const id = hash('sha256', token, 'base64')
    const known = this.#verified.get(id)
    const claims = known !== undefined && this.#keys.has(known.kid) ? known.claims : await this.#check(token, id)
    if (claims.exp * 1000 <= this.#clock.now() || claims.aud !== audience) throw new Refusal('unauthenticated')
    return claims
  }

  /**
   * Reads the keys from time to time, so that a revoked key is dropped. While auth does not answer,
   * the known keys stay in use.
   */
  watch(log: Logger): Loop {
    return startLoop('keys', keysEveryMs, log, () => this.refresh())
  }

  /** Asks for the keys, once for all who wait. @throws Refusal `unavailable` */
  refresh(): Promise<void> {
    this.#fetching ??= this.#fetchKeys().finally(() => (this.#fetching = undefined))
    return this.#fetching
  }

  async #check(token: string, id: string): Promise<TokenClaims> {
    const kid = readToken(() => z.string().parse(jwt.decode(token, { complete: true })?.header.kid))
    if (!this.#keys.has(kid) && this.#clock.now() - this.#keysAt >= askAtMostEveryMs) await this.refresh()
    const key = this.#keys.get(kid)
    if (key === undefined) throw new Refusal('unauthenticated')
    const options = { algorithms: ['ES256' as const], clockTimestamp: Math.floor(this.#clock.now() / 1000) }
    const claims = readToken(() => TokenClaims.parse(jwt.verify(token, key, options)))
    this.#verified.set(id, { kid, claims })
    return claims
  }

  async #fetchKeys(): Promise<void> {
    const keys = await this.#source()
    this.#keys = new Map(keys.map((jwk) => [String(jwk.kid), createPublicKey({ key: jwk, format: 'jwk' })]))
    this.#keysAt = this.#clock.now()
  }
}

/** Reads a token, where a library throws on some texts. @throws Refusal `unauthenticated` */
function readToken<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new Refusal('unauthenticated')
  }
}

/** @throws Refusal `forbidden` when the role of the token is not one of `roles`. */
export function adminOf(claims: TokenClaims, roles: readonly AdminRole[]): Admin {
  if (claims.role === undefined || !roles.includes(claims.role)) throw new Refusal('forbidden')
  return { id: claims.sub, username: claims.username ?? '', role: claims.role, sessionId: claims.sid }
}

/** Reads in whose name a call is made. @throws Refusal when the token does not give this access */
export async function callerOf(verifier: TokenVerifier, access: Access, token: string | undefined): Promise<Caller> {
  if (access === 'anyone') return {}
  if (access === 'player') {
    const { sub, email = '', sid } = await verifier.verify(token, 'player')
    return { player: { id: sub, email, sessionId: sid } }
  }
  return { admin: adminOf(await verifier.verify(token, 'admin'), access.admin) }
}

/** The token of an `Authorization: Bearer ...` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1]
}
