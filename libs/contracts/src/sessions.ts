import { z } from 'zod'
import { adminRoles, operation } from './operation.ts'
import { Id, NoInput } from './primitives.ts'

export const Audience = z.enum(['player', 'admin'])
export type Audience = z.output<typeof Audience>

/** The cookies that hold the device token: 32 random bytes in hex, made at each login. One of each app, for browsers that see both at one host. */
export const deviceCookies: Readonly<Record<Audience, string>> = {
  player: 'kismet-device',
  admin: 'kismet-admin-device',
}

/** Public keys (JWK set) that tokens are signed with. Every service verifies tokens with them. */
export const getKeys = operation({
  subject: 'auth.get-keys',
  callers: ['gateway', 'wallet', 'dice-slots', 'mines', 'aviator', 'payments', 'support', 'analytics'],
  input: NoInput,
  output: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
  errors: [],
})

/** Asked by the gateway when Redis does not know a session, and by Mines about the session that has started a run. A live one is put back into Redis; `holder` is what stands there, null when it does not live. */
export const checkSession = operation({
  subject: 'auth.check-session',
  callers: ['gateway', 'mines'],
  input: z.object({ sessionId: Id }),
  output: z.object({ holder: z.string().nullable() }),
  errors: [],
})

/** Told by the gateway, at most once a minute a session, that its person did something. */
export const touchSession = operation({
  subject: 'auth.touch-session',
  callers: ['gateway'],
  input: z.object({ sessionId: Id }),
  output: z.object({ live: z.boolean() }),
  errors: [],
})

/** The keys of live sessions in Redis; the value is their `sessionHolder`. Written by auth, read by the gateway on each request. */
export function sessionKey(sessionId: string): string {
  return `session:${sessionId}`
}

/** What a token says. Signed with ES256; `aud` separates players from admins. */
export const TokenClaims = z.object({
  sub: Id,
  sid: Id,
  aud: Audience,
  email: z.string().optional(),
  username: z.string().optional(),
  role: z.enum(adminRoles).optional(),
  iat: z.int(),
  exp: z.int(),
})
export type TokenClaims = z.output<typeof TokenClaims>

/** The holder of a session: `player <id>` or `admin <id> <role>`. A token with other claims is refused for this session. */
export function sessionHolder({ aud, sub, role }: Pick<TokenClaims, 'aud' | 'sub' | 'role'>): string {
  return role === undefined ? `${aud} ${sub}` : `${aud} ${sub} ${role}`
}
