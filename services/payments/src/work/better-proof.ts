import { hash } from 'node:crypto'
import { limits } from '@kismet/contracts'
import type { BetterProofReason } from '@kismet/contracts'
import type { CallMeta } from '@kismet/service-kit/bus/envelope'
import { inTransaction, takeTurn } from '@kismet/service-kit/database'
import type { Queryable } from '@kismet/service-kit/database'
import { Refusal } from '@kismet/service-kit/refusal'
import type { Admin, Player } from '@kismet/service-kit/tokens'
import type { Context } from '../context.ts'
import { findUpload, insertAsk, markSent } from '../db/better-proofs.ts'
import type { Upload } from '../db/better-proofs.ts'
import { insertProof } from '../db/proofs.ts'
import { requireRequest } from '../db/requests.ts'
import type { StoredDeposit } from '../db/requests.ts'
import { readUsage } from '../db/usage.ts'
import { readReason } from '../domain/decision.ts'
import { announceQueue, announceRequest } from './announce.ts'
import { inContested, requireUndecided } from './decide-request.ts'
import { requireStore, storeFiles } from './keep-proofs.ts'
import { openProof, requireQuota } from './submit-deposit.ts'

const { betterProofs: most } = limits.deposit
const awaited =
  'The player was already asked for a better proof with another reason or note. Wait for the proof, or decide the request.'
const usedUp = `The player was already asked for a better proof ${most} times. Decide the request.`

interface ProofOrder {
  readonly id: string
  readonly reason: BetterProofReason
  readonly note?: string | undefined
  readonly admin: Admin
  readonly meta: CallMeta
}

/**
 * Asks the player of a pending deposit for a better proof, and tells both apps. A repeat with the same words changes no data.
 * @throws Refusal `not_found`, `already_decided`; `better_proof_refused` for other words while the player is asked, and when the
 *   player was asked `limits.deposit.betterProofs` times
 */
export async function askBetterProof(ctx: Context, order: ProofOrder): Promise<StoredDeposit> {
  const { id, reason, admin, meta } = order
  const note = readReason(order.note)
  const isNew = await inTransaction(ctx.db, async (transaction) => {
    const request = await lockDeposit(transaction, id)
    requireUndecided(request)
    const { playerId, betterProof: before } = request
    if (before !== null && before.sentAtMs === null) {
      if (before.reason === reason && before.note === note) return false
      throw new Refusal('better_proof_refused', awaited)
    }
    const number = (before?.number ?? 0) + 1
    if (number > most) throw new Refusal('better_proof_refused', usedUp)
    await insertAsk(transaction, id, { number, reason, note, askedAtMs: ctx.clock.now() }, admin)
    // The note may name the player, and audit rows stay.
    const detail = { playerId, number, reason }
    await ctx.audit.append(transaction, { admin, action: 'deposit.ask-proof', target: id, detail, meta })
    return true
  })
  if (isNew) await Promise.all([announceRequest(ctx, id, meta.requestId), announceQueue(ctx)])
  return requireRequest(ctx.db, id, ['deposit'])
}

/** A deposit that does not change until the transaction ends. It is read after the lock, because its better proofs are rows of their own. */
async function lockDeposit(transaction: Queryable, id: string): Promise<StoredDeposit> {
  await requireRequest(transaction, id, ['deposit'], 'FOR UPDATE')
  return requireRequest(transaction, id, ['deposit'])
}

interface SentProof {
  readonly id: string
  readonly player: Player
  readonly key: string
  readonly proof: Buffer
  readonly requestId: string
}

interface Sent {
  readonly deposit: StoredDeposit
  /** The key has an upload, so the answer is a replay. */
  readonly isReplay: boolean
}

/**
 * Adds a better proof to the own request that awaits one, once for its idempotency key, with the quotas of a first proof.
 * @throws Refusal `not_found`, `idempotency_conflict`, `maintenance`, `already_decided`, `better_proof_refused`,
 *   `upload_quota_reached`; `invalid_request` for a file that is no proof; `unavailable` when proofs cannot be stored
 */
export async function sendBetterProof(ctx: Context, sent: SentProof): Promise<Sent> {
  const { id, player, proof, requestId } = sent
  const upload = { key: sent.key, sha256: hash('sha256', proof, 'buffer') }
  const check = async (bytes: number) => {
    if (await ctx.maintenance.isOn(requestId)) throw new Refusal('maintenance')
    return requireAwaited(ctx, ctx.db, sent, upload, bytes)
  }
  const known = await findSent(ctx.db, sent, upload)
  if (known !== undefined) return { deposit: known, isReplay: true }
  const answer = await ctx.pictures.ofProof(proof, player.id, async (open): Promise<Sent> => {
    const stored = await check(0)
    if (stored.isReplay) return stored
    requireStore(ctx)
    const pictures = await openProof(ctx, player.id, open)
    const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, 0)
    // Opening a proof takes time, as in `submitDeposit`.
    const again = await check(bytes)
    if (again.isReplay) return again
    const pages = await storeFiles(ctx, pictures)
    // An approval takes the two locks the other way round.
    return inContested(ctx.db, async (transaction) => {
      await takeTurn(transaction, `usage ${player.id}`)
      await lockDeposit(transaction, id)
      const last = await requireAwaited(ctx, transaction, sent, upload, bytes)
      if (last.isReplay) return last
      await insertProof(transaction, id, pages, last.deposit.proofPages + 1)
      await markSent(transaction, id, upload, { pages: pages.length, bytes, atMs: ctx.clock.now() })
      return { deposit: await requireRequest(transaction, id, ['deposit']), isReplay: false }
    })
  })
  if (!answer.isReplay) await Promise.all([announceRequest(ctx, id, requestId), announceQueue(ctx)])
  return answer
}

/** The own request with the upload of the key. @throws Refusal `not_found`, `idempotency_conflict` */
async function findSent(
  db: Queryable,
  { id, player }: SentProof,
  { key, sha256 }: Upload,
): Promise<StoredDeposit | undefined> {
  const deposit = await requireRequest(db, id, ['deposit'])
  if (deposit.playerId !== player.id) throw new Refusal('not_found')
  const known = await findUpload(db, id, key)
  if (known !== undefined && !known.sha256.equals(sha256)) throw new Refusal('idempotency_conflict')
  return known && deposit
}

/** The own request that awaits a better proof, or that has this upload already. @throws Refusal as `sendBetterProof` */
async function requireAwaited(
  { clock }: Pick<Context, 'clock'>,
  db: Queryable,
  sent: SentProof,
  upload: Upload,
  bytes: number,
): Promise<Sent> {
  const deposit = await requireRequest(db, sent.id, ['deposit'])
  const known = await findSent(db, sent, upload)
  if (known !== undefined) return { deposit: known, isReplay: true }
  requireUndecided(deposit)
  if (deposit.betterProof?.sentAtMs !== null) throw new Refusal('better_proof_refused')
  requireQuota(await readUsage(db, sent.player.id, clock.now()), bytes)
  return { deposit, isReplay: false }
}
