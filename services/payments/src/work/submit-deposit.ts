import { hash } from 'node:crypto'
import { LimitPeriod, limitReached, limits, readDepositRules } from '@kismet/contracts'
import type { DepositRules } from '@kismet/contracts'
import { inTransaction, takeLock } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findReferenceOwner, takeReferenceLock } from '../db/payouts.ts'
import { insertProof } from '../db/proofs.ts'
import type { ProofPage } from '../db/proofs.ts'
import { findByKey, insertRequest } from '../db/requests.ts'
import type { RequestKey, StoredDeposit } from '../db/requests.ts'
import { insertAttempt, readUsage } from '../db/usage.ts'
import type { Usage } from '../db/usage.ts'
import type { DepositOrder } from '../domain/deposit-form.ts'
import type { Picture } from '../pictures/protocol.ts'
import { requireStore, storeFiles } from './keep-proofs.ts'
import { revisionShown } from './shown-accounts.ts'

const { pendingPerPlayer, perDay } = limits.deposit

export interface SubmittedDeposit {
  readonly player: Player
  readonly key: string
  readonly order: DepositOrder
  readonly proof: Buffer
  readonly requestId: string
}

export interface Submission {
  readonly deposit: StoredDeposit
  /** The key has a request, so the answer is a replay. */
  readonly isReplay: boolean
}

/**
 * Stores a deposit request once for its idempotency key. A refused request leaves the key free.
 * @throws Refusal `idempotency_conflict`, `maintenance`, `account_suspended`, `self_excluded`, `limit_reached`,
 *   `upload_quota_reached`, `duplicate_utr`, `too_many_pending`; `invalid_request` for a file that is no proof and
 *   for an account that players have never seen; `unavailable` when the rules of the player are unknown
 */
export async function submitDeposit(ctx: Context, submitted: SubmittedDeposit): Promise<Submission> {
  const { player, order, proof } = submitted
  // What the page showed is no part of the order: a form that is sent again may name another account.
  const input = JSON.stringify([order.amountPaise, order.method, order.utr, hash('sha256', proof)])
  const inputSha256 = hash('sha256', input, 'buffer')
  const key = { kind: 'deposit', playerId: player.id, key: submitted.key, inputSha256 } as const
  const known = await findByKey(ctx.db, key)
  if (known !== undefined) return { deposit: known, isReplay: true }
  const check = (proofBytes: number) => checkOrFind(ctx, submitted, key, proofBytes)
  return takeProof(ctx, submitted, check, (stored, rules) => store(ctx, submitted, stored, key, rules))
}

/** What the check of an upload finds: the request that has the upload already, or what takes it. */
export type Checked<Found> = { readonly stored: StoredDeposit } | { readonly stored?: never; readonly found: Found }

/** The pages of a proof as files, and their size. */
export interface StoredProof {
  readonly pages: readonly ProofPage[]
  readonly proofBytes: number
}

/**
 * Opens an uploaded proof and stores its files, under the lock of the player. So a double click opens its proof once, and each
 * unopened proof counts for the next.
 * @param check refuses the upload with its size, or finds the request that has it already
 * @throws Refusal of `check`; `invalid_request` for a file that is no proof; `unavailable` when proofs cannot be stored
 */
export function takeProof<Found>(
  ctx: Context,
  { player, proof }: Pick<SubmittedDeposit, 'player' | 'proof'>,
  check: (proofBytes: number) => Promise<Checked<Found>>,
  store: (proof: StoredProof, found: Found) => Promise<Submission>,
): Promise<Submission> {
  return ctx.pictures.ofProof(proof, player.id, async (open) => {
    const { stored } = await check(0)
    if (stored !== undefined) return { deposit: stored, isReplay: true }
    requireStore(ctx)
    const pictures = await openProof(ctx, player.id, open)
    const proofBytes = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)
    // Opening a proof takes time: maintenance may have begun, and the player may have lowered a limit. Files are stored after
    // the quota is checked with their size, so that refused requests do not fill the store.
    const checked = await check(proofBytes)
    if (checked.stored !== undefined) return { deposit: checked.stored, isReplay: true }
    return store({ pages: await storeFiles(ctx, pictures), proofBytes }, checked.found)
  })
}

/** Opens a proof. A file that is no proof counts against the quota of the player. @throws Refusal of `open` */
function openProof(
  { clock, db, randomness }: Pick<Context, 'clock' | 'db' | 'randomness'>,
  playerId: string,
  open: () => Promise<Picture[]>,
): Promise<Picture[]> {
  return open().catch(async (error: unknown) => {
    const atMs = clock.now()
    const attempt = { id: randomness.id(atMs), playerId, kind: 'unopened_proof', atMs } as const
    if (isRefusal(error, 'invalid_request')) await insertAttempt(db, attempt)
    throw error
  })
}

/** The rules that take the request, or the request that the key has. @throws Refusal as `submitDeposit` */
async function checkOrFind(
  ctx: Context,
  submitted: SubmittedDeposit,
  key: RequestKey<'deposit'>,
  proofBytes: number,
): Promise<Checked<DepositRules>> {
  const check = readRules(ctx, submitted).then(async (rules) => {
    await requireTakes(ctx.db, submitted, rules, proofBytes, ctx.clock.now())
    return rules
  })
  await check.catch(() => undefined)
  // The key is read last. If the same request was stored in between, it is no duplicate.
  const stored = await findByKey(ctx.db, key)
  return stored === undefined ? { found: await check } : { stored }
}

/** The rules of the player. @throws Refusal `maintenance`: the form may have been on its way for half an hour */
async function readRules(ctx: Context, { player, requestId }: SubmittedDeposit): Promise<DepositRules> {
  if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
  return ctx.bus.call(readDepositRules, { playerId: player.id }, { requestId })
}

/**
 * Checks the rules and quotas of the player, and that the reference is free.
 * @returns the revision of the account that the player was shown, if any
 * @throws Refusal as `submitDeposit`
 */
async function requireTakes(
  db: Queryable,
  { player, order }: SubmittedDeposit,
  rules: DepositRules,
  proofBytes: number,
  nowMs: number,
): Promise<string | null> {
  const usage = await readUsage(db, player.id, nowMs)
  requireAllowed(rules, usage.deposited, order, nowMs)
  requireQuota(usage, proofBytes)
  if ((await findReferenceOwner(db, order.utrNormalised)) !== undefined) throw new Refusal('duplicate_utr')
  requireRoomToWait(usage.pending, pendingPerPlayer)
  return revisionShown(db, order, nowMs)
}

function store(
  ctx: Context,
  submitted: SubmittedDeposit,
  { pages, proofBytes }: StoredProof,
  key: RequestKey<'deposit'>,
  rules: DepositRules,
): Promise<Submission> {
  const { player, order, proof } = submitted
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    // A withdrawal may have been paid with the reference while the proof was opened.
    await takeReferenceLock(transaction, order.utrNormalised)
    // One transaction at a time adds a request of this player.
    await takeLock(transaction, `usage ${player.id}`)
    const known = await findByKey(transaction, key)
    if (known !== undefined) return { deposit: known, isReplay: true }
    const revision = await requireTakes(transaction, submitted, rules, proofBytes, nowMs)
    const deposit = await insertRequest(transaction, {
      id: ctx.randomness.id(nowMs),
      kind: 'deposit',
      status: 'pending',
      player_id: player.id,
      player_email: player.email,
      amount_paise: order.amountPaise,
      created_at: new Date(nowMs),
      key: key.key,
      input_sha256: key.inputSha256,
      method: order.method,
      utr: order.utr,
      utr_normalised: order.utrNormalised,
      proof_pages: pages.length,
      proof_bytes: proofBytes,
      proof_sha256: hash('sha256', proof, 'buffer'),
      pay_to_revision: revision,
      pay_note: order.note,
    })
    await insertProof(transaction, deposit.id, pages)
    return { deposit, isReplay: false }
  })
}

/** @throws Refusal `upload_quota_reached` when a proof of `proofBytes` would exceed the player's quota of a day */
export function requireQuota(usage: Usage, proofBytes: number): void {
  const { requestsToday, bytesToday, unopenedToday, restOfDayMs: retryAfterMs } = usage
  if (requestsToday + unopenedToday < perDay.requests && bytesToday + proofBytes <= perDay.proofBytes) return
  throw new Refusal('upload_quota_reached', undefined, { max: perDay.requests, retryAfterMs })
}

/** @throws Refusal `too_many_pending` at the most pending requests of a kind */
export function requireRoomToWait(pending: number, max: number): void {
  if (pending < max) return
  const text = `You have ${max} pending requests. You can send another when one is decided.`
  throw new Refusal('too_many_pending', text, { max })
}

/**
 * Checks the suspension, the self-exclusion and the deposit limits of a player (docs/spec/amendments.md,
 * section 3). Pending deposits count like approved deposits. Amounts are paise.
 * @throws Refusal `account_suspended`, `self_excluded`, `limit_reached`
 */
export function requireAllowed(
  { limitsPaise, excludedUntilMs, isSuspended }: DepositRules,
  depositedPaise: Readonly<Record<LimitPeriod, number>>,
  { amountPaise }: { readonly amountPaise: number },
  nowMs: number,
): void {
  if (isSuspended) throw new Refusal('account_suspended')
  if (excludedUntilMs !== null && nowMs < excludedUntilMs) throw new Refusal('self_excluded')
  const [least] = LimitPeriod.options
    .flatMap((period) => {
      const limitPaise = limitsPaise[period]
      if (limitPaise === null || depositedPaise[period] + amountPaise <= limitPaise) return []
      const leftPaise = Math.max(0, limitPaise - depositedPaise[period])
      return { type: 'deposit' as const, period, limitPaise, leftPaise }
    })
    .sort((one, other) => one.leftPaise - other.leftPaise)
  if (least) throw new Refusal('limit_reached', ...limitReached(least))
}
