import { z } from 'zod'
import { LimitPeriod, LimitType } from './primitives.ts'

const RetryAfter = z.object({ retryAfterMs: z.number().nonnegative() })
const Most = z.object({ max: z.number().nonnegative() })

/** What is wrong with a request where the person who sent it has to be told which of several things it is. */
export const requestFaults = [
  'password_too_common',
  'utr_missing',
  'utr_characters',
  'utr_length',
  'file_unknown',
  'file_heic',
  'file_not_image',
  'file_damaged',
  'file_too_large',
  'file_locked',
  'file_no_pages',
  'file_too_heavy',
  'file_too_much',
  'account_name',
  'account_name_latin',
  'account_number',
  'ifsc',
  'mobile',
  'withdraw_password_length',
] as const

/** `min` and `max` are the limits of the field that is out of them, `got` is what was given. */
const WrongRequest = z
  .object({ fault: z.enum(requestFaults), min: z.number(), max: z.number(), got: z.number() })
  .partial()

/** The limit of the player that has the least left, in rupees. */
const OwnLimit = z
  .object({ type: LimitType, period: LimitPeriod, limit: z.number(), left: z.number().nonnegative() })
  .partial()

/**
 * All refusals of a call, each with a status and a default text (docs/reference/wire.md). A handler may use the text of
 * the product spec instead. `params` are the numbers of the text in the wire form (amounts in rupees), so that an app can
 * translate the text. A refusal must have its params, unless all of them are optional.
 */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'The request is not valid.', params: WrongRequest },
  invalid_payload: { status: 400, message: 'The command is not valid.', params: WrongRequest },
  amount_over_limit: { status: 400, message: 'The amount is over the limit of this site.', params: Most },
  invalid_code: { status: 400, message: 'The OTP is wrong or has expired.' },
  terms_required: { status: 400, message: 'Please accept the Terms of Service and Privacy Policy.' },
  unauthenticated: { status: 401, message: 'Authentication required' },
  invalid_credentials: { status: 401, message: 'Wrong email or password.' },
  forbidden: { status: 403, message: 'You may not do this.' },
  own_request: { status: 403, message: 'You may not approve a request of your own.' },
  account_closed: { status: 403, message: 'This account has been closed.' },
  account_suspended: { status: 403, message: 'This account is suspended. Please write to support.' },
  email_not_verified: { status: 403, message: 'Please verify your email first.' },
  self_excluded: { status: 403, message: 'You have excluded yourself from play.' },
  time_out: { status: 403, message: 'You are taking a break from play.' },
  limit_reached: {
    status: 403,
    message: 'This exceeds a limit that you set. See your limits under Safer play.',
    params: OwnLimit,
  },
  not_found: { status: 404, message: 'Not found' },
  proof_deleted: {
    status: 410,
    message: 'The proof was deleted some time after the decision about this request.',
    params: z.object({ afterDays: z.number() }),
  },
  proof_missing: { status: 404, message: 'The proof is missing in the storage of this site.' },
  insufficient_balance: { status: 422, message: 'Insufficient balance!', params: z.object({ balance: z.number() }) },
  max_win_exceeded: {
    status: 422,
    message: 'This bet could win more than the maximum of ₹10,00,000. Please lower the bet.',
    params: Most,
  },
  invalid_boundary: {
    status: 422,
    message: 'A balance boundary does not fit your current balance.',
    params: z.object({ balance: z.number() }),
  },
  too_many_pending: { status: 422, message: 'You have too many pending requests.', params: Most },
  support_full: {
    status: 422,
    message: 'Too many messages wait for an answer. Please try again later.',
    params: z.object({ whose: z.enum(['player', 'strangers', 'all']) }),
  },
  account_not_empty: {
    status: 422,
    message: 'The account is not empty. Withdraw your balance first.',
    params: z.object({ holds: z.enum(['balance', 'open_bets', 'requests']) }),
  },
  views_full: { status: 422, message: 'You have saved the maximum number of views.', params: Most },
  view_exists: { status: 409, message: 'You have a view of this name already.' },
  accounts_full: { status: 422, message: 'You have saved the maximum number of bank accounts.', params: Most },
  wrong_password: { status: 422, message: 'The password is wrong.' },
  totp_required: { status: 422, message: 'Please enter the code of your authenticator app.' },
  totp_set_up_required: {
    status: 422,
    message: 'Every admin here logs in with two steps. Please set up yours first.',
  },
  new_password_required: { status: 422, message: 'Please choose a password of your own.' },
  wrong_withdraw_password: { status: 422, message: 'The withdraw password is wrong.' },
  already_decided: { status: 409, message: 'This request has been decided already.' },
  better_proof_refused: { status: 409, message: 'This request needs no other proof.' },
  duplicate_utr: {
    status: 409,
    message:
      'This UTR/Reference number has been used already. If you made this payment, send the receipt of your bank to support.',
  },
  game_active: { status: 409, message: 'You have a game in progress. Please finish it before you start another.' },
  game_not_active: { status: 409, message: 'Game is not active' },
  no_tile_revealed: { status: 409, message: 'Must reveal at least one tile before cashing out' },
  auto_running: { status: 409, message: 'Auto mode is already running. Please stop it first.' },
  account_changed: { status: 409, message: 'Your bank accounts have changed. Please check them and try again.' },
  account_waits: {
    status: 409,
    message: 'This bank account was saved on a new device or after a password reset. It cannot be used yet.',
    params: z.object({ usableFrom: z.string() }),
  },
  bank_row_changed: { status: 409, message: 'The bank row and the request do not match any more. Look at them again.' },
  bank_amount_differs: {
    status: 409,
    message: 'The bank has another amount for this UTR.',
    params: z.object({ amount: z.number() }),
  },
  bank_row_returned: { status: 409, message: 'The bank returned the payment with this UTR. Reject this request.' },
  bank_row_used: {
    status: 409,
    message: 'The bank payment with this UTR and amount already paid for another request.',
    params: z.object({ requestId: z.string() }),
  },
  second_admin_needed: { status: 409, message: 'You have approved this request. Another admin has to approve it too.' },
  being_paid: {
    status: 409,
    message: 'Another admin is paying this withdrawal.',
    params: z.object({ by: z.string(), since: z.string() }),
  },
  payout_expired: {
    status: 409,
    message: 'A payout of this withdrawal was started and not ended. Check the bank, then release the payout.',
    params: z.object({ by: z.string(), since: z.string() }),
  },
  first_approval_needed: {
    status: 409,
    message: 'This withdrawal needs a first approval by another admin before it is paid.',
  },
  reference_paid: {
    status: 409,
    message: 'This bank reference belongs to another request.',
    params: z.object({ requestId: z.string() }),
  },
  payout_file_refused: {
    status: 409,
    message: 'Some of these withdrawals cannot be in a payment file now.',
    params: z.object({ ids: z.array(z.string()) }),
  },
  hold_differs: {
    status: 409,
    message: 'Decided, but the wallet holds another amount: do not pay it. Check the ledger entries of the withdrawal.',
  },
  name_taken: { status: 409, message: 'This name is taken.' },
  qr_differs: {
    status: 409,
    message: 'The QR image does not pay to this UPI ID. Check both before you save them.',
    params: z.object({ paysTo: z.string().nullable() }),
  },
  conversation_changed: { status: 409, message: 'A new message came. Read it, then reply again.' },
  settings_changed: { status: 409, message: 'Another admin changed the settings. Check them and try again.' },
  idempotency_conflict: { status: 409, message: 'This Idempotency-Key was used with another request.' },
  commitment_changed: { status: 409, message: 'Your bet was not placed: the commitment changed. Please try again.' },
  not_finished: { status: 409, message: 'The result is not known yet.' },
  bet_settled: { status: 409, message: 'This bet has been settled already.' },
  bet_voided: { status: 409, message: 'This bet has been voided.' },
  betting_closed: { status: 409, message: 'Betting is closed for this round!' },
  bet_already_placed: { status: 409, message: 'Bet already placed!' },
  round_full: { status: 409, message: 'This round takes no more bets.' },
  no_bet: { status: 409, message: 'You have no bet in this round.' },
  already_settled: { status: 409, message: 'Your bet in this round is already settled.' },
  round_not_flying: { status: 409, message: 'The round has not taken off yet.' },
  round_crashed: { status: 409, message: 'The round has crashed already.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  payload_too_large: { status: 413, message: 'The request is too large.', params: z.object({ maxBytes: z.number() }) },
  too_many_requests: { status: 429, message: 'Too many requests. Please wait a moment.', params: RetryAfter },
  upload_quota_reached: {
    status: 429,
    message: 'You have sent the maximum number of proofs for one day. Please try again tomorrow.',
    params: Most.extend(RetryAfter.shape),
  },
  internal: { status: 500, message: 'Server error' },
  unavailable: {
    status: 503,
    message: 'The service is not available right now. Please try again.',
    params: RetryAfter.partial(),
  },
  maintenance: { status: 503, message: 'The site is under maintenance.' },
} as const satisfies Record<string, { status: number; message: string; params?: z.ZodObject }>

export type ErrorCode = keyof typeof errorCatalogue

export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[]

/** Narrows a text from the wire to a code of the catalogue. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCatalogue, code)
}

/** The params that refusals of a code carry. */
export type RefusalParams<C extends ErrorCode = ErrorCode> = C extends ErrorCode
  ? (typeof errorCatalogue)[C] extends { readonly params: infer P extends z.ZodType }
    ? Readonly<z.output<P>>
    : undefined
  : never

/** A code with its params. Older servers and proxies may send no params. */
export type CodedRefusal = {
  [C in ErrorCode]: { readonly code: C; readonly params?: RefusalParams<C> | undefined }
}[ErrorCode]

/** Parses the params of a code; undefined if they do not fit the code. */
export function readRefusal(code: ErrorCode, params: unknown): CodedRefusal {
  const entry = errorCatalogue[code]
  return { code, params: 'params' in entry ? entry.params.safeParse(params).data : undefined } as CodedRefusal
}

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

/** Refusals by the rules of safer play, and of who is suspended, given by the wallet wherever money is staked. */
export const protectionErrors = [
  'account_suspended',
  'limit_reached',
  'self_excluded',
  'time_out',
] as const satisfies readonly ErrorCode[]
