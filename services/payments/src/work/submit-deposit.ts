import { hash } from 'node:crypto'
import { limits, readDepositRules } from '@kismet/contracts'
import type { DepositRules } from '@kismet/contracts'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { insertAttempt } from '../db/attempts.ts'
import { takeTurnOfReference } from '../db/payouts.ts'
import { insertProof } from '../db/proofs.ts'
import type { ProofPage } from '../db/proofs.ts'
import { findByKey, insertRequest, isReferenceInUse } from '../db/requests.ts'
import type { RequestKey, StoredDeposit } from '../db/requests.ts'
import { readUsage } from '../db/usage.ts'
import type { DepositOrder } from '../domain/deposit-form.ts'
import { requireAllowed, requireQuota, requireRoomToWait } from './deposit-limits.ts'
import { withProofFiles } from './keep-proofs.ts'

const { pendingPerPlayer } = limits.deposit

export interface SubmittedDeposit {
  readonly player: Player
  readonly key: string
  readonly order: DepositOrder
  readonly proof: Buffer
  readonly requestId: string
}

interface Submission {
  readonly deposit: StoredDeposit
  /** The key has a request, so the answer is a replay. */
  readonly isReplay: boolean
}

/**
 * Stores a deposit request once for its idempotency key. A refused request leaves the key free.
 * @throws Refusal `idempotency_conflict`, `maintenance`, `account_suspended`, `self_excluded`, `limit_reached`,
 *   `upload_quota_reached`, `duplicate_utr`, `too_many_pending`; `invalid_request` for a file that is no proof;
 *   `unavailable` when the rules of the player are unknown
 */
export async function submitDeposit(ctx: Context, submitted: SubmittedDeposit): Promise<Submission> {
  const { player, order, proof } = submitted
  const input = JSON.stringify([order.amountPaise, order.method, order.utr, hash('sha256', proof)])
  const inputSha256 = hash('sha256', input, 'buffer')
  const key = { kind: 'deposit', playerId: player.id, key: submitted.key, inputSha256 } as const
  const known = await findByKey(ctx.db, key)
  if (known !== undefined) return { deposit: known, isReplay: true }
  // In the turn of the player, so that a double click opens its proof once, and each unopened proof counts for the next.
  return ctx.pictures.ofProof(proof, player.id, async (open) => {
    // The reference is read first. If the same request is stored in between, its key is found.
    const isInUse = await isReferenceInUse(ctx.db, order.utrNormalised)
    const stored = await findByKey(ctx.db, key)
    if (stored !== undefined) return { deposit: stored, isReplay: true }
    const usage = await readUsage(ctx.db, player.id, ctx.clock.now())
    requireAllowed(await readRules(ctx, submitted), usage.deposited, order, ctx.clock.now())
    requireQuota(usage, 0)
    if (isInUse) throw new Refusal('duplicate_utr')
    requireRoomToWait(usage.pending, pendingPerPlayer)
    const pictures = await open().catch(async (error: unknown) => {
      const atMs = ctx.clock.now()
      const attempt = { id: ctx.randomness.id(atMs), playerId: player.id, kind: 'unopened_proof', atMs } as const
      if (isRefusal(error, 'invalid_request')) await insertAttempt(ctx.db, attempt)
      throw error
    })
    // Opening a proof takes time: maintenance may have begun, and the player may have lowered a limit.
    const rules = await readRules(ctx, submitted)
    const proofBytes = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)
    return withProofFiles(ctx, pictures, (pages) => store(ctx, submitted, { pages, proofBytes }, key, rules))
  })
}

/** The rules of the player. @throws Refusal `maintenance`: the form may have been on its way for half an hour */
async function readRules(ctx: Context, { player, requestId }: SubmittedDeposit): Promise<DepositRules> {
  if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
  return ctx.bus.call(readDepositRules, { playerId: player.id }, { requestId })
}

function store(
  ctx: Context,
  { player, order, proof }: SubmittedDeposit,
  { pages, proofBytes }: { readonly pages: readonly ProofPage[]; readonly proofBytes: number },
  key: RequestKey<'deposit'>,
  rules: DepositRules,
): Promise<Submission> {
  const nowMs = ctx.clock.now()
  return inTransaction(ctx.db, async (transaction) => {
    // One transaction at a time adds a request of this player.
    await takeTurn(transaction, `usage ${player.id}`)
    const known = await findByKey(transaction, key)
    if (known !== undefined) return { deposit: known, isReplay: true }
    const usage = await readUsage(transaction, player.id, nowMs)
    requireAllowed(rules, usage.deposited, order, nowMs)
    requireQuota(usage, proofBytes)
    requireRoomToWait(usage.pending, pendingPerPlayer)
    // A withdrawal may have been paid with the reference while the proof was opened.
    await takeTurnOfReference(transaction, order.utrNormalised)
    if (await isReferenceInUse(transaction, order.utrNormalised)) throw new Refusal('duplicate_utr')
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
    })
    await insertProof(transaction, deposit.id, pages)
    return { deposit, isReplay: false }
  })
}
