import { createHash, createPublicKey } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { TokenClaims } from '@kismet/contracts'
import type { AdminRole, Audience } from '@kismet/contracts'
import jwt from 'jsonwebtoken'
import type { Clock } from './clock.ts'
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

/** Gives the public keys as a JWK set; each has a `kid`. */
export type KeySource = () => Promise<readonly Record<string, unknown>[]>

const maxCached = 20_000
const keysEveryMs = 10_000

/**
 * Checks the signature, the audience and the end of tokens. A verified token is remembered by its hash until it ends, because ES256 costs
 * over 100 us. Whether the session still lives is not its question.
 */
export class TokenVerifier {
  readonly #source: KeySource
  readonly #clock: Clock
  readonly #verified = new Map<string, TokenClaims>()
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
    const id = createHash('sha256').update(token).digest('base64')
    const claims = this.#verified.get(id) ?? (await this.#check(token, id))
    if (claims.exp * 1000 <= this.#clock.now() || claims.aud !== audience) throw new Refusal('unauthenticated')
    return claims
  }

  async #check(token: string, id: string): Promise<TokenClaims> {
    const kid = jwt.decode(token, { complete: true })?.header.kid
    if (kid === undefined) throw new Refusal('unauthenticated')
    const key = await this.#key(kid)
    if (key === undefined) throw new Refusal('unauthenticated')
    const claims = verifySignature(token, key, this.#clock.now())
    if (this.#verified.size >= maxCached) this.#verified.clear()
    this.#verified.set(id, claims)
    return claims
  }

  async #key(kid: string): Promise<KeyObject | undefined> {
    if (!this.#keys.has(kid) && this.#clock.now() - this.#keysAt >= keysEveryMs) {
      this.#fetching ??= this.#fetchKeys().finally(() => (this.#fetching = undefined))
      await this.#fetching
    }
    return this.#keys.get(kid)
  }

  async #fetchKeys(): Promise<void> {
    const keys = await this.#source()
    this.#keys = new Map(keys.map((jwk) => [String(jwk.kid), createPublicKey({ key: jwk, format: 'jwk' })]))
    this.#keysAt = this.#clock.now()
  }
}

function verifySignature(token: string, key: KeyObject, nowMs: number): TokenClaims {
  try {
    const payload = jwt.verify(token, key, { algorithms: ['ES256'], clockTimestamp: Math.floor(nowMs / 1000) })
    return TokenClaims.parse(payload)
  } catch {
    throw new Refusal('unauthenticated')
  }
}

export function playerOf(claims: TokenClaims): Player {
  return { id: claims.sub, email: claims.email ?? '', sessionId: claims.sid }
}

/** @throws Refusal `forbidden` when the role of the token is not one of `roles`. */
export function adminOf(claims: TokenClaims, roles: readonly AdminRole[]): Admin {
  if (claims.role === undefined || !roles.includes(claims.role)) throw new Refusal('forbidden')
  return { id: claims.sub, username: claims.username ?? '', role: claims.role, sessionId: claims.sid }
}

/** The token of an `Authorization: Bearer ...` header. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([^\s]+)$/i.exec(header ?? '')?.[1]
}
