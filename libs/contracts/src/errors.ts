/**
 * Every way in which a call can be refused: one status and one default text each (docs/wire.md, "General").
 * A handler may give a text of its own where the product spec has one.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  amount_over_limit: { status: 400, message: 'The amount is over the limit of this site.' },
  invalid_code: { status: 400, message: 'The OTP is wrong or has expired.' },
  terms_required: { status: 400, message: 'Please accept the Terms of Service and Privacy Policy.' },
  unauthenticated: { status: 401, message: 'Authentication required' },
  invalid_credentials: { status: 401, message: 'Wrong email or password.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  email_not_verified: { status: 403, message: 'Please verify your email first.' },
  self_excluded: { status: 403, message: 'You have excluded yourself from play.' },
  time_out: { status: 403, message: 'You are taking a break from play.' },
  limit_reached: { status: 403, message: 'This would pass a limit that you have set.' },
  not_found: { status: 404, message: 'Not found' },
  proof_deleted: { status: 410, message: 'The proof was deleted 90 days after the rejection of this request.' },
  insufficient_balance: { status: 422, message: 'Insufficient balance!' },
  max_win_exceeded: {
    status: 422,
    message: 'This bet could win more than the maximum of ₹10,00,000. Please lower the bet.',
  },
  too_many_pending: { status: 422, message: 'Too many of your requests are waiting for a decision.' },
  already_decided: { status: 409, message: 'This request has been decided already.' },
  duplicate_utr: { status: 409, message: 'This UTR/Reference number has been used already.' },
  idempotency_conflict: { status: 409, message: 'This Idempotency-Key was used with another request.' },
  commitment_changed: { status: 409, message: 'The published seed has been used already. Please try again.' },
  not_finished: { status: 409, message: 'The result is not known yet.' },
  bet_settled: { status: 409, message: 'This bet has been settled already.' },
  bet_voided: { status: 409, message: 'This bet has been voided.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  payload_too_large: { status: 413, message: 'The request is too large.' },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment.' },
  upload_quota_reached: {
    status: 429,
    message: 'You have sent as many proofs as can be taken in a day. Please try again tomorrow.',
  },
  internal: { status: 500, message: 'Server error' },
  unavailable: { status: 503, message: 'The service is not available right now. Please try again.' },
  maintenance: { status: 503, message: 'The site is under maintenance.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[]

/** Narrows a text from the wire to a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}

/**
 * The numbers in the text of a refusal, in the wire form (docs/wire.md, "General"), so that it can be said in another language: `insufficient_balance` has
 * `{ balance }`, a limit `{ min, max }`, what comes too early `{ retryAfterMs }`, which is in the `Retry-After` header as well.
 */
export type RefusalParams = Readonly<Record<string, number>>

/** The body of every failed answer. */
export interface Failure {
  readonly success: false
  readonly message: string
  readonly code: ErrorCode
  readonly params?: RefusalParams
}

/** Refusals that any operation may give, besides those it lists. */
export const universalErrors = [
  'invalid_request',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

/** Refusals by the rules of safer play, given by the wallet wherever money is staked. */
export const protectionErrors = ['limit_reached', 'self_excluded', 'time_out'] as const satisfies readonly ErrorCode[]
