import { createHash } from 'node:crypto'
import { postDeposit } from '@kismet/contracts'
import { inTransaction } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { insertDeposit } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { insertProof } from '../db/proofs.ts'
import { claimKey, lookUp } from '../db/submissions.ts'
import type { Submission } from '../db/submissions.ts'
import type { DepositOrder } from '../domain/deposit-form.ts'
import type { Picture } from '../pictures/picture-maker.ts'
import { playerView } from '../views.ts'

export interface SubmittedDeposit {
  readonly player: Player
  readonly key: string
  readonly order: DepositOrder
  readonly proof: Buffer
}

export interface SubmissionAnswer {
  readonly status: number
  readonly body: string
  /** The first answer of the same request again. */
  readonly isReplay: boolean
}

const createdStatus = 200

/** Everything that makes a request this request, so that a key is never answered with another request's answer. */
function inputHash({ order, proof }: SubmittedDeposit): Buffer {
  const proofHash = createHash('sha256').update(proof).digest('hex')
  return createHash('sha256')
    .update(JSON.stringify([order.amountPaise, order.method, order.utr, proofHash]))
    .digest()
}

function replayOf(first: Submission, inputSha256: Buffer): SubmissionAnswer {
  if (!first.inputSha256.equals(inputSha256)) throw new Refusal('idempotency_conflict')
  return { status: first.status, body: first.body, isReplay: true }
}

/**
 * Books a deposit request once for its Idempotency-Key. One that is refused leaves the key free.
 * @throws Refusal `idempotency_conflict`, `duplicate_utr`, or `invalid_request` for a proof that cannot be read.
 */
export function submitDeposit(ctx: Context, submitted: SubmittedDeposit): Promise<SubmissionAnswer> {
  const { player, key } = submitted
  return ctx.submissions.run(`${player.id} ${key}`, async () => {
    const inputSha256 = inputHash(submitted)
    const known = await lookUp(ctx.db, { playerId: player.id, key }, submitted.order.utrNormalised)
    if (known.first !== undefined) return replayOf(known.first, inputSha256)
    const pictures = await ctx.pictures.ofProof(submitted.proof, player.id)
    if (known.referenceInUse) throw new Refusal('duplicate_utr')
    return store(ctx, submitted, pictures, inputSha256)
  })
}

async function store(
  ctx: Context,
  { player, key, order }: SubmittedDeposit,
  pictures: readonly Picture[],
  inputSha256: Buffer,
): Promise<SubmissionAnswer> {
  const nowMs = ctx.clock.now()
  const deposit = newDeposit(ctx.randomness.id(nowMs), player, order, pictures.length, nowMs)
  const answer = { inputSha256, status: createdStatus, body: bodyOf(deposit) }
  const submissionKey = { playerId: player.id, key }
  const isFirst = await inTransaction(ctx.db, async (transaction) => {
    if (!(await claimKey(transaction, submissionKey, answer, nowMs))) return false
    await insertDeposit(transaction, deposit, order.utrNormalised)
    await insertProof(transaction, deposit.id, pictures)
    return true
  })
  if (isFirst) return { status: answer.status, body: answer.body, isReplay: false }
  // Another replica was faster with the same key.
  const { first } = await lookUp(ctx.db, submissionKey, order.utrNormalised)
  if (first === undefined) throw new Refusal('unavailable')
  return replayOf(first, inputSha256)
}

function newDeposit(
  id: string,
  player: Player,
  order: DepositOrder,
  proofPages: number,
  createdAtMs: number,
): StoredDeposit {
  return {
    id,
    playerId: player.id,
    playerEmail: player.email,
    amountPaise: order.amountPaise,
    method: order.method,
    utr: order.utr,
    proofPages,
    status: 'pending',
    adminReason: null,
    createdAtMs,
    decidedAtMs: null,
    decidedByName: null,
  }
}

function bodyOf(deposit: StoredDeposit): string {
  const message = 'Deposit request submitted. It will be added to your balance once it is approved.'
  return JSON.stringify({ success: true, ...postDeposit.output.encode({ deposit: playerView(deposit), message }) })
}
