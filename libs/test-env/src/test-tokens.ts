import { generateKeyPairSync } from 'node:crypto'
import { systemRandomness } from '@kismet/service-kit/randomness'
import { systemClock } from '@kismet/service-kit/clock'
import { sessionHolder } from '@kismet/contracts'
import type { AdminRole } from '@kismet/contracts'
import jwt from 'jsonwebtoken'

export interface TestPlayer {
  readonly id: string
  readonly email: string
  readonly sessionId: string
  /** What auth lists the session as while it lives. */
  readonly holder: string
  readonly token: string
}

export interface TestAdmin {
  readonly id: string
  readonly username: string
  readonly role: AdminRole
  readonly sessionId: string
  /** What auth lists the session as while it lives. */
  readonly holder: string
  readonly token: string
}

const lifetimeSeconds = 24 * 60 * 60

/** Signs tokens as auth does, for tests of the other services: serve `keys` as the answer of `auth.get-keys`. */
export class TestTokens {
  readonly keys: readonly Record<string, unknown>[]
  readonly #privateKey
  readonly #keyId: string
  #count = 0

  /** `keyId` names its key; two signers of one test have two. */
  constructor(keyId = 'test') {
    this.#keyId = keyId
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = pair.privateKey
    this.keys = [{ ...pair.publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' }]
  }

  player(): TestPlayer {
    const id = this.#id()
    const sessionId = this.#id()
    const email = `player-${(this.#count += 1)}@example.in`
    const holder = sessionHolder({ aud: 'player', sub: id })
    return { id, sessionId, email, holder, token: this.sign({ sub: id, sid: sessionId, aud: 'player', email }) }
  }

  admin(role: AdminRole = 'owner'): TestAdmin {
    const id = this.#id()
    const sessionId = this.#id()
    const username = `${role}-${(this.#count += 1)}`
    return {
      id,
      sessionId,
      username,
      role,
      holder: sessionHolder({ aud: 'admin', sub: id, role }),
      token: this.sign({ sub: id, sid: sessionId, aud: 'admin', username, role }),
    }
  }

  /** A token with just these claims, for tests of what is refused. */
  sign(claims: Record<string, unknown>, expiresInSeconds: number = lifetimeSeconds): string {
    const iat = Math.floor(systemClock.now() / 1000)
    const exp = iat + expiresInSeconds
    return jwt.sign({ iat, exp, ...claims }, this.#privateKey, { algorithm: 'ES256', keyid: this.#keyId })
  }

  #id(): string {
    return systemRandomness.id(systemClock.now())
  }
}
