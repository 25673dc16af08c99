import { getSiteMaintenance } from '@kismet/contracts'

/** What the servers of the apps have in common: ours (`app-server.ts`) and the nginx of the images (`nginx-config.ts`). */

/** Everything comes from the app's own origin; nothing inline or evaluated runs. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
].join('; ')

/** On every file and page of an app. */
export const securityHeaders = {
  'Content-Security-Policy': contentSecurityPolicy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const

/** Names below /assets carry a hash of their content; what stands under any other name may change. */
export const cacheControl = {
  immutable: 'public, max-age=31536000, immutable',
  revalidated: 'no-cache',
  refusal: 'no-store',
} as const

/**
 * What no path of a call has that the player app carries, as a regular expression without case: a percent sign, dot, slash or backslash that is written as a code, or a backslash. Who
 * stands behind might see another path in it than the one that was looked at.
 */
export const ambiguous = '%25|%2e|%2f|%5c|\\x5c'

/** How long a server of an app waits, in ms. */
export const waits = {
  /** For the gateway's answer. */
  answerMs: 60_000,
  /** For the head of a request. */
  headMs: 15_000,
  /** On a connection on which nothing comes and nothing is taken. */
  silentMs: 90_000,
} as const

/** Connections of a server: as many as a gateway takes. */
export const maxConnections = 10_000

/** The one call of the admin area that the player app needs. */
export const publicAdminPath = getSiteMaintenance.route.path

/** What is answered where the gateway is not asked, or does not answer. */
export const refusals = {
  notFound: { success: false, message: 'Not found', code: 'not_found' },
  unavailable: { success: false, message: 'Service temporarily unavailable', code: 'unavailable' },
} as const
export const retryAfterSeconds = 2
