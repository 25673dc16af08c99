import { hash } from 'node:crypto'
import { postDeposit, readDepositRules } from '@kismet/contracts'
import type { DepositRules } from '@kismet/contracts'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { insertDeposit } from '../db/deposits.ts'
import type { StoredDeposit } from '../db/deposits.ts'
import { insertProof } from '../db/proofs.ts'
import { claimKey, lookUp } from '../db/submissions.ts'
import type { Submission } from '../db/submissions.ts'
import { readDeposited, readUsage } from '../db/usage.ts'
import type { DepositOrder } from '../domain/deposit-form.ts'
import { requireAllowed } from './deposit-rules.ts'
import { requireKind } from '../pictures/picture-maker.ts'
import type { Picture } from '../pictures/protocol.ts'
import { depositView } from '../views.ts'
import { openWithin, requireQuota, requireRoomToWait } from './allowance.ts'

export interface SubmittedDeposit {
  readonly player: Player
  readonly key: string
  readonly order: DepositOrder
  readonly proof: Buffer
  readonly requestId: string
}

interface SubmissionAnswer {
  readonly status: number
  readonly body: string
  /** The first answer of the same request again. */
  readonly isReplay: boolean
}

const createdStatus = 200
const message = 'Deposit request submitted. It will be added to your balance once it is approved.'

/** Everything that makes a request this request, so that a key is never answered with another request's answer. */
function inputHash({ order, proof }: SubmittedDeposit): Buffer {
  const input = JSON.stringify([order.amountPaise, order.method, order.utr, hash('sha256', proof)])
  return hash('sha256', input, 'buffer')
}

function replayOf(first: Submission, inputSha256: Buffer): SubmissionAnswer {
  if (!first.inputSha256.equals(inputSha256)) throw new Refusal('idempotency_conflict')
  return { status: first.status, body: first.body, isReplay: true }
}

/**
 * Books a deposit request once for its Idempotency-Key. One that is refused leaves the key free.
 * @throws Refusal `maintenance`, `idempotency_conflict`, `account_suspended`, `self_excluded`, `limit_reached`, `unavailable` when nobody can say what the player's own rules are, `invalid_request` for a file that is no proof; before it is opened `upload_quota_reached`,
 *   `duplicate_utr`, `too_many_pending`; `invalid_request` for one that cannot be read.
 */
export function submitDeposit(ctx: Context, submitted: SubmittedDeposit): Promise<SubmissionAnswer> {
  const { player, key, requestId } = submitted
  return ctx.submissions.run(`${player.id} ${key}`, async () => {
    const inputSha256 = inputHash(submitted)
    const known = await lookUp(ctx.db, { playerId: player.id, key }, submitted.order.utrNormalised)
    const isBooked = known.first?.inputSha256.equals(inputSha256) === true
    // Asked now that the form is here: it may have been on its way for half an hour.
    if (!isBooked && (await ctx.maintenance.isOn(requestId))) throw new Refusal('maintenance')
    if (known.first !== undefined) return replayOf(known.first, inputSha256)
    requireAllowed(
      await rulesOf(ctx, submitted),
      await readDeposited(ctx.db, player.id, ctx.clock.now()),
      submitted.order,
      ctx.clock.now(),
    )
    const usage = await readUsage(ctx.db, player.id, ctx.clock.now())
    requireQuota(usage, 0)
    requireKind(submitted.proof, 'proof')
    // What would be refused for these is not opened.
    if (known.referenceInUse) throw new Refusal('duplicate_utr')
    requireRoomToWait(usage)
    const pictures = await ctx.pictures.ofProof(submitted.proof, player.id, (open) => openWithin(ctx, player.id, open))
    // Opening a proof takes its time: maintenance may have begun meanwhile, and the player may have left play, or lowered a limit.
    if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
    return store(ctx, submitted, pictures, inputSha256, await rulesOf(ctx, submitted))
  })
}

const rulesOf = (ctx: Context, { player, requestId }: SubmittedDeposit): Promise<DepositRules> =>
  ctx.bus.call(readDepositRules, { playerId: player.id }, { requestId })

async function store(
  ctx: Context,
  { player, key, order, proof }: SubmittedDeposit,
  pictures: readonly Picture[],
  inputSha256: Buffer,
  rules: DepositRules,
): Promise<SubmissionAnswer> {
  const nowMs = ctx.clock.now()
  const { utrNormalised, ...asked } = order
  const deposit: StoredDeposit = {
    id: ctx.randomness.id(nowMs),
    playerId: player.id,
    playerEmail: player.email,
    ...asked,
    proofPages: pictures.length,
    createdAtMs: nowMs,
    status: 'pending',
    adminReason: null,
    decidedAtMs: null,
    decidedByName: null,
    proofDeletedAtMs: null,
    firstApprovedAtMs: null,
    firstApprovedByName: null,
  }
  const output = postDeposit.output.encode({ deposit: depositView(deposit), message })
  const answer = { inputSha256, status: createdStatus, body: JSON.stringify({ success: true, ...output }) }
  const submissionKey = { playerId: player.id, key }
  const proofBytes = pictures.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const isFirst = await inTransaction(ctx.db, async (transaction) => {
    if (!(await claimKey(transaction, submissionKey, answer, nowMs))) return false
    // One transaction at a time adds to what this player has.
    await takeTurn(transaction, `usage ${player.id}`)
    requireAllowed(rules, await readDeposited(transaction, player.id, nowMs), order, nowMs)
    const usage = await readUsage(transaction, player.id, nowMs)
    requireQuota(usage, proofBytes)
    requireRoomToWait(usage)
    await insertDeposit(transaction, deposit, {
      utrNormalised,
      proofBytes,
      proofSha256: hash('sha256', proof, 'buffer'),
    })
    await insertProof(transaction, deposit.id, pictures)
    return true
  })
  if (isFirst) return { status: answer.status, body: answer.body, isReplay: false }
  // Another replica was faster with the same key.
  const { first } = await lookUp(ctx.db, submissionKey, utrNormalised)
  if (first === undefined) throw new Refusal('unavailable')
  return replayOf(first, inputSha256)
}
